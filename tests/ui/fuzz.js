// Drives the page at random, reproducibly: sliders, boxes, keys, choices, buttons, whole queries.
// After every step it waits for the answer and notes the state and the numbers the page has.

async ([seed, steps]) => {
  // mulberry32
  let s = seed >>> 0
  const random = () => {
    s = (s + 0x6d2b79f5) >>> 0
    let t = Math.imul(s ^ (s >>> 15), s | 1)
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61)
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32
  }
  const pick = (list) => list[Math.floor(random() * list.length)]
  const root = Bokeh.index.roots[0].shadow_el
  const all = (selector) => [...root.querySelectorAll(selector)].filter((node) => node.checkVisibility())

  const TEXTS = [
    "1", "2", "3", "7", "64", "100", "8192", "1e3", "1000000000", "0.5", "0.5625", "4", "1e12", "1e13",
    "0", "-1", "nan", "inf", "", " ", "abc", "1,024", "1e400", "２", "<b>", "%", "&M=1", "0x10", "1.5", "12345.678",
  ]
  const KEYS = ["ArrowRight", "ArrowLeft", "ArrowUp", "ArrowDown", "PageUp", "PageDown", "Home", "End"]
  const WORKLOADS = [
    "gemm-big", "gemm-small", "attention-prefill", "decode-1", "decode-64", "relu", "gemm", "gemv",
    "attention", "decode", "attention-decode", "elementwise", "nope",
  ]
  const NAMES = ["M", "N", "K", "S", "B", "D", "h", "g", "n", "b", "peak", "bw", "chip", "expert", "fused", "x", "theme", "foo"]

  const fire = (node, type) => node.dispatchEvent(new Event(type, {bubbles: true}))
  const actions = {
    slide() {
      const range = pick(all("input[type=range]"))
      const moves = 1 + Math.floor(random() * 5)
      for (let i = 0; i < moves; i++) { range.value = random(); fire(range, "input") }
      return `slide ${range.id}`
    },
    key() {
      const range = pick(all("input[type=range]"))
      const key = pick(KEYS)
      range.dispatchEvent(new KeyboardEvent("keydown", {key, bubbles: true, cancelable: true}))
      return `${key} on ${range.id}`
    },
    type() {
      const box = pick(all(".control input[type=text]"))
      box.value = pick(TEXTS)
      fire(box, "input")
      fire(box, "change")
      return `type ${box.value} in ${box.closest(".control").dataset.key}`
    },
    choose() {
      const input = pick(all(".control input[type=radio], .control input[type=checkbox]"))
      input.click()
      return `click ${input.name || input.id} ${input.value}`
    },
    select() {
      const select = pick(all(".controls select"))
      select.value = pick([...select.options]).value
      fire(select, "change")
      return `select ${select.value}`
    },
    step() {
      const button = pick(all(".steps button, .problems button"))
      button.click()
      return `press ${button.textContent}`
    },
    undoKey() {
      const event = {key: "z", ctrlKey: true, shiftKey: random() < 0.5, bubbles: true, cancelable: true}
      pick(all("input[type=range]")).dispatchEvent(new KeyboardEvent("keydown", event))
      return "undo key"
    },
    query() {
      const count = Math.floor(random() * 5)
      const pairs = Array.from({length: count}, () => `${pick(NAMES)}=${encodeURIComponent(pick(TEXTS))}`)
      const query = [`workload=${pick(WORKLOADS)}`, "expert=true", ...pairs].join("&")
      window.roofline.set(query).catch(() => {})
      return `open ${query}`
    },
  }
  const NAMES_OF_ACTIONS = Object.keys(actions)

  const notes = []
  for (let i = 0; i < steps; i++) {
    const did = actions[pick(NAMES_OF_ACTIONS)]()
    await window.roofline.set({})
    const {state, json} = window.roofline.get()
    const bad = root.querySelector(".page").textContent.match(/NaN|Infinity|undefined|null|\[object/)
    const points = Bokeh.documents[0].get_model_by_name("points").data
    const place = [...points.id].indexOf(JSON.parse(json).workload)
    const at = place < 0 ? null : points.x[place]
    notes.push({did, state, json, bad: bad && bad[0], at})
  }
  return notes
}
