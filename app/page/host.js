// A view's way to the simulator around it: its link to Python, and the element that has the colours.

function hostOf(root) {
  let found = null
  const find = () => {
    if (found) return found
    const detail = {}
    root.dispatchEvent(new CustomEvent("roofline:host", {bubbles: true, composed: true, detail}))
    if (detail.link) found = detail
    return found
  }
  return {
    link: {
      push: (message) => find().link.push(message),
      pending: (key) => find()?.link.pending(key) ?? false,
    },
    get element() { return find().element },
  }
}
