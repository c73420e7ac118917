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

// Put values into a text's {names}.
function filled(text, values) {
  return text.replace(/\{(\w+)\}/g, (_, name) => values[name])
}

// Wide tables scroll by themselves, by keyboard too, and not the page.
function scrolled(table) {
  const label = table.querySelector("caption").textContent
  return element("div", {class: "scroll", tabindex: 0, role: "group", "aria-label": label}, table)
}

// Say of a heading whether its column is the one that the table is sorted by.
function markSorted(heading, sorted, falling) {
  if (sorted) heading.setAttribute("aria-sort", falling ? "descending" : "ascending")
  else heading.removeAttribute("aria-sort")
}

// Give a node the content of a new one, touching only what differs: to put a new table in an old
// one's place costs several times as much, and loses focus and scroll.
function refit(old, next) {
  if (old.isEqualNode(next)) return
  if (old.nodeName !== next.nodeName) old.replaceWith(next)
  else if (old.nodeType === Node.TEXT_NODE) old.data = next.data
  else {
    for (const {name} of [...old.attributes]) if (!next.hasAttribute(name)) old.removeAttribute(name)
    for (const {name, value} of next.attributes) if (old.getAttribute(name) !== value) old.setAttribute(name, value)
    refill(old, next.childNodes)
  }
}

function refill(parent, children) {
  const next = [...children]
  if (parent.childNodes.length !== next.length) parent.replaceChildren(...next)
  else [...parent.childNodes].forEach((child, i) => refit(child, next[i]))
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
