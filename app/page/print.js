// On paper: light colours, the chart as vectors, everything open. The style sheet does the rest.

function preparePrint({view, model, root, picture}) {
  const host = view.el
  let restore = null

  const begin = () => {
    if (restore !== null) return
    host.dataset.theme = "light"
    paint(model.chart, host)
    // Bokeh takes new colours of glyphs over a moment later, but paper does not wait.
    const {renderer_views} = view.get_child_view(model.chart)
    for (const renderer of renderer_views.values()) if (renderer.glyph) renderer.set_visuals()
    const added = [element("div", {class: "on-paper"}, picture({titled: false}))]
    root.querySelector(".chart").after(added[0])
    if (ownsAddress()) {
      added.push(element("p", {class: "on-paper"}, location.href))
      root.append(added[1])
    }
    const closed = [...root.querySelectorAll("details:not([open])")]
    for (const details of closed) details.open = true
    restore = () => {
      resolveTheme(host)
      for (const node of added) node.remove()
      for (const details of closed) details.open = false
      paint(model.chart, host)
    }
  }
  const end = () => {
    restore?.()
    restore = null
  }

  const paper = matchMedia("print")
  const follow = () => (paper.matches ? begin() : end())
  window.addEventListener("beforeprint", begin)
  window.addEventListener("afterprint", end)
  paper.addEventListener("change", follow)
  return () => {
    window.removeEventListener("beforeprint", begin)
    window.removeEventListener("afterprint", end)
    paper.removeEventListener("change", follow)
  }
}
