// The pages beside the simulator: the row that leads to them, and the place where one is shown.

function createViews(texts, views, link) {
  const buttons = views.map((name) => element("button", {
    type: "button", "data-view": name, onclick: () => link.push({changes: {view: name}}),
  }, texts.view[name]))
  const root = element("nav", {class: "views", "aria-label": texts.view.label}, ...buttons)
  return {
    root,
    show(view) {
      for (const button of buttons) {
        if (button.dataset.view === view) button.setAttribute("aria-current", "page")
        else button.removeAttribute("aria-current")
      }
    },
  }
}

// Shows the view that Python has built, and answers what it asks of the simulator.
function createViewPlace(model, link, host) {
  const root = element("section", {class: "view"})
  const show = () => root.replaceChildren(...[model.get_child("page")].filter(Boolean))
  root.addEventListener("roofline:host", ({detail}) => Object.assign(detail, {link, element: host}))
  model.on("page", show)
  show()
  return root
}

// A page's figure is a part of the simulator's layout before it has been drawn; Bokeh would measure
// it all the same and fail. It asks for the layout itself once it is drawn.
function leaveOutUndrawn(view) {
  const undrawn = (part) => (part.child_views ?? []).some(
    (child) => undrawn(child) || (child.model.type === "Figure" && !child.layout),
  )
  const compute = view.compute_layout
  view.compute_layout = () => { if (!undrawn(view)) compute.call(view) }
}
