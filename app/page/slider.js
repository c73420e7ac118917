// A logarithmic slider: a native range over log(value), a box for the exact number, keys that
// move by one sensible step, and a value text with its unit.

// The nearest value of the grid a slider moves on: 16 steps to the octave on which every power
// of two lies, or two significant digits.
function snap(value, spec) {
  const base = spec.page
  const power = Math.floor(Math.log(value) / Math.log(base) + 1e-9)
  const step = stepAt(power, spec)
  return tidy(Math.round(value / step) * step)
}

function stepAt(power, {page, whole}) {
  const step = page === 2 ? 2 ** (power - 4) : 10 ** (power - 1)
  return whole ? Math.max(1, step) : step
}

// The next value of the grid above or below.
function neighbour(value, direction, spec) {
  const here = snap(value, spec)
  if (direction > 0 ? here > value * (1 + 1e-12) : here < value * (1 - 1e-12)) return here
  const nudge = direction > 0 ? 1 + 1e-9 : 1 - 1e-9
  const power = Math.floor(Math.log(here * nudge) / Math.log(spec.page) + 1e-12)
  return snap(here + direction * stepAt(power, spec), spec)
}

// Without the dust that arithmetic on powers of ten leaves.
const tidy = (value) => Number(value.toPrecision(12))

const SLIDER_KEYS = {
  ArrowRight: (v, s) => neighbour(v, 1, s),
  ArrowUp: (v, s) => neighbour(v, 1, s),
  ArrowLeft: (v, s) => neighbour(v, -1, s),
  ArrowDown: (v, s) => neighbour(v, -1, s),
  PageUp: (v, s) => tidy(v * s.page),
  PageDown: (v, s) => (s.whole ? Math.round(v / s.page) : tidy(v / s.page)),
  Home: (v, s) => s.low,
  End: (v, s) => s.high,
}

// Where text runs to the left, a slider does too.
const MIRRORED = {ArrowLeft: "ArrowRight", ArrowRight: "ArrowLeft"}

function asReading(key, range) {
  return getComputedStyle(range).direction === "rtl" ? MIRRORED[key] ?? key : key
}

// "1.5e3" in units of 10^exponent is "1.5e15" in the base unit.
function inBaseUnit(text, exponent) {
  const typed = text.trim().replaceAll(",", "")
  if (exponent === 0) return typed
  const match = /^(.*?)(?:e([+-]?\d+))?$/i.exec(typed)
  return `${match[1]}e${Number(match[2] ?? 0) + exponent}`
}

// The value itself where all will do, else the nearest of those that can be, as the eye measures it.
function nearest(value, allowed) {
  const distance = (other) => Math.abs(Math.log(other / value))
  return allowed?.reduce((best, next) => (distance(next) < distance(best) ? next : best), allowed[0]) ?? value
}

// A key moves on to the next value that can be.
function onward(from, to, allowed) {
  if (!allowed) return to
  return (to > from ? allowed.find((v) => v >= to) : allowed.findLast((v) => v <= to)) ?? from
}

function createSlider(spec, id, send) {
  let allowed = null
  let value = spec.low
  let fresh = true
  let typing = false
  let typed = false
  const span = Math.log(spec.high / spec.low)
  const range = element("input", {
    type: "range", id, min: 0, max: 1, step: "any",
    onpointerdown: () => { fresh = true },
    onblur: () => { fresh = true },
    oninput: () => {
      move(nearest(snap(spec.low * Math.exp(span * Number(range.value)), spec), allowed))
      if (allowed) show(String(value)) // the handle too moves along these values only
    },
    onkeydown: (event) => {
      const step = SLIDER_KEYS[asReading(event.key, range)]
      if (!step || event.altKey || event.ctrlKey || event.metaKey) return
      event.preventDefault()
      move(onward(value, Math.min(Math.max(step(value, spec), spec.low), spec.high), allowed))
    },
  })
  const box = element("input", {
    type: "text", inputmode: "decimal", autocomplete: "off", spellcheck: "false",
    "aria-label": spec.exact, "aria-describedby": `${id}-unit ${id}-note`,
    oninput: () => { typing = true },
    onchange: () => { typing = false; typed = true; send({[spec.key]: inBaseUnit(box.value, spec.exponent)}, true) },
    onkeydown: (event) => { if (event.key === "Escape") show(root.dataset.value) },
  })
  const note = element("p", {class: "note", id: `${id}-note`})
  const root = element(
    "div", {class: "control slider", "data-key": spec.key},
    element("label", {for: id}, spec.label),
    element("span", {class: "exact"}, box, element("span", {class: "unit", id: `${id}-unit`}, spec.unit)),
    range, note,
  )

  function move(next) {
    if (next === value) return
    send({[spec.key]: String(next)}, fresh)
    fresh = false
    show(String(next))
  }

  function show(text) {
    value = Number(text)
    const shown = String(tidy(value / 10 ** spec.exponent))
    range.value = Math.log(value / spec.low) / span
    range.style.setProperty("--share", `${Math.min(Math.max(range.value, 0), 1) * 100}%`)
    range.setAttribute("aria-valuetext", `${shown} ${spec.unit}`)
    box.value = shown
    typing = typed = false
    box.removeAttribute("aria-invalid")
    root.dataset.value = text
  }

  return {
    root,
    show,
    // What was typed and refused stays in the box, marked, so that it can be mended.
    refuse(text) {
      if (typed) box.setAttribute("aria-invalid", "true")
      else show(text)
    },
    remark(text) { setText(note, text) },
    allow(values) { allowed = values?.length ? values : null },
    typing: () => typing,
  }
}
