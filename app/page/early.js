// The page as long as its address has not been answered: empty cards, in the shape the address asks
// for. The state is Python's to read; what is shown too early would be another one's numbers.

// Keys that say how to start, not what to show.
const STARTING = ["start", "lite"]

const addressQuery = () => (ownsAddress() ? location.search : "")

function changesPage(query) {
  return [...new URLSearchParams(query).keys()].some((key) => !STARTING.includes(key))
}

const isTrue = (text) => ["true", "1"].includes(text)

// The page's own keys as a query has them. Python's answer says what was wrong with them.
function chromeOf(query, chrome, views) {
  const keys = new URLSearchParams(query)
  const known = (key, all) => (all.includes(keys.get(key)) ? keys.get(key) : chrome[key])
  return {
    ...chrome,
    embed: keys.has("embed") ? isTrue(keys.get("embed")) : chrome.embed,
    hide: keys.get("hide")?.split(",") ?? chrome.hide,
    theme: known("theme", THEMES),
    view: known("view", views),
  }
}

// Empties the cards, and returns what fills them again. Where Python cannot come, what the page
// starts with is better than nothing: the message says that it is that.
function settle(root, query) {
  const failed = document.documentElement.dataset.python === "failed"
  if (failed || !changesPage(query)) return () => {}
  root.classList.add("settling")
  root.classList.toggle("translating", asksForLanguage(query))
  const end = () => {
    root.classList.remove("settling", "translating")
    window.removeEventListener("roofline:python-error", end)
  }
  window.addEventListener("roofline:python-error", end)
  return end
}
