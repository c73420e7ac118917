// The Share dialog: a link, a snippet for somebody else's page, pictures and data.

const PREVIEW_MS = 500

function createStatus() {
  const root = element("p", {class: "said", role: "status"})
  let timer = 0
  // Emptied first: the same text said again would not be announced.
  const say = (text) => {
    setText(root, "")
    clearTimeout(timer)
    timer = setTimeout(() => setText(root, text), 50)
  }
  return {root, say}
}

function createField(tag, id, label, attributes = {}) {
  const input = element(tag, {id, ...attributes})
  return {input, root: element("div", {class: "field"}, element("label", {for: id}, label), input)}
}

// A text to take away. Where the browser refuses the clipboard it is selected instead.
function createCopy(tag, id, label, button, {texts, say}) {
  const {input, root} = createField(tag, id, label, {readonly: true, spellcheck: "false"})
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(input.value)
      say(texts.copied)
    } catch {
      input.focus()
      input.select()
      say(texts.copy_by_hand)
    }
  }
  root.append(element("button", {type: "button", onclick: copy}, button))
  return {root, show(text) { input.value = text }}
}

function createBoxes(label, options, onchange) {
  const boxes = options.map(({value, label: name}) => {
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
function createOptions(texts, share, changed) {
  const good = {width: "100%", height: "620"}
  const size = (name, pattern) => {
    const field = createField("input", `share-${name}`, texts[name], {type: "text", value: good[name], autocomplete: "off"})
    field.input.addEventListener("input", () => {
      const fits = pattern.test(field.input.value)
      field.input.toggleAttribute("aria-invalid", !fits)
      if (fits) good[name] = field.input.value
      changed()
    })
    return field
  }
  const select = (name, options, value) => {
    const field = createField("select", `share-${name}`, texts[name], {onchange: changed})
    field.input.append(...options.map((option) => element("option", {value: option.value}, option.label)))
    field.input.value = value
    return field
  }
  const named = (tag) => new Intl.DisplayNames([tag], {type: "language"}).of(tag)
  const title = createField("input", "share-title", texts.frame_title, {type: "text", autocomplete: "off", oninput: changed})
  const locale = select("language", share.languages.map((tag) => ({value: tag, label: named(tag)})), "en")
  const theme = select("theme", share.themes, "system")
  const hide = createBoxes(texts.hide, share.hide, changed)
  const rows = [size("width", /^[1-9]\d{0,3}%?$/), size("height", /^[1-9]\d{1,3}$/), locale, theme]
  return {
    root: element("div", {class: "options"}, ...rows.map(({root}) => root), title.root, hide.root),
    suggest: (text) => { title.input.placeholder = text },
    read: () => ({
      ...good, hide: hide.chosen(), locale: locale.input.value, theme: theme.input.value,
      title: title.input.value.trim() || title.input.placeholder,
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
  const button = element("button", {type: "button", onclick: load}, texts.preview)
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
  const {texts, share, base, live} = context
  const changed = () => show()
  const options = createOptions(texts, share, changed)
  const form = createRadio(
    {key: "form", label: texts.form, options: Object.keys(SNIPPETS).map((value) => ({value, label: texts[`form_${value}`]}))},
    "share-form", ({form: value}) => { form.show(value); show() },
  )
  form.show("html")
  const code = createCopy("textarea", "share-snippet", texts.snippet, texts.copy_snippet, context)
  const preview = createPreview(texts)
  const show = () => {
    const chosen = options.read()
    const frame = {...chosen, address: embedAddress(base, live().query, chosen)}
    code.show(SNIPPETS[form.root.dataset.value](frame))
    preview.show(SNIPPETS.html(frame))
  }
  return {
    root: element(
      "section", {}, element("h3", {}, texts.embed), options.root, form.root, code.root, preview.root,
      element("p", {class: "hint"}, texts.offline),
    ),
    show() { options.suggest(context.suggested()); show() },
    clear: preview.clear,
  }
}

function createExports({texts, say, link, live, picture}) {
  const kept = createField("textarea", "share-file", texts.file_text, {readonly: true, spellcheck: "false"})
  const shown = element("img", {alt: texts.picture})
  const fallback = element("div", {class: "fallback", hidden: true}, kept.root, shown)
  const make = {
    svg: async () => [asText(picture()), "image/svg+xml"],
    png: async () => [await asPng(picture()), "image/png"],
    csv: async () => [(await link.push({command: ["export", ["csv"]]})).export.csv, "text/csv"],
    json: async () => [(await link.push({command: ["export", ["json"]]})).export.json, "application/json"],
  }
  const hand = async (format) => {
    const [content, type] = await make[format]()
    const allowed = mayDownload()
    if (allowed !== false) saveFile(new Blob([content], {type}), `roofline-${live().values.workload}.${format}`)
    fallback.hidden = allowed === true
    kept.root.hidden = typeof content !== "string"
    shown.hidden = typeof content === "string"
    if (typeof content === "string") kept.input.value = content
    else shown.src = URL.createObjectURL(content)
    say({true: texts.saved, false: texts.no_downloads, null: texts.maybe_saved}[allowed])
  }
  const button = (format) => element("button", {type: "button", onclick: () => hand(format)}, texts[format])
  return {
    root: element(
      "section", {class: "exports"}, element("h3", {}, texts.export),
      element("div", {class: "row"}, ...Object.keys(make).map(button)), fallback,
    ),
    clear() { fallback.hidden = true },
  }
}

// `context` has the page's texts, `live()` and `link`, and `picture()`, which draws the chart.
function createShare(context) {
  const {texts} = context
  const {root: status, say} = createStatus()
  const own = {...context, say}
  const address = createCopy("input", "share-link", texts.link, texts.copy_link, own)
  const embed = createEmbed(own)
  const exports = createExports(own)
  const close = element("button", {type: "button", class: "close", "aria-label": texts.close, onclick: () => dialog.close()}, "×")
  const outside = context.ownsAddress
    ? [element("section", {}, address.root), embed.root]
    : []
  const dialog = element(
    "dialog", {class: "share", "aria-labelledby": "share-heading", onclose: () => { embed.clear(); exports.clear(); say("") }},
    element("div", {class: "head"}, element("h2", {id: "share-heading"}, texts.title), close),
    ...outside, exports.root, status,
  )
  const show = () => {
    const {address: query} = context.live()
    address.show(query ? `${context.base}?${query}` : context.base)
    embed.show()
  }
  const button = element("button", {
    type: "button", class: "share-open", "aria-haspopup": "dialog", onclick: () => { show(); dialog.showModal() },
  }, texts.open)
  return {button, dialog}
}
