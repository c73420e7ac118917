// The labels on a chart are laid out for the size it has.

function reportSize(box, report) {
  let told = null
  let timer = 0
  const tell = () => {
    const size = [box.clientWidth, box.clientHeight]
    if (size[0] === 0 || (told && Math.abs(size[0] - told[0]) < 30 && Math.abs(size[1] - told[1]) < 30)) return
    told = size
    report(size)
  }
  const observer = new ResizeObserver(() => { clearTimeout(timer); timer = setTimeout(tell, 120) })
  observer.observe(box)
  return () => observer.disconnect()
}
