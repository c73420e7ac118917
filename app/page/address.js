// The page's address follows the state: written a little after the last change, without a new
// step in the browser's history, and read when the reader goes back or forward.

const WRITE_MS = 250

// Whether the address is the simulator's own, and not that of a notebook or another page around it.
const ownsAddress = () => document.querySelector("main[data-roofline]") !== null

function createAddress(link) {
  if (!ownsAddress()) return {show() {}, stop() {}}
  let shown = null
  let timer = 0
  const write = () => {
    try {
      history.replaceState(history.state, "", `${location.pathname}${shown ? `?${shown}` : ""}${location.hash}`)
    } catch {
      // A sandbox without an origin has no address to write; everything else works.
    }
  }
  const onPop = () => {
    clearTimeout(timer)
    shown = null
    link.push({query: location.search})
  }
  window.addEventListener("popstate", onPop)
  return {
    show(address) {
      // The first address shown is the one that was read: a bad value stays in it until something
      // changes, so that it can be mended there.
      if (shown !== null && address !== shown) {
        clearTimeout(timer)
        timer = setTimeout(write, WRITE_MS)
      }
      shown = address
    },
    stop() {
      clearTimeout(timer)
      window.removeEventListener("popstate", onPop)
    },
  }
}
