// The link to Python. One message is under way at a time; while it is, the newest value of each
// key wins; a message that gets no answer is sent again. So a slow Python leaves no backlog, and
// the value where the hand stopped always arrives.

const RESEND_MS = 2000

function createLink(send, ready) {
  let sequence = 0
  let underWay = null
  let waiting = null
  let timer = 0
  let open = false
  let known = null // the size of the chart that Python has been told

  const transmit = () => {
    if (!open || underWay !== null || waiting === null) return
    underWay = waiting
    waiting = null
    sequence += 1
    post()
  }

  const post = () => {
    clearTimeout(timer)
    timer = setTimeout(post, RESEND_MS)
    const {resolvers, host, ...message} = underWay
    send({sequence, ...message})
  }

  ready.then(() => { open = true; transmit() })

  return {
    // Resolves with the answer once the page shows it. A query replaces the whole state, changes
    // set single keys, a command is [name, arguments]; Python applies them in this order.
    push({
      changes = {}, start = false, query = null, author = false, keep = false, size = null,
      command = null, host = false,
    }) {
      waiting ??= {
        changes: {}, start: false, query: null, author: false, keep: false, size: null,
        commands: [], host, resolvers: [],
      }
      if (query !== null) Object.assign(waiting, {changes: {}, author: waiting.author || author, keep})
      Object.assign(waiting.changes, changes)
      waiting.start ||= start
      waiting.query = query ?? waiting.query
      known = size ?? known
      waiting.size = size ?? waiting.size
      if (command !== null) waiting.commands.push(command)
      waiting.host &&= host
      const {resolvers} = waiting
      const answer = new Promise((resolve) => resolvers.push(resolve))
      transmit()
      return answer
    },
    // Returns whether the answer is to a host page and not to the reader.
    answered(answer) {
      if (underWay === null || answer.sequence !== sequence) return false
      clearTimeout(timer)
      const {resolvers, host} = underWay
      underWay = null
      for (const resolve of resolvers) resolve(answer)
      transmit()
      return host
    },
    // Tells a new Python, which knows nothing, what the page shows; then what was on its way.
    restart(query) {
      if (underWay === null) return this.push({query, size: known, host: true})
      underWay.query ??= query
      underWay.size ??= known
      sequence += 1 // it may have heard the same message without the query
      post()
      return new Promise((resolve) => underWay.resolvers.push(resolve))
    },
    // Whether a newer value of this key is still on its way to Python.
    pending(key) {
      return [underWay, waiting].some((message) => message !== null && key in message.changes)
    },
  }
}
