// Small helpers for building elements; text is always set as text.

function element(tag, attributes = {}, ...children) {
  const node = document.createElement(tag)
  for (const [name, value] of Object.entries(attributes)) {
    if (value === false || value === null || value === undefined) continue
    if (name.startsWith("on")) node.addEventListener(name.slice(2), value)
    else node.setAttribute(name, value === true ? "" : value)
  }
  node.append(...children)
  return node
}

function setText(node, text) {
  if (node.textContent !== text) node.textContent = text
}

// Put children in order, moving only those that are out of place: a moved node loses the focus.
function arrange(parent, children) {
  for (const child of [...parent.children]) {
    if (!children.includes(child)) child.remove()
  }
  children.forEach((child, i) => {
    if (parent.children[i] !== child) parent.insertBefore(child, parent.children[i] ?? null)
  })
}
