// The page: puts the parts together around the chart and connects them with Python.

// Under a server Python is there before the page; in the static site it comes later and says so.
function pythonReady() {
  if (document.documentElement.dataset.python !== "loading") return Promise.resolve()
  return new Promise((resolve) => {
    window.addEventListener("roofline:python-ready", resolve, {once: true})
  })
}

const THEMES = ["system", "light", "dark"]

function createTheme(texts, link) {
  const select = element(
    "select", {"aria-label": texts.page.theme, onchange: () => link.push({changes: {theme: select.value}})},
    ...THEMES.map((theme) => element("option", {value: theme}, texts.theme[theme])),
  )
  return {root: element("span", {class: "theme"}, select), show(theme) { select.value = theme }}
}

function createHeader(texts, language, link, buttons, views) {
  const theme = createTheme(texts, link)
  const spec = {key: "expert", label: texts.page.expert}
  const expert = createSwitch(spec, "control-expert", (changes) => link.push({changes}))
  const places = createViews(texts, views, link)
  const tools = element(
    "nav", {class: "tools", "aria-label": texts.page.tools},
    ...buttons, ...createLanguages(language, link), theme.root,
  )
  const root = element(
    "header", {},
    element("div", {class: "title"}, element("h1", {}, texts.page.title), element("p", {}, texts.page.tagline)),
    tools, expert.root, ...(views.length > 1 ? [places.root] : []),
  )
  return {
    root,
    show({values}, {theme: chosen, view}) {
      theme.show(chosen)
      places.show(view)
      if (!link.pending("expert")) expert.show(values.expert)
    },
  }
}

function createAssumptions(texts) {
  const {title, points} = texts.assumptions
  return element(
    "details", {class: "assumptions"},
    element("summary", {}, title),
    element("ul", {}, ...points.map((point) => element("li", {}, point))),
  )
}

// What sets the intensity, and how far it is from the pinned state.
function createWhy(texts) {
  const explanation = element("p", {})
  const comparison = element("p", {class: "comparison"})
  const root = element("section", {class: "why", "aria-label": texts.page.why}, explanation, comparison)
  return {
    root,
    show(live) {
      setText(explanation, live.explanation)
      setText(comparison, live.comparison)
    },
  }
}

// With `lite=true` nothing starts until the reader asks for it.
function startWhenAsked(language, root) {
  if (!isTrue(new URLSearchParams(addressQuery()).get("lite"))) return Promise.resolve()
  return new Promise((resolve) => {
    const start = element("button", {
      type: "button", class: "start",
      onclick: () => {
        start.remove()
        window.dispatchEvent(new Event("roofline:start"))
        resolve()
      },
    }, languageOf(location.search, language).load)
    root.prepend(start)
  })
}

// The page's own keys, as classes and attributes that the style sheet knows.
function applyChrome(host, root, {embed, hide, theme, view}) {
  host.dataset.chosen = theme
  resolveTheme(host)
  root.classList.toggle("embed", embed)
  root.dataset.hide = hide.join(" ")
  root.dataset.view = view
  if (ownsAddress()) document.documentElement.dataset.theme = theme
}

// Everything that holds texts. When the language changes it is made anew, around the chart that stays.
function createParts({texts, language, views, lessons: lessonFrame}, link, {read, picture}) {
  const share = createShare({texts, read, link, picture})
  const lessons = createLessons(lessonFrame, link)
  const header = createHeader(texts, language, link, [lessons.button, share.button], views)
  const problems = createProblems(texts)
  const verdict = createVerdict(texts)
  const steps = createSteps(texts, link)
  const why = createWhy(texts)
  const details = createDetails(texts)
  const table = createTable(texts)
  const panel = element("div", {})
  const controls = createControls(panel, link)
  const side = element("section", {class: "controls", "aria-label": texts.page.controls}, panel, steps.root)
  return {
    roots: {
      header: header.root, problems: problems.root, verdict: verdict.root, lessons: lessons.root, side, why: why.root,
      details: details.root, table: table.root, assumptions: createAssumptions(texts),
      share: share.dialog,
    },
    lessons,
    describe: controls.describe,
    onKey: steps.onKey,
    show(live, chrome) {
      header.show(live, chrome)
      controls.show(live)
      for (const part of [steps, why, details, table]) part.show(live)
      verdict.show(live.verdict)
      problems.show(live.problems)
    },
  }
}

// Puts new parts in the places of the old ones, and the focus where it was.
function replaceParts(old, parts, refill) {
  const place = old.roots.header.getRootNode()
  const focused = place.activeElement?.id
  for (const [name, node] of Object.entries(old.roots)) node.replaceWith(parts.roots[name])
  for (const name of ["table", "assumptions"]) parts.roots[name].open = old.roots[name].open
  refill()
  if (focused) place.getElementById(focused)?.focus()
}

// The page as it is at the start, with nobody to talk to: the static site shows it while the drawing
// library is on its way. Returns what to lay out, and how to end it once that is in a page.
export function preview({frame, told, lesson, asked}, host, picture) {
  const link = {push: () => Promise.resolve(), pending: () => false}
  const live = JSON.parse(told)
  const parts = createParts(frame, link, {read: () => ({live, frame}), picture: null})
  const {header, problems, verdict, ...rest} = parts.roots
  const root = element("div", {class: "page"})
  const stage = element("section", {class: "stage"}, verdict, element("div", {class: "chart"}, picture))
  root.append(header, problems, stage, ...Object.values(rest))
  startWhenAsked(frame.language, root)
  const query = addressQuery()
  const chrome = chromeOf(query, frame.chrome, frame.views)
  applyChrome(host, root, chrome)
  applyLanguage(root, frame)
  parts.describe(frame.controls)
  parts.lessons.show(lesson)
  parts.show(live, chrome)
  const filled = settle(root, query, {asked, frame})
  return {root, stop() { filled(); parts.lessons.stop() }}
}

export function render({model, view}) {
  leaveOutUndrawn(view)
  const root = element("div", {class: "page"})
  const python = startWhenAsked(model.frame.language, root).then(pythonReady)
  const link = createLink((message) => model.send_msg(message), python)
  const chart = element("div", {class: "chart", role: "img"}, model.get_child("chart"))
  let live = JSON.parse(model.told)
  let spoken = spokenBy(model.frame)
  const shared = {
    read: () => ({live, frame: model.frame}),
    picture: (options) => chartPicture(view, {live, frame: model.frame, chart: model.chart}, options),
  }
  let parts = createParts(model.frame, link, shared)
  const {header, problems, verdict, ...rest} = parts.roots
  root.append(
    header, problems, createViewPlace(model, link, view.el),
    element("section", {class: "stage"}, verdict, chart), ...Object.values(rest),
  )
  root.addEventListener("keydown", (event) => parts.onKey(event))

  // A query in the address is read first; until it is answered nothing is shown that it may change.
  const query = addressQuery()
  const ready = query ? link.push({query, author: true, host: true}) : python
  parts.lessons.restore()
  const outside = createApi(link, ready, () => live)
  window.roofline = outside.api

  const settled = () => window.dispatchEvent(new Event("roofline:settled"))
  const onRestart = ({detail}) => { if (detail?.restarted) link.restart(live.address).then(settled) }
  window.addEventListener("roofline:python-ready", onRestart)

  const address = createAddress(link)
  let begun = !query
  let shown = live.query
  const chrome = () => (begun ? model.frame.chrome : chromeOf(query, model.frame.chrome, model.frame.views))
  const show = () => {
    const byHost = link.answered(live)
    parts.show(live, chrome())
    chart.setAttribute("aria-label", live.chart_label)
    if (!begun) return
    address.show(live.address)
    if (live.query !== shown) {
      shown = live.query
      outside.changed(!byHost)
    }
  }
  const fill = () => {
    applyChrome(view.el, root, chrome())
    applyLanguage(root, model.frame)
    parts.describe(model.frame.controls)
    parts.lessons.show(model.lesson)
    show()
  }
  const describe = () => {
    if (spokenBy(model.frame) === spoken) return fill()
    spoken = spokenBy(model.frame)
    const old = parts
    old.lessons.stop()
    parts = createParts(model.frame, link, shared)
    replaceParts(old, parts, fill)
  }
  model.on("frame", describe)
  model.on("told", () => { live = JSON.parse(model.told); show() })
  model.on("lesson", () => parts.lessons.show(model.lesson))
  fill()

  if (query) {
    const filled = settle(root, query, model)
    ready.then(() => {
      begun = true
      shown = live.query
      applyChrome(view.el, root, chrome())
      show()
      filled()
      settled()
    })
  }
  const frame = createFrame(outside, link, root)
  const printing = preparePrint({view, model, root, ...shared})
  const stop = [
    address.stop, frame.stop, () => parts.lessons.stop(), printing,
    () => window.removeEventListener("roofline:python-ready", onRestart),
  ]
  model.on("lifecycle:after_render", () => {
    stop.push(followColours(model.chart, view.el), reportSize(chart, (size) => link.push({size})))
  })
  model.on("lifecycle:remove", () => stop.forEach((end) => end()))
  return root
}
