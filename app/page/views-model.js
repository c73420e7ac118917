// The page of a whole model: chart, sentence, controls, storage, operators, and a config.json of one's own.

const MODEL_COLOURS = {
  ...ROOF_COLOURS,
  "markers": {glyph: {line_color: "--accent", fill_color: "--accent"}},
  "whole-marks": {glyph: {line_color: "--ink"}},
  "gap-line": {glyph: {line_color: "--ink"}},
  "operators-labels": {text_color: "--ink"},
  "whole-labels": {text_color: "--ink"},
}
const OPERATOR_COLUMNS = ["name", "times", "flops", "bytes", "intensity", "bound", "time", "share"]

// Rows in the order in which they run, or sorted by a column; the button in its heading turns round.
function createOperators(texts) {
  let by = {column: "name", falling: false}
  let shown = null
  const heads = OPERATOR_COLUMNS.map((column) => {
    const label = texts.network[column]
    const figure = column === "name" ? null : "figure"
    if (column === "times") return element("th", {scope: "col", class: figure}, label)
    const button = element("button", {
      type: "button", "data-sort": column, title: texts.network.sort.replace("{column}", label),
      onclick: () => {
        by = {column, falling: by.column === column ? !by.falling : column !== "name" && column !== "bound"}
        fill()
      },
    }, label)
    return element("th", {scope: "col", class: figure, "data-column": column}, button)
  })
  const body = element("tbody", {})
  const foot = element("tfoot", {})
  const caption = element("caption", {}, texts.network.table)
  const table = element(
    "table", {class: "operators"}, caption, element("thead", {}, element("tr", {}, ...heads)), body, foot,
  )
  const line = (row) => element(
    "tr", {"data-row": row.id ?? null},
    element("th", {scope: "row"}, row.name),
    ...OPERATOR_COLUMNS.slice(1).map((key) => element("td", {class: "figure"}, element("bdi", {}, row[key]))),
  )
  function fill() {
    const {column, falling} = by
    const order = (a, b) => (a.sort[column] < b.sort[column] ? -1 : Number(a.sort[column] > b.sort[column]))
    const rows = [...shown.rows].sort((a, b) => (falling ? order(b, a) : order(a, b)))
    refill(body, rows.map(line))
    refill(foot, [line(shown.totals.sum), line(shown.totals.whole)])
    for (const head of heads) {
      if (!head.dataset.column) continue
      markSorted(head, head.dataset.column === column, falling)
    }
  }
  const root = element("section", {class: "details operators-part"}, scrolled(table))
  return {root, show(live) { shown = live; fill() }}
}

// A box to paste into and a file to open; what is refused stays there to be mended.
function createConfig(texts, link, longest) {
  const {network} = texts
  const box = element("textarea", {
    id: "config-text", rows: 8, spellcheck: "false", autocomplete: "off", "aria-describedby": "config-problems",
    oninput: () => { said.hidden = true },
  })
  const use = (text) => link.push({
    changes: {"model.config": text}, start: true, command: ["view", ["model", "pasted", [text]]],
  })
  const said = element("p", {class: "config-file-problem", role: "alert", hidden: true})
  const complain = (text) => { setText(said, text); said.hidden = false }
  const file = element("input", {
    type: "file", accept: ".json,application/json", class: "file", id: "config-file",
    onchange: async () => {
      const [chosen] = file.files
      file.value = ""
      if (!chosen) return
      said.hidden = true
      if (chosen.size > 4 * longest) return complain(network.too_large)
      try {
        box.value = await chosen.text()
        use(box.value)
      } catch {
        complain(network.unreadable)
      }
    },
  })
  const back = element("button", {
    type: "button", class: "back",
    onclick: () => link.push({changes: {"model.config": ""}, start: true}),
  }, network.back)
  const used = element("p", {class: "used", role: "status"})
  const problems = element("ul", {class: "config-problems", id: "config-problems"})
  const root = element(
    "details", {class: "table config"}, element("summary", {}, network.config),
    element("p", {class: "hint"}, network.config_hint),
    element("label", {for: "config-text"}, network.config_box), box,
    element(
      "div", {class: "steps"},
      element("button", {type: "button", class: "use", onclick: () => use(box.value)}, network.use),
      element("label", {for: "config-file", class: "open-file"}, network.open, file), back,
    ),
    said, problems, used,
  )
  return {
    root,
    show({config}) {
      setText(used, config.used)
      back.hidden = !config.used
      problems.replaceChildren(...config.problems.map((text) => element("li", {}, text)))
      if (config.problems.length) box.setAttribute("aria-invalid", "true")
      else box.removeAttribute("aria-invalid")
    },
    keep(old) { box.value = old.text; root.open = old.open },
    get kept() { return {text: box.value, open: root.open} },
  }
}

function createModelParts({texts, longest}, link) {
  const verdict = createVerdict(texts)
  const panel = element("div", {})
  const controls = createControls(panel, link)
  const config = createConfig(texts, link, longest)
  const source = element("p", {class: "source"})
  const note = element("p", {class: "source", lang: "en"})
  const stats = element("div", {})
  const operators = createOperators(texts)
  const {network} = texts
  return {
    verdict, controls, config,
    side: element("section", {class: "controls", "aria-label": network.controls}, panel, source, note),
    below: [
      element("section", {class: "details", "aria-label": network.summary}, stats),
      operators.root, config.root,
      element(
        "details", {class: "assumptions"}, element("summary", {}, network.assumptions),
        element("ul", {}, ...network.points.map((point) => element("li", {}, point))),
      ),
    ],
    show(live) {
      verdict.show(live.verdict)
      controls.show({values: live.values, problems: live.refused.map((key) => ({key})), remarks: {}, allowed: {}})
      refill(stats, [statList(live.stats)])
      operators.show(live)
      config.show(live)
      setText(source, live.source)
      setText(note, live.note)
    },
  }
}

export function render({model}) {
  const root = element("div", {class: "whole"})
  const host = hostOf(root)
  const chart = element("div", {class: "chart", role: "img"}, model.get_child("chart"))
  const stage = element("section", {class: "stage"}, chart)
  let parts = null
  let spoken = null
  const show = () => {
    const live = JSON.parse(model.live.told)
    parts.show(live)
    chart.setAttribute("aria-label", live.chart_label)
  }
  const describe = () => {
    const {frame} = model
    const kept = parts?.config.kept
    if (JSON.stringify(frame.texts) !== spoken) {
      spoken = JSON.stringify(frame.texts)
      parts = createModelParts(frame, host.link)
      if (kept) parts.config.keep(kept)
      root.replaceChildren(stage, parts.side, ...parts.below)
      stage.replaceChildren(parts.verdict.root, chart)
    }
    parts.controls.describe(frame.controls)
    root.dataset.hide = frame.hide.join(" ")
    show()
  }
  model.on("frame", describe)
  model.on("live", show)
  describe()
  const tellSize = (size) => host.link.push({command: ["view", ["model", "size", size]]})
  const stop = []
  model.on("lifecycle:after_render", () => {
    stop.push(followColours(model.chart, host.element, MODEL_COLOURS, "model-"), reportSize(chart, tellSize))
  })
  model.on("lifecycle:remove", () => stop.forEach((end) => end()))
  return root
}
