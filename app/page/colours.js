// Bokeh reads the colours of axes, grid and fills from the style sheet; those of glyphs and
// labels it takes as properties, so they are set here from the same sheet. Nothing is sent to
// Python: colours are the page's business.

const ROOF_COLOURS = {
  "memory-side": {glyph: {fill_color: "--memory-tint"}},
  "compute-side": {glyph: {fill_color: "--compute-tint"}},
  "memory-roof": {glyph: {line_color: "--memory"}},
  "compute-roof": {glyph: {line_color: "--compute"}},
  "ridge": {glyph: {line_color: "--muted"}},
  "notes-labels": {text_color: "--muted"},
}

const COLOURS = {
  ...ROOF_COLOURS,
  "drop-lines": {glyph: {line_color: "--accent"}},
  "trail-dots": {glyph: {fill_color: "--accent"}},
  "markers": {glyph: {line_color: "--card"}},
  "marker-colours": {palette: ["--other", "--accent"]},
  "pin-mark": {glyph: {line_color: "--ink"}},
  "pin-arrow": {line_color: "--ink"},
  "pin-head": {line_color: "--ink", fill_color: "--ink"},
  "pin-labels": {text_color: "--ink"},
  "points-labels": {text_color: "--ink"},
  "overlay-lines": {glyph: {line_color: "--muted"}},
  "overlay-marks": {glyph: {line_color: "--ink"}},
  "way-line": {glyph: {line_color: "--accent"}},
  "stop-marks": {glyph: {line_color: "--accent"}},
  "names-labels": {text_color: "--muted"},
  "marks-labels": {text_color: "--ink"},
  "stops-labels": {text_color: "--ink"},
}

// `prefix` begins the names of the models of this figure.
function paint(figure, host, colours = COLOURS, prefix = "") {
  const style = getComputedStyle(host)
  const colour = (token) => style.getPropertyValue(token).trim()
  const resolved = (properties) => Object.fromEntries(Object.entries(properties).map(
    ([name, token]) => [name, Array.isArray(token) ? token.map(colour) : colour(token)],
  ))
  for (const [name, {glyph, ...own}] of Object.entries(colours)) {
    const model = figure.document.get_model_by_name(`${prefix}${name}`)
    if (glyph) model.glyph.setv(resolved(glyph), {sync: false})
    model.setv(resolved(own), {sync: false})
  }
}

const prefersDark = matchMedia("(prefers-color-scheme: dark)")

// The colours in force: those chosen, or else the system's.
function resolveTheme(host) {
  const {chosen} = host.dataset
  const system = prefersDark.matches ? "dark" : "light"
  host.dataset.theme = chosen === "system" ? system : chosen
}

function followColours(figure, host, colours = COLOURS, prefix = "") {
  const follow = () => resolveTheme(host)
  prefersDark.addEventListener("change", follow)
  const repaint = () => paint(figure, host, colours, prefix)
  const observer = new MutationObserver(repaint)
  observer.observe(host, {attributeFilter: ["data-theme"]})
  repaint()
  return () => { prefersDark.removeEventListener("change", follow); observer.disconnect() }
}
