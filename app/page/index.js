// The page: puts the parts together around the chart and connects them with Python.

// Under a server Python is there before the page; in the static site it comes later and says so.
function pythonReady() {
  if (document.documentElement.dataset.python !== "loading") return Promise.resolve()
  return new Promise((resolve) => {
    window.addEventListener("roofline:python-ready", resolve, {once: true})
  })
}

function createHeader(texts, link) {
  const expert = createSwitch({key: "expert", label: texts.page.expert}, "control-expert", (changes) => link.push({changes}))
  const root = element(
    "header", {},
    element("div", {}, element("h1", {}, texts.page.title), element("p", {}, texts.page.tagline)),
    expert.root,
  )
  return {root, show: (values) => { if (!link.pending("expert")) expert.show(values.expert) }}
}

function createAssumptions(texts) {
  const {title, points} = texts.assumptions
  return element(
    "details", {class: "assumptions"},
    element("summary", {}, title),
    element("ul", {}, ...points.map((point) => element("li", {}, point))),
  )
}

// What teachers and tests use: a promise, the present state, and a way to set it.
function publish(link, ready, read) {
  const asMessage = (state) => {
    if (typeof state === "string") return {query: state}
    const changes = Object.fromEntries(Object.entries(state).map(([k, v]) => [k, String(v)]))
    return {changes, start: true}
  }
  window.roofline = {
    ready: ready.then(() => window.roofline),
    get: () => ({state: read().query, ...JSON.parse(read().result), json: read().result}),
    set: (state) => link.push(asMessage(state)).then(({problems}) => {
      const own = problems.filter(({key}) => typeof state === "string" || key in state)
      if (own.length > 0) throw new Error(own.map(({message}) => message).join("; "))
      return window.roofline.get()
    }),
  }
}

// The labels on the chart are laid out for the size it has.
function reportSize(box, link) {
  let told = null
  let timer = 0
  const tell = () => {
    const size = [box.clientWidth, box.clientHeight]
    if (size[0] === 0 || (told && Math.abs(size[0] - told[0]) < 30 && Math.abs(size[1] - told[1]) < 30)) return
    told = size
    link.push({size})
  }
  const observer = new ResizeObserver(() => { clearTimeout(timer); timer = setTimeout(tell, 120) })
  observer.observe(box)
  return () => observer.disconnect()
}

export function render({model, view}) {
  const {texts} = model.frame
  const python = pythonReady()
  const link = createLink((message) => model.send_msg(message), python)
  const header = createHeader(texts, link)
  const verdict = createVerdict()
  const problems = createProblems(texts)
  const details = createDetails(texts)
  const panel = element("section", {class: "controls", "aria-label": texts.page.controls})
  const controls = createControls(panel, link)
  const chart = element("div", {class: "chart", role: "img"}, model.get_child("chart"))
  const root = element(
    "div", {class: "page"},
    header.root, problems.root,
    element("section", {class: "stage"}, verdict.root, chart),
    panel, details.root, createAssumptions(texts),
  )

  const show = () => {
    const {live} = model
    link.answered(live)
    header.show(live.values)
    controls.show(live.values, live.problems, live.remarks)
    verdict.show(live.verdict)
    problems.show(live.problems)
    details.show(live)
    chart.setAttribute("aria-label", live.chart_label)
  }
  const describe = () => { controls.describe(model.frame.controls); show() }
  model.on("frame", describe)
  model.on("live", show)
  describe()

  const query = location.search
  const ready = query ? link.push({query, author: true}) : python
  publish(link, Promise.resolve(ready), () => model.live)
  const theme = new URLSearchParams(query).get("theme")
  if (theme === "light" || theme === "dark") view.el.dataset.theme = theme
  if (query) {
    root.classList.add("settling") // no flash of the default state before the URL's
    ready.then(() => root.classList.remove("settling"))
  }
  const stop = []
  model.on("lifecycle:after_render", () => {
    stop.push(followColours(model.chart, view.el), reportSize(chart, link))
  })
  model.on("lifecycle:remove", () => stop.forEach((end) => end()))
  return root
}
