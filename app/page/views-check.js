// The published figures, recomputed: asks for one batch of rows after the other.

function checkCells({formula, printed, corrected, computed, difference}, texts) {
  const cell = (text, ...more) => element("td", {class: "figure"}, element("bdi", {}, text), ...more)
  const right = corrected ? [element("small", {}, `${texts.check.right} ${corrected}`)] : []
  const numbers = [cell(printed, ...right), cell(computed || texts.check.nothing), cell(difference)]
  return {numbers, how: element("td", {class: "formula", lang: "en"}, formula)}
}

// One body a row of the files: as many lines as it has figures, between cells that span them all.
function checkRow(row, texts) {
  const english = (text) => (text ? [element("small", {lang: "en"}, text)] : [])
  const spans = {rowspan: row.figures.length}
  const name = element("th", {scope: "rowgroup", ...spans}, element("code", {}, row.id), ...english(row.about))
  const mark = element("strong", {class: "mark"}, texts.check[row.verdict])
  const result = element("td", {class: "result", ...spans}, mark, ...english(row.why))
  const source = element("td", {class: "source", lang: "en", ...spans}, row.source)
  const lines = row.figures.map((figure, i) => {
    const {numbers, how} = checkCells(figure, texts)
    return i ? element("tr", {}, ...numbers, how) : element("tr", {}, name, ...numbers, result, how, source)
  })
  return element("tbody", {"data-id": row.id, "data-verdict": row.verdict}, ...lines)
}

function createCheck({texts, total}, ask) {
  const rows = []
  const summary = element("p", {class: "summary", role: "status"})
  const bar = element("progress", {max: total, value: 0, "aria-label": texts.check.progress})
  const topic = element("select", {id: "check-topic", onchange: filter}, element("option", {value: ""}, texts.check.all))
  const only = element("input", {type: "checkbox", role: "switch", id: "check-only", onchange: filter})
  const shown = element("p", {class: "note", role: "status"})
  const heading = (text, kind = null) => element("th", {scope: "col", class: kind}, text)
  const table = element(
    "table", {class: "check"},
    element("caption", {}, texts.check.caption),
    element("thead", {}, element(
      "tr", {}, heading(texts.check.row), heading(texts.check.printed, "figure"),
      heading(texts.check.computed, "figure"), heading(texts.check.difference, "figure"),
      heading(texts.check.verdict), heading(texts.check.formula), heading(texts.check.source),
    )),
  )
  const root = element(
    "div", {class: "check-page"},
    element("h2", {}, texts.check.title), element("p", {}, texts.check.about), summary, bar,
    element(
      "div", {class: "filters"},
      element("label", {for: "check-topic"}, texts.check.topic), topic,
      element("div", {class: "control switch"}, element(
        "label", {for: "check-only"}, only, element("span", {class: "track"}), element("span", {}, texts.check.only),
      )),
    ),
    shown,
    scrolled(table),
  )

  function filter() {
    let count = 0
    rows.forEach((row, i) => {
      const hidden = (topic.value && row.topic !== topic.value) || (only.checked && row.verdict === "agrees")
      table.tBodies[i].hidden = hidden
      count += !hidden
    })
    setText(shown, topic.value || only.checked ? filled(texts.check.shown, {count, total: rows.length}) : "")
  }

  function summarise() {
    const count = (verdict) => rows.filter((row) => row.verdict === verdict).length
    const done = rows.length === total
    bar.hidden = done
    bar.value = rows.length
    root.dataset.done = done
    const values = {done: rows.length, total, agree: count("agrees"), misprints: count("misprint"), off: count("disagrees")}
    // A screen reader hears the beginning and the end, not every batch.
    if (done) setText(summary, filled(values.off ? texts.check.summary_off : texts.check.summary, values))
    else if (!summary.textContent) setText(summary, texts.check.busy)
  }

  return {
    root,
    take({start, rows: batch}) {
      // While another page is shown, a question is lost; one that was asked twice has two answers.
      if (start < 0 && rows.length < total) ask(rows.length)
      if (start !== rows.length) return
      for (const row of batch) {
        rows.push(row)
        table.append(checkRow(row, texts))
        if (![...topic.options].some(({value}) => value === row.topic)) {
          topic.append(element("option", {value: row.topic}, texts.check[`topic_${row.topic}`] ?? row.topic))
        }
      }
      filter()
      summarise()
      if (rows.length < total) ask(rows.length)
    },
    begin() {
      summarise()
      ask(0)
    },
  }
}

export function render({model}) {
  const root = element("div", {})
  const host = hostOf(root)
  const ask = (start) => host.link.push({command: ["view", ["check", "rows", [start]]]})
  let page = null
  const begin = () => {
    page = createCheck(model.frame, ask)
    root.replaceChildren(page.root)
    page.begin()
  }
  model.on("frame", begin)
  model.on("live", () => page?.take(model.live))
  model.on("lifecycle:after_render", begin)
  return root
}
