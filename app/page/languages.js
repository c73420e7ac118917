// The language of the page: the switch, and what the document has to know of it.

// That of an address that names none.
const FIRST_LANGUAGE = "en"

// A button for each other language, named in that language.
function createLanguages({tag, all}, link) {
  const others = all.filter((language) => language.tag !== tag)
  return others.map((other, i) => element("button", {
    type: "button", id: `language-${i}`, lang: other.tag, "aria-label": other.switch,
    onclick: () => link.push({changes: {locale: other.tag}}),
  }, other.name))
}

// The language a tag means, if there is that one.
function findLanguage(wanted, all) {
  const primary = (text) => text.split(/[-_]/)[0].toLowerCase()
  return all.find((language) => primary(language.tag) === primary(wanted))
}

// The language that a query asks for, as long as Python has not answered.
function languageOf(query, {tag, all}) {
  const wanted = new URLSearchParams(query).get("locale") ?? tag
  return findLanguage(wanted, all) ?? all.find((own) => own.tag === tag)
}

function asksForLanguage(query) {
  const keys = new URLSearchParams(query)
  return keys.has("locale") || keys.has("stringTest")
}

// What tells one set of texts from another.
const spokenBy = ({language, chrome}) => `${language.tag} ${chrome.stringTest}`

function applyLanguage(root, {texts, language}) {
  for (const node of ownsAddress() ? [root, document.documentElement] : [root]) {
    node.lang = language.tag
    node.dir = language.direction
  }
  if (ownsAddress()) document.title = texts.page.title
}
