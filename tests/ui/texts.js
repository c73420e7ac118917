// What a test asks of the page's texts: which there are, and whether each can be read whole.
(() => {
  const page = Bokeh.index.roots[0].shadow_el.querySelector(".page")
  const SAID = ["aria-label", "aria-valuetext", "title", "placeholder"]
  const BOXES = ".card, button, summary, .problems p, header, .stage, .controls, .why, .details, .table, .assumptions"
  const SOLID = "input[type=text], select, .track"

  const seen = (node) => node.checkVisibility({visibilityProperty: true}) && !node.closest("[hidden]")

  const nodes = () => {
    const walker = document.createTreeWalker(page, NodeFilter.SHOW_TEXT)
    const found = []
    while (walker.nextNode()) {
      const {data, parentElement} = walker.currentNode
      if (data.trim() && seen(parentElement) && !parentElement.closest(".chart, option, caption")) found.push(walker.currentNode)
    }
    return found
  }

  const rects = (node) => {
    const range = document.createRange()
    range.selectNodeContents(node)
    return [...range.getClientRects()].filter(({width}) => width > 0)
  }

  // Written, said to a screen reader, or shown on hovering; not the names of other languages
  // and of documents.
  const texts = () => {
    const foreign = (element) => (
      element.closest("[lang]").lang !== page.lang || element.closest("[translate=no]")
    )
    const written = nodes().filter((node) => !foreign(node.parentElement)).map(({data}) => data)
    const options = [...page.querySelectorAll("option, caption")].filter((node) => !foreign(node))
      .map((node) => node.textContent)
    const said = [...page.querySelectorAll("*")].filter((node) => !foreign(node))
      .flatMap((node) => SAID.map((name) => node.getAttribute(name)))
    return [...written, ...options, ...said].filter((text) => text?.trim())
  }

  const outside = (inner, outer) => (
    inner.left < outer.left - 1 || inner.right > outer.right + 1
    || inner.top < outer.top - 3 || inner.bottom > outer.bottom + 3
  )
  const overlap = (a, b) => (
    Math.min(a.right, b.right) - Math.max(a.left, b.left) > 2
    && Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) > 3
  )

  // Texts that stick out of their box, and texts that lie on one another or on a control.
  const troubles = () => {
    page.querySelectorAll("details").forEach((node) => { node.open = true })
    const written = nodes().filter(({parentElement}) => !parentElement.closest(".heard")) // not on the screen
    const pieces = written.flatMap((node) => rects(node).map((rect) => ({node, rect, text: node.data})))
    const solid = [...page.querySelectorAll(SOLID)].filter(seen)
      .map((node) => ({node, rect: node.getBoundingClientRect(), text: `<${node.tagName}>`}))
    const cut = pieces.filter(({node, rect}) => {
      const {parentElement} = node
      const box = parentElement.closest(BOXES)
      return box && !parentElement.closest(".scroll") && outside(rect, box.getBoundingClientRect())
    })
    const free = pieces.filter(({node}) => !node.parentElement.closest(".scroll"))
    const laid = free.flatMap((a, i) => [...free.slice(i + 1), ...solid]
      .filter((b) => a.node !== b.node && overlap(a.rect, b.rect)).map((b) => `${a.text} / ${b.text}`))
    const wide = document.documentElement.scrollWidth - innerWidth
    return [...cut.map(({text}) => `cut off: ${text}`), ...laid, ...(wide > 0 ? [`${wide} px too wide`] : [])]
  }

  return {texts, troubles}
})()
