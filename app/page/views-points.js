// A reader's own points: a box to paste into, a file to open, the chart and its tables.

const POINTS_PART = 500_000
const MEASURED = "measured-"
const MEASURED_COLOURS = {
  ...ROOF_COLOURS,
  "colours": {
    palette: ["--share-0", "--share-1", "--share-2", "--share-3", "--share-4", "--bad"],
  },
  "crosses": {glyph: {line_color: "--bad"}},
}

function createInput({texts, example, largest}, send, tell) {
  const box = element("textarea", {
    id: "points-text", rows: 6, spellcheck: "false", autocomplete: "off", dir: "ltr",
    "aria-describedby": "points-about points-private", placeholder: "name,FLOPs,bytes,time (ms)",
  })
  const load = (text) => {
    if (text.length > largest) return tell(texts.points.too_long)
    return send(text)
  }
  const open = async (file) => {
    if (!file) return
    if (file.size > largest) return tell(texts.points.too_long)
    const text = await file.text()
    box.value = text.length > 20_000 ? "" : text
    load(text)
  }
  const file = element("input", {
    type: "file", id: "points-file", accept: ".csv,.tsv,.txt,text/csv,text/plain",
    onchange: () => { open(file.files[0]); file.value = "" },
  })
  const button = (text, onclick) => element("button", {type: "button", onclick}, text)
  const root = element(
    "section", {class: "input", "aria-label": texts.points.input},
    element("label", {for: "points-text"}, texts.points.paste), box,
    element(
      "div", {class: "row"},
      button(texts.points.load, () => load(box.value)),
      element("label", {class: "file", for: "points-file"}, file, element("span", {}, texts.points.open)),
      button(texts.points.example, () => { box.value = example; load(example) }),
    ),
    element("p", {class: "note", id: "points-about"}, texts.points.about),
    element("p", {class: "note", id: "points-private"}, texts.points.private),
  )
  const over = (on) => (event) => {
    if (![...event.dataTransfer.types].includes("Files")) return
    event.preventDefault()
    root.classList.toggle("over", on)
  }
  root.addEventListener("dragover", over(true))
  root.addEventListener("dragleave", over(false))
  root.addEventListener("drop", (event) => { over(false)(event); open(event.dataTransfer.files[0]) })
  return {root, get text() { return box.value }, set text(value) { box.value = value }}
}

function createLegend(texts) {
  const list = element("ul", {class: "legend", "aria-label": texts.points.legend})
  const line = ({colour, label, count}) => element(
    "li", {"data-colour": colour}, element("span", {class: "swatch", "aria-hidden": "true"}),
    element("span", {}, label), element("strong", {}, count),
  )
  return {root: list, show(legend) { refill(list, legend.map(line)) }}
}

function createFilters(texts, choose, save) {
  let timer = 0
  const search = element("input", {
    type: "search", id: "points-search", autocomplete: "off",
    oninput: () => { clearTimeout(timer); timer = setTimeout(() => choose({search: search.value}), 200) },
  })
  const only = element(
    "select", {id: "points-only", onchange: () => choose({only: only.value})},
    ...["", "impossible", "memory", "compute"].map((value) => (
      element("option", {value}, texts.points[value ? `only_${value}` : "only_all"])
    )),
  )
  return element(
    "div", {class: "filters"},
    element("label", {for: "points-search"}, texts.points.search), search,
    element("label", {for: "points-only"}, texts.points.only), only,
    element("button", {type: "button", onclick: save}, texts.points.save),
  )
}

function saveCsv(text) {
  const href = URL.createObjectURL(new Blob([text], {type: "text/csv"}))
  element("a", {href, download: "roofline-points.csv"}).click()
  setTimeout(() => URL.revokeObjectURL(href), 60_000)
}

// Everything with texts; made anew when the language changes, around the chart that stays.
function createPoints(model, host, chart) {
  const {frame} = model
  const {texts} = frame
  const ask = (name, ...args) => host.link.push({command: ["view", ["points", name, args]]})
  const choose = (changes) => ask("choose", changes)
  const message = element("p", {class: "message", role: "alert"})
  const summary = element("p", {class: "summary", role: "status"})
  const used = element("p", {class: "note"})
  // A long text goes in pieces, one after the other: a single message has a largest size.
  const send = async (text) => {
    setText(message, "")
    setText(summary, texts.points.reading)
    const parts = Math.max(Math.ceil(text.length / POINTS_PART), 1)
    for (let i = 0; i < parts; i += 1) await ask("part", i, text.slice(i * POINTS_PART, (i + 1) * POINTS_PART))
    await ask("load")
  }
  const input = createInput(frame, send, (text) => setText(message, text))
  const legend = createLegend(texts)
  const points = createPointTable(texts, choose)
  const aside = createAsideTable(texts, (page) => ask("aside", page))
  const panel = element("div", {})
  const controls = createControls(panel, host.link)
  const results = element(
    "div", {class: "results"}, createFilters(texts, choose, () => ask("export")), points.root, aside.root,
  )
  const stage = element("section", {class: "stage"}, summary, chart, legend.root, used)
  const root = element(
    "div", {class: "points-page"},
    element("h2", {}, texts.points.title), message,
    element("div", {class: "top"}, stage, element("div", {class: "side"}, input.root, element("section", {class: "controls"}, panel))),
    results,
  )
  controls.describe(frame.controls)
  return {
    root, input, describe: () => controls.describe(model.frame.controls),
    show(live) {
      setText(message, live.error)
      setText(summary, live.summary || (live.error ? "" : texts.points.nothing))
      setText(used, live.used)
      legend.root.hidden = !live.loaded
      results.hidden = !live.loaded
      legend.show(live.legend)
      points.show(live.points)
      aside.show(live.aside)
      controls.show({...live, remarks: {}, allowed: {}})
      chart.setAttribute("aria-label", `${texts.points.chart} ${live.summary}`)
      if (live.export) saveCsv(live.export)
    },
  }
}

export function render({model}) {
  const root = element("div", {})
  const host = hostOf(root)
  const chart = element("div", {class: "chart", role: "img"}, model.get_child("chart"))
  let tag = model.frame.tag
  let page = createPoints(model, host, chart)
  const stop = []
  root.append(page.root)
  const show = () => page.show(model.live)
  model.on("live", show)
  model.on("frame", () => {
    if (model.frame.tag === tag) return page.describe()
    tag = model.frame.tag
    const {text} = page.input
    page = createPoints(model, host, chart)
    page.input.text = text
    root.replaceChildren(page.root)
    show()
  })
  show()
  const tellSize = (size) => host.link.push({command: ["view", ["points", "size", size]]})
  model.on("lifecycle:after_render", () => {
    stop.push(followColours(model.chart, host.element, MEASURED_COLOURS, MEASURED), reportSize(chart, tellSize))
  })
  model.on("lifecycle:remove", () => stop.forEach((end) => end()))
  return root
}
