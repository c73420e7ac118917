// node firefox.mjs ADDRESS...: at each a slider moved by keys in the reader's own Firefox; prints what
// the pages then show, as JSON. Firefox is found on the PATH.
import {execFileSync} from "node:child_process"
import {createRequire} from "node:module"

const require = createRequire(`${process.cwd()}/`)
const puppeteer = require("puppeteer-core")
const executablePath = execFileSync("sh", ["-c", "command -v firefox || command -v firefox-esr"]).toString().trim()
const UNWANTED = /^No preview|^Fast start is not to be had/ // the site copes with both, and says so

function listen(page) {
  const troubles = []
  page.on("pageerror", (error) => troubles.push(String(error)))
  page.on("console", (message) => {
    if (message.type() === "error" || UNWANTED.test(message.text())) troubles.push(message.text())
  })
  return troubles
}

/** What a page shows, and how its Python was started. */
const shown = () => {
  const root = Bokeh.index.roots.map((view) => view.shadow_el).find((el) => el?.querySelector(".chart"))
  const canvas = root.querySelector(".chart").getBoundingClientRect()
  return {
    path: window.rooflineSite?.path,
    json: window.roofline.get().json,
    value: root.querySelector("[data-key=M]").dataset.value,
    verdict: root.querySelector(".verdict").innerText,
    chart: [canvas.width, canvas.height],
  }
}

async function drive(browser, address) {
  const page = await browser.newPage()
  const troubles = listen(page)
  await page.goto(address)
  await page.evaluate(async () => {
    while (!window.roofline) await new Promise((later) => setTimeout(later, 50))
    await window.roofline.ready
    await window.roofline.set({expert: true, M: 64})
    const roots = Bokeh.index.roots.map((view) => view.shadow_el)
    roots.find((root) => root?.querySelector("#control-M")).querySelector("#control-M").focus()
  })
  await page.keyboard.press("PageUp")
  await page.evaluate("window.roofline.set({}).then(() => {})")
  const found = {...(await page.evaluate(shown)), troubles}
  await page.close()
  return found
}

// The window's own size: Firefox before 153 lacks a command that setting a viewport sends.
const size = {defaultViewport: null, args: ["--width=1280", "--height=800"]}
const browser = await puppeteer.launch({browser: "firefox", executablePath, headless: true, ...size})
const found = []
for (const address of process.argv.slice(2)) found.push(await drive(browser, address))
await browser.close()
console.log(JSON.stringify(found))
