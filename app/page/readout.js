// Everything the page says in words and numbers: verdict, counts and times, ledger, table.

const QUIET_MS = 700

// Says a text to a screen reader once it has stood still for a while: not at every step of a drag.
function createVoice() {
  const root = element("p", {class: "heard", role: "status"})
  let timer = 0
  let said = null
  return {
    root,
    say(text) {
      clearTimeout(timer)
      if (said === null) said = text // what is there at the start is read as it is
      else if (text !== said) timer = setTimeout(() => { said = text; setText(root, text) }, QUIET_MS)
    },
  }
}

function createVerdict({punctuation: {stop, gap}}) {
  const head = element("strong", {})
  const why = element("span", {})
  const moves = element("span", {})
  const voice = createVoice()
  const sentence = element("p", {}, head, gap, why, gap, moves)
  const root = element("div", {class: "verdict"}, sentence, voice.root)
  return {
    root,
    show(verdict) {
      root.dataset.bound = verdict.bound
      setText(head, `${verdict.head}${stop}`)
      setText(why, verdict.why)
      setText(moves, verdict.moves)
      voice.say(`${verdict.head}${stop}${gap}${verdict.why}`)
    },
  }
}

function statList(stats) {
  return element(
    "dl", {class: "stats"},
    ...stats.map(({key, label, value, exact}) => element(
      "div", {"data-stat": key, title: exact || null},
      element("dt", {}, label), element("dd", {}, element("bdi", {}, value)),
    )),
  )
}

function factList({title, rows}) {
  const fact = ({term, text, source}) => element(
    "div", {}, element("dt", {}, term),
    element("dd", {}, text, ...(source ? [element("small", {lang: "en", dir: "ltr", translate: "no"}, source)] : [])),
  )
  return element(
    "section", {class: "facts"}, element("h2", {}, title), element("dl", {}, ...rows.map(fact)),
  )
}

function headerRow(labels, figuresFrom) {
  const heading = (label, i) => (
    element("th", {scope: "col", class: i < figuresFrom ? null : "figure"}, label)
  )
  return element("tr", {}, ...labels.map(heading))
}

function ledgerTable({title, rows, total}, texts) {
  const formula = (row) => element(
    "small", {},
    element("bdi", {}, element("span", {class: "formula"}, row.formula), ` = ${row.numbers}`),
  )
  const cells = (row) => [
    element("th", {scope: "row"}, row.term, formula(row)),
    element("td", {class: "figure"}, row.value),
    element("td", {class: "figure"}, element("bdi", {}, row.share)),
  ]
  return element(
    "table", {class: "ledger"},
    element("caption", {}, title),
    element("thead", {}, headerRow([texts.term, texts.value, texts.share], 1)),
    element("tbody", {}, ...rows.map((row) => element("tr", {}, ...cells(row)))),
    element("tfoot", {}, element(
      "tr", {}, element("th", {scope: "row"}, texts.total),
      element("td", {class: "figure"}, total), element("td", {}),
    )),
  )
}

const TABLE_COLUMNS = ["name", "flops", "bytes", "intensity", "bound", "attainable", "time"]

function workloadTable(rows, selected, texts) {
  const labels = ["workload", "flops", "bytes", "intensity", "bound", "attainable", "time"]
  const line = (row) => element(
    "tr", {"aria-current": row.id === selected ? "true" : null},
    element("th", {scope: "row"}, row.name, element("small", {}, row.label)),
    ...TABLE_COLUMNS.slice(1).map((key) => element("td", {class: "figure"}, element("bdi", {}, row[key]))),
  )
  return element(
    "table", {class: "workloads"},
    element("caption", {}, texts.title),
    element("thead", {}, headerRow(labels.map((key) => texts[key]), 1)),
    element("tbody", {}, ...rows.map(line)),
  )
}

function createDetails(texts) {
  const root = element("section", {class: "details", "aria-label": texts.page.details})
  return {
    root,
    show(live) {
      root.hidden = !live.details
      if (!live.details) return
      const {stats, facts, ledger} = live.details
      const tables = ledger.map((section) => scrolled(ledgerTable(section, texts.ledger)))
      refill(root, [statList(stats), ...facts.map(factList), ...tables])
    },
  }
}

// The chart's numbers as a table, for who does not see it, and for who wants them exactly.
function createTable(texts) {
  const body = element("div", {})
  let latest = null
  let timer = 0
  const fill = () => {
    clearTimeout(timer)
    refill(body, [scrolled(workloadTable(latest.table, latest.selected, texts.table))])
  }
  const root = element(
    "details", {class: "table", ontoggle: fill}, element("summary", {}, texts.table.title), body,
  )
  return {
    root,
    // While it is closed it is only filled when the hand has stopped.
    show(live) {
      latest = live
      clearTimeout(timer)
      if (root.open) fill()
      else timer = setTimeout(fill, QUIET_MS)
    },
  }
}

function createProblems(texts) {
  const root = element("div", {class: "problems", role: "alert"})
  return {
    root,
    show(problems) {
      root.replaceChildren(...problems.map(({message}) => {
        const line = element("p", {}, message)
        const close = element("button", {
          type: "button", "aria-label": texts.page.dismiss, onclick: () => line.remove(),
        }, "×")
        line.append(close)
        return line
      }))
    },
  }
}
