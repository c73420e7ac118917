// Pictures of the chart as it is shown: vectors, and the same as pixels.

const SVG = "http://www.w3.org/2000/svg"
const HEAD_PX = 50
const PNG_SCALE = 2
const FONT = "system-ui, -apple-system, 'Segoe UI', Roboto, 'Noto Sans', 'Noto Sans CJK SC', sans-serif"

function svgElement(tag, attributes, ...children) {
  const node = document.createElementNS(SVG, tag)
  for (const [name, value] of Object.entries(attributes)) node.setAttribute(name, value)
  node.append(...children)
  return node
}

// The chart as vectors, with its title: what Bokeh draws, drawn once more into an SVG.
function chartPicture(view, model, {titled = true} = {}) {
  const {verdict, chart_label: description, values} = model.live
  const plot = view.get_child_view(model.chart)
  const style = getComputedStyle(view.el)
  const colour = (token) => style.getPropertyValue(token).trim()
  const drawn = plot.export("svg", false).canvas
  // Bokeh writes the outlines too that it does not draw, and with them each text twice.
  for (const node of drawn.querySelectorAll("[fill=none][stroke-opacity='0']")) node.remove()
  const {width, height} = plot.bbox
  const top = titled ? HEAD_PX : 0
  drawn.setAttribute("y", top)
  const line = (text, y, size, weight, fill) => svgElement("text", {
    x: 12, y, "font-family": FONT, "font-weight": weight, "font-size": fitted(text, size, weight, width - 24), fill,
  }, text)
  const title = [
    line(verdict.head, 22, 16, 650, colour("--ink")),
    line(optionLabel(model.frame, "chip", values.chip), 41, 13, 400, colour("--muted")),
  ]
  return svgElement(
    "svg", {width, height: height + top, viewBox: `0 0 ${width} ${height + top}`, role: "img"},
    svgElement("title", {}, verdict.head), svgElement("desc", {}, description),
    svgElement("rect", {width, height: height + top, fill: colour("--card")}),
    ...(titled ? title : []), drawn,
  )
}

// A size at which a line of text fits the width.
function fitted(text, size, weight, width) {
  const probe = document.createElement("canvas").getContext("2d")
  probe.font = `${weight} ${size}px ${FONT}`
  return Math.min(size, size * width / probe.measureText(text).width)
}

const asText = (svg) => `<?xml version="1.0" encoding="UTF-8"?>\n${new XMLSerializer().serializeToString(svg)}\n`

// The PNG is the SVG with twice as many pixels, so that both show the same.
async function asPng(svg) {
  const image = new Image()
  await new Promise((resolve, reject) => {
    Object.assign(image, {onload: resolve, onerror: () => reject(new Error("no picture"))})
    image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(new XMLSerializer().serializeToString(svg))}`
  })
  const canvas = document.createElement("canvas")
  canvas.width = PNG_SCALE * svg.getAttribute("width")
  canvas.height = PNG_SCALE * svg.getAttribute("height")
  canvas.getContext("2d").drawImage(image, 0, 0, canvas.width, canvas.height)
  return new Promise((resolve) => canvas.toBlob(resolve, "image/png"))
}
