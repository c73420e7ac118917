// The page of a whole model.

export function render({model}) {
  const title = element("h2", {})
  const show = () => setText(title, `${model.live.title}: ${model.live.name}`)
  model.on("live", show)
  show()
  return element("div", {}, title)
}
