// node firefox.mjs ADDRESS: a slider moved by keys in the reader's own Firefox; prints what the
// page then shows, as JSON. Firefox is found on the PATH.
import {execFileSync} from "node:child_process"
import {createRequire} from "node:module"

const require = createRequire(`${process.cwd()}/`)
const puppeteer = require("puppeteer-core")
const executablePath = execFileSync("sh", ["-c", "command -v firefox || command -v firefox-esr"]).toString().trim()

const browser = await puppeteer.launch({browser: "firefox", executablePath, headless: true})
const page = await browser.newPage()
const troubles = []
page.on("pageerror", (error) => troubles.push(String(error)))
page.on("console", (message) => { if (message.type() === "error") troubles.push(message.text()) })
await page.setViewport({width: 1280, height: 800})
await page.goto(`${process.argv[2]}?expert=true&M=64`)
await page.waitForFunction("window.roofline !== undefined", {timeout: 60000})
await page.evaluate("window.roofline.ready.then(() => window.roofline.set({}))")
await page.evaluate("Bokeh.index.roots[0].shadow_el.querySelector('#control-M').focus()")
await page.keyboard.press("PageUp")
await page.evaluate("window.roofline.set({}).then(() => {})")
const shown = await page.evaluate(() => {
  const root = Bokeh.index.roots[0].shadow_el
  const canvas = root.querySelector(".chart").getBoundingClientRect()
  return {
    json: window.roofline.get().json,
    value: root.querySelector("[data-key=M]").dataset.value,
    verdict: root.querySelector(".verdict").innerText,
    chart: [canvas.width, canvas.height],
  }
})
if (process.argv[3]) await page.screenshot({path: process.argv[3]})
await browser.close()
console.log(JSON.stringify({...shown, troubles}))
