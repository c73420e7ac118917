// The Share dialog: a link, a snippet for somebody else's page, pictures and data.

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
  const {input, root} = createField(tag, id, label, {readonly: true, spellcheck: "false", dir: "ltr"})
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(input.value)
      say(texts.share.copied)
    } catch {
      input.focus()
      input.select()
      say(texts.share.copy_by_hand)
    }
  }
  root.append(element("button", {type: "button", onclick: copy}, button))
  return {root, show(text) { input.value = text }}
}

// Who follows the link wants the page, not the frame it was copied in.
function linkAddress(base, query, {embed}) {
  const inFrameOnly = /^(embed|hide|lite)=/
  const kept = embed ? query.split("&").filter((pair) => !inFrameOnly.test(pair)).join("&") : query
  return kept ? `${base}?${kept}` : base
}

// What the page calls a workload or a chip.
function optionLabel({controls}, key, id) {
  const options = controls.find((control) => control.key === key)?.options ?? []
  return options.find(({value}) => value === id)?.label ?? id
}

// `read` gives what the page shows now, `picture` draws the chart as an SVG element.
function createShare({texts, read, link, picture}) {
  const {root: status, say} = createStatus()
  const base = location.origin + location.pathname
  const context = {texts, say, base, read, link, picture}
  const address = createCopy("input", "share-link", texts.share.link, texts.share.copy_link, context)
  const embed = createEmbed(context)
  const exports = createExports(context)
  const close = element(
    "button", {type: "button", class: "close", "aria-label": texts.share.close, onclick: () => dialog.close()}, "×",
  )
  const forPages = ownsAddress() ? [element("section", {}, address.root), embed.root] : []
  const dialog = element(
    "dialog",
    {class: "share", "aria-labelledby": "share-heading", onclose: () => { embed.clear(); exports.clear(); say("") }},
    element("div", {class: "head"}, element("h2", {id: "share-heading"}, texts.share.title), close),
    ...forPages, exports.root, status,
  )
  const open = () => {
    const {live, frame} = read()
    address.show(linkAddress(base, live.address, frame.chrome))
    const title = texts.share.frame_name
      .replaceAll("{workload}", optionLabel(frame, "workload", live.values.workload))
      .replaceAll("{chip}", optionLabel(frame, "chip", live.values.chip))
    embed.show(live.query, title)
    dialog.showModal()
  }
  const button = element("button", {type: "button", class: "share-open", "aria-haspopup": "dialog", onclick: open}, texts.share.open)
  return {button, dialog}
}
