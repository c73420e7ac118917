// Undo, redo, reset and the pinned state A: buttons, and the usual keys.

function createSteps(texts, link) {
  const command = (name) => link.push({command: [name, []]})
  const button = (name, label) => element("button", {type: "button", onclick: () => command(name)}, label)
  const undo = button("undo", texts.history.undo)
  const redo = button("redo", texts.history.redo)
  const reset = button("reset", texts.history.reset)
  const pin = button("pin", texts.compare.pin)
  const root = element("div", {class: "steps", role: "group", "aria-label": texts.history.label}, undo, redo, reset, pin)

  // Not disabled but marked so: a disabled button would drop the focus of who just pressed it.
  const enable = (node, possible) => node.setAttribute("aria-disabled", String(!possible))

  return {
    root,
    show({can, pinned}) {
      enable(undo, can.undo)
      enable(redo, can.redo)
      pin.setAttribute("aria-pressed", String(pinned))
      setText(pin, pinned ? texts.compare.unpin : texts.compare.pin)
    },
    onKey(event) {
      if (!(event.ctrlKey || event.metaKey) || event.altKey || event.key.toLowerCase() !== "z") return
      if (event.composedPath()[0].matches("input[type=text], textarea")) return // its own undo
      event.preventDefault()
      command(event.shiftKey ? "redo" : "undo")
    },
  }
}
