// What teachers, tests and host pages use: `window.roofline`, and the same by messages to and from
// the page that holds this one in a frame.

const RESIZE_MS = 1000
const DERIVED = ["flops", "bytes_moved", "intensity", "attainable_flops_per_s", "bound"]

function createApi(link, ready, read) {
  const listeners = new Set()

  const get = () => {
    const {query, result} = read()
    return {state: query, ...JSON.parse(result), json: result}
  }

  const derived = () => {
    const result = JSON.parse(read().result)
    return Object.fromEntries(DERIVED.map((key) => [key, result[key]]))
  }

  const asMessage = (state) => {
    if (typeof state === "string") return {query: state, keep: true}
    const changes = Object.fromEntries(Object.entries(state).map(([k, v]) => [k, String(v)]))
    return {changes, start: true}
  }

  const set = async (state) => {
    const {problems} = await link.push({...asMessage(state), host: true})
    const own = problems.filter(({key}) => typeof state === "string" || key in state)
    if (own.length > 0) throw new Error(own.map(({message}) => message).join("; "))
    return get()
  }

  const reset = async () => {
    await link.push({command: ["reset", []], host: true})
    return get()
  }

  const on = (name, listener) => {
    if (name !== "change") throw new Error(`on: expected "change", got ${JSON.stringify(name)}`)
    listeners.add(listener)
    return () => listeners.delete(listener)
  }

  const api = {get, set, reset, on, ready: null}
  api.ready = ready.then(() => api)
  return {
    api,
    derived,
    changed(isUserInitiated) {
      const event = {state: read().query, derived: derived(), isUserInitiated}
      for (const listener of listeners) listener(event)
    },
  }
}

// In a frame: tell the page around it, and obey it and nobody else.
function createFrame({api, derived}, link, root) {
  const host = window.parent
  if (host === window || !ownsAddress()) return {stop() {}}
  const origin = document.referrer ? new URL(document.referrer).origin : "*"
  const post = (message) => host.postMessage(message, origin)

  const obey = {
    "roofline:setState": ({state}) => api.set(state),
    "roofline:getState": ({id}) => post({type: "roofline:state", id, state: api.get().state}),
    "roofline:reset": () => api.reset(),
    "roofline:setTheme": ({theme}) => api.set({theme}),
  }
  const onMessage = async ({source, data}) => {
    if (source !== host || typeof data?.type !== "string" || !Object.hasOwn(obey, data.type)) return
    try {
      await api.ready
      await obey[data.type](data)
    } catch (error) {
      post({type: "roofline:error", message: error.message})
    }
  }
  window.addEventListener("message", onMessage)
  api.ready.then(() => post({type: "roofline:ready", v: 1, state: api.get().state}))
  api.on("change", ({state, isUserInitiated}) => {
    post({type: "roofline:change", state, derived: derived(), isUserInitiated})
  })
  const stopHeights = postHeights(root, post)
  return {stop() { window.removeEventListener("message", onMessage); stopHeights() }}
}

// The height of the content, not of the document, so that the frame can shrink again.
function postHeights(root, post) {
  let told = 0
  let last = -RESIZE_MS
  let timer = 0
  const tell = () => {
    const height = Math.ceil(root.getBoundingClientRect().height)
    if (height === 0 || height === told) return
    told = height
    last = performance.now()
    post({type: "roofline:resize", height})
    post({subject: "lti.frameResize", height})
  }
  const observer = new ResizeObserver(() => {
    clearTimeout(timer)
    timer = setTimeout(tell, Math.max(0, last + RESIZE_MS - performance.now()))
  })
  observer.observe(root)
  return () => { observer.disconnect(); clearTimeout(timer) }
}
