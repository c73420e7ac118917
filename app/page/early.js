// The page as long as its address has not been answered: cards in the shape the address asks for, and
// empty unless the page starts with the very state. The state is Python's to read; what is shown too
// early would be another one's numbers.

// Keys that say how to start, or how to show a state, but not which.
const OUTER = ["start", "lite", "embed", "hide", "theme"]

const addressQuery = () => (ownsAddress() ? location.search : "")

// The state that a query asks for, as text: the same for all ways to write it that are known here.
export function askedState(query, {all}) {
  const keys = new URLSearchParams(query)
  for (const key of OUTER) keys.delete(key)
  const language = keys.has("locale") && findLanguage(keys.get("locale"), all)
  if (language) keys.set("locale", language.tag)
  if (language?.tag === FIRST_LANGUAGE) keys.delete("locale")
  keys.sort()
  return keys.toString()
}

// Whether a page that starts with the state `asked` shows another one than a query asks for.
function changesPage(query, {asked, frame: {language}}) {
  return askedState(query, language) !== askedState(asked, language)
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
function settle(root, query, start) {
  const failed = document.documentElement.dataset.python === "failed"
  if (failed || !changesPage(query, start)) return () => {}
  root.classList.add("settling")
  root.classList.toggle("translating", asksForLanguage(query))
  const end = () => {
    root.classList.remove("settling", "translating")
    window.removeEventListener("roofline:python-error", end)
  }
  window.addEventListener("roofline:python-error", end)
  return end
}
