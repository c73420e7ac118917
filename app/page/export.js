// Files: pictures of the chart, and the data of its points.

// Whether this page may save files: true, false, or null where a page around it does not tell.
function mayDownload() {
  try {
    for (let inner = window; inner !== inner.parent; inner = inner.parent) {
      const frame = inner.frameElement
      if (frame === null) return null
      if (frame.hasAttribute("sandbox") && !frame.sandbox.contains("allow-downloads")) return false
    }
  } catch {
    return null
  }
  return true
}

function saveFile(blob, name) {
  const href = URL.createObjectURL(blob)
  element("a", {href, download: name}).click()
  setTimeout(() => URL.revokeObjectURL(href), 60_000)
}

function createExports({texts, say, link, read, picture}) {
  const kept = createField("textarea", "share-file", texts.share.file_text, {readonly: true, spellcheck: "false", dir: "ltr"})
  const shown = element("img", {alt: texts.share.picture})
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
    if (allowed !== false) saveFile(new Blob([content], {type}), `roofline-${read().live.values.workload}.${format}`)
    fallback.hidden = allowed === true
    kept.root.hidden = typeof content !== "string"
    shown.hidden = typeof content === "string"
    if (typeof content === "string") kept.input.value = content
    else shown.src = URL.createObjectURL(content)
    say({true: texts.share.saved, false: texts.share.no_downloads, null: texts.share.maybe_saved}[allowed])
  }
  const button = (format) => element("button", {type: "button", onclick: () => hand(format)}, texts.share[format])
  return {
    root: element(
      "section", {class: "exports"}, element("h3", {}, texts.share.export),
      element("div", {class: "row"}, ...Object.keys(make).map(button)), fallback,
    ),
    clear() { fallback.hidden = true },
  }
}
