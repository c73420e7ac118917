// For somebody else's page: what to show there, the snippet, and how it looks.

const PREVIEW_MS = 500

function createBoxes(label, options, onchange) {
  const boxes = options.map(([value, name]) => {
    const input = element("input", {type: "checkbox", value, onchange})
    return {input, row: element("label", {class: "card"}, input, element("span", {}, name))}
  })
  const cards = element("div", {class: "cards"}, ...boxes.map(({row}) => row))
  return {
    root: element("fieldset", {class: "field"}, element("legend", {}, label), cards),
    chosen: () => boxes.filter(({input}) => input.checked).map(({input}) => input.value),
  }
}

// What the author chooses for the frame. A size that can't be is marked, and the last good one stays.
// What the author has not touched follows the page.
function createOptions(texts, {language, hideable}, changed) {
  const good = {width: "100%", height: "620"}
  const touched = new Set()
  const touch = ({target}) => { touched.add(target); changed() }
  const size = (name, pattern) => {
    const oninput = ({target}) => {
      const fits = pattern.test(target.value)
      if (fits) {
        good[name] = target.value
        target.removeAttribute("aria-invalid")
      } else target.setAttribute("aria-invalid", "true")
      changed()
    }
    return createField("input", `share-${name}`, texts.share[name], {type: "text", autocomplete: "off", value: good[name], oninput})
  }
  const select = (name, options) => {
    const field = createField("select", `share-${name}`, texts.share[name], {onchange: touch})
    field.input.append(...options.map(([value, label, lang]) => element("option", {value, lang}, label)))
    return field
  }
  const width = size("width", /^[1-9]\d{0,3}%?$/)
  const height = size("height", /^[1-9]\d{1,3}$/)
  const locale = select("language", language.all.map(({tag, name}) => [tag, name, tag]))
  const theme = select("theme", Object.entries(texts.theme))
  const title = createField("input", "share-title", texts.share.frame_title, {type: "text", autocomplete: "off", oninput: touch})
  const hide = createBoxes(texts.share.hide, hideable.map((part) => [part, texts.share[`hide_${part}`]]), changed)
  const fields = [width, height, locale, theme, title]
  return {
    root: element("div", {class: "options"}, ...fields.map(({root}) => root), hide.root),
    follow(page) {
      for (const [name, {input}] of Object.entries({locale, theme, title})) {
        if (!touched.has(input)) input.value = page[name]
      }
    },
    read: () => ({
      ...good, hide: hide.chosen(), locale: locale.input.value, theme: theme.input.value, title: title.input.value.trim(),
    }),
  }
}

// The frame itself, from the very text of the snippet; loaded when asked for, then kept up to date.
function createPreview(texts) {
  const box = element("div", {class: "preview"})
  let snippet = ""
  let timer = 0
  const load = () => {
    const frame = document.createElement("template")
    frame.innerHTML = snippet
    box.replaceChildren(frame.content)
  }
  const button = element("button", {type: "button", onclick: load}, texts.share.preview)
  return {
    root: element("div", {class: "field"}, button, box),
    show(text) {
      if (text === snippet) return
      snippet = text
      clearTimeout(timer)
      if (box.firstChild) timer = setTimeout(load, PREVIEW_MS)
    },
    clear() { clearTimeout(timer); box.replaceChildren() },
  }
}

function createEmbed(context) {
  const {texts, read, base} = context
  let query = ""
  const show = () => {
    const chosen = options.read()
    const frame = {...chosen, address: embedAddress(base, query, {...chosen, lesson: read().frame.chrome.lesson})}
    code.show(SNIPPETS[form.root.dataset.value](frame))
    preview.show(SNIPPETS.html(frame))
  }
  const options = createOptions(texts, read().frame, show)
  const forms = Object.keys(SNIPPETS).map((value) => ({value, label: texts.share[`form_${value}`]}))
  const form = createRadio({key: "share-form", label: texts.share.form, options: forms}, "share-form", (changes) => {
    form.show(changes["share-form"])
    show()
  })
  form.show("html")
  const code = createCopy("textarea", "share-snippet", texts.share.snippet, texts.share.copy_snippet, context)
  const preview = createPreview(texts)
  return {
    root: element(
      "section", {class: "embedding"}, element("h3", {}, texts.share.embed),
      options.root, form.root, code.root, preview.root, element("p", {class: "hint"}, texts.share.offline),
    ),
    show(state, title) {
      const {chrome: {theme}, language: {tag: locale}} = read().frame
      query = state
      options.follow({title, theme, locale})
      show()
    },
    clear: preview.clear,
  }
}
