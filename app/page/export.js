// Pictures of the chart as it is shown, and files.

const SVG = "http://www.w3.org/2000/svg"
const HEAD_PX = 50
const PNG_SCALE = 2

function svgElement(tag, attributes, ...children) {
  const node = document.createElementNS(SVG, tag)
  for (const [name, value] of Object.entries(attributes)) node.setAttribute(name, value)
  node.append(...children)
  return node
}

// Colours as every program reads them: drawing programs know neither color-mix() nor rgb(… / …).
function plainColours(svg) {
  const probe = document.createElement("canvas").getContext("2d")
  for (const node of svg.querySelectorAll("[fill], [stroke]")) {
    for (const name of ["fill", "stroke"]) {
      const colour = node.getAttribute(name)
      if (!colour || colour === "none" || colour.startsWith("#") || colour.startsWith("url")) continue
      probe.clearRect(0, 0, 1, 1)
      probe.fillStyle = colour
      probe.fillRect(0, 0, 1, 1)
      const [r, g, b, alpha] = probe.getImageData(0, 0, 1, 1).data
      node.setAttribute(name, `rgb(${r},${g},${b})`)
      if (alpha < 255) node.setAttribute(`${name}-opacity`, (alpha / 255).toFixed(3))
    }
  }
}

// The chart as vectors, with its title: what Bokeh draws, drawn once more into an SVG.
function chartSvg(plot, host, {head, below, description}) {
  const {width, height} = plot.bbox
  const style = getComputedStyle(host)
  const colour = (token) => style.getPropertyValue(token).trim()
  const drawn = plot.export("svg", false).canvas
  const top = head ? HEAD_PX : 0
  drawn.setAttribute("y", top)
  plainColours(drawn)
  const svg = svgElement(
    "svg",
    {xmlns: SVG, width, height: height + top, viewBox: `0 0 ${width} ${height + top}`, role: "img"},
    svgElement("title", {}, head || below), svgElement("desc", {}, description),
    svgElement("rect", {width, height: height + top, fill: colour("--card")}),
  )
  const line = (text, y, size, weight, fill) => svgElement("text", {
    x: 12, y, "font-family": FONT, "font-size": fitted(text, size, weight, width - 24), "font-weight": weight, fill,
  }, text)
  if (head) svg.append(line(head, 22, 16, 650, colour("--ink")), line(below, 41, 13, 400, colour("--muted")))
  svg.append(drawn)
  return svg
}

const FONT = "system-ui, -apple-system, 'Segoe UI', Roboto, 'Noto Sans', 'Noto Sans CJK SC', sans-serif"

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

// Whether this page may save files: true, false, or null where a page around it does not tell.
function mayDownload() {
  try {
    for (let inner = window; inner !== inner.parent; inner = inner.parent) {
      const frame = inner.frameElement
      if (frame === null) return null
      if (frame.hasAttribute("sandbox") && !frame.sandbox.contains("allow-downloads")) return false
    }
  } catch {
    return null
  }
  return true
}

function saveFile(blob, name) {
  const href = URL.createObjectURL(blob)
  element("a", {href, download: name}).click()
  setTimeout(() => URL.revokeObjectURL(href), 60_000)
}
