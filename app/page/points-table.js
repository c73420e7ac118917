// A long table, a page at a time: sorted by its headings, with buttons to turn the pages.

function createPager(texts, label, turn) {
  let at = 0
  const button = (text, step) => element("button", {type: "button", onclick: () => turn(at + step)}, text)
  const back = button(texts.points.back, -1)
  const on = button(texts.points.on, 1)
  const place = element("span", {})
  const root = element("nav", {class: "pager", "aria-label": label}, back, place, on)
  return {
    root,
    show({page, pages, total}) {
      at = page
      root.hidden = pages < 2
      back.disabled = page === 0
      on.disabled = page >= pages - 1
      const values = {page: page + 1, pages, total}
      setText(place, filled(texts.points.page, values))
    },
  }
}

// A heading that sorts: a button, and what it does now for a screen reader.
function createSorter(label, key, sort, kind) {
  const button = element("button", {type: "button", onclick: () => sort(key)}, label)
  const root = element("th", {scope: "col", class: kind}, button)
  return {
    root,
    show({sort: sorted, falling}) {
      markSorted(root, sorted === key, falling)
    },
  }
}

const POINT_COLUMNS = ["line", "name", "intensity", "rate", "share", "flops", "bytes", "time"]

function pointRow(row) {
  const cell = (key) => element("td", {class: "figure"}, element("bdi", {}, row[key]))
  const name = element("th", {scope: "row"}, element("bdi", {}, row.name))
  return element(
    "tr", {"data-impossible": row.impossible ? "true" : null},
    cell("line"), name, ...POINT_COLUMNS.slice(2).map(cell), element("td", {}, row.said),
  )
}

function createPointTable(texts, choose) {
  let now = {sort: "line", falling: false}
  // A first press puts the largest number on top, or the first name.
  const sort = (key) => choose({
    sort: key, falling: now.sort === key ? !now.falling : !["line", "name"].includes(key),
  })
  const sorters = POINT_COLUMNS.map((key) => (
    createSorter(texts.points[key], key, sort, key === "name" ? null : "figure")
  ))
  const body = element("tbody", {})
  const pager = createPager(texts, texts.points.pages, (page) => choose({page}))
  const table = element(
    "table", {class: "points"}, element("caption", {}, texts.points.table),
    element("thead", {}, element(
      "tr", {}, ...sorters.map(({root}) => root), element("th", {scope: "col"}, texts.points.bound),
    )),
    body,
  )
  const root = element(
    "section", {"aria-label": texts.points.table},
    scrolled(table),
    pager.root,
  )
  return {
    root,
    show(points) {
      now = points
      for (const sorter of sorters) sorter.show(points)
      refill(body, points.rows.map(pointRow))
      pager.show(points)
    },
  }
}

function createAsideTable(texts, turn) {
  const columns = ["line", "name", "column", "value", "expected"]
  const body = element("tbody", {})
  const pager = createPager(texts, texts.points.aside_pages, turn)
  const table = element(
    "table", {class: "aside"}, element("caption", {}, texts.points.aside_table),
    element("thead", {}, element(
      "tr", {}, ...columns.map((key) => element("th", {scope: "col"}, texts.points[key])),
    )),
    body,
  )
  const root = element(
    "section", {"aria-label": texts.points.aside_table},
    element("h3", {}, texts.points.aside_table),
    scrolled(table),
    pager.root,
  )
  const row = (told) => element(
    "tr", {}, ...columns.map((key) => element(key === "name" ? "th" : "td", key === "name" ? {scope: "row"} : {}, told[key])),
  )
  return {
    root,
    show(aside) {
      root.hidden = aside.total === 0
      refill(body, aside.rows.map(row))
      pager.show(aside)
    },
  }
}
