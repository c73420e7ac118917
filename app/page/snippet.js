// The embed snippet: one frame, written the way each kind of page wants it.

const escapeHtml = (text) => text.replace(/[&<>"]/g, (c) => ({"&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;"})[c])
// Also a mark at the start that would begin a list or an option.
const escapeMarkdown = (text) => (
  text.replace(/[\\`*_{}[\]<>&#$|~]/g, "\\$&").replace(/^(\d*)([-+.):])/, "$1\\$2")
)

// The state and the page's own keys; like all the app writes, only what differs from the default.
function embedAddress(base, query, {hide, locale, theme, lesson}) {
  const own = ["embed=true"]
  if (hide.length > 0) own.push(`hide=${hide.join(",")}`)
  if (theme !== "system") own.push(`theme=${theme}`)
  if (locale !== FIRST_LANGUAGE) own.push(`locale=${locale}`)
  if (lesson) own.push(`lesson=${lesson}`)
  return `${base}?${[query, ...own].filter(Boolean).join("&")}`
}

// Without allow-same-origin the frame could keep no progress, without allow-downloads save no file.
const SANDBOX = "allow-scripts allow-same-origin allow-downloads allow-popups"

function frameTag({address, title, width, height}, gap) {
  const attributes = [
    `src="${escapeHtml(address)}"`,
    `title="${escapeHtml(title)}"`, `width="${width}" height="${height}"`,
    'style="border:0" loading="lazy" allowfullscreen',
    `sandbox="${SANDBOX}"`,
  ]
  return `<iframe ${attributes.join(gap)}></iframe>`
}

const indented = (text) => text.replace(/^/gm, "   ")

const SNIPPETS = {
  html: (frame) => frameTag(frame, "\n  "),
  // MyST has no height or title: the title becomes the caption.
  myst: ({address, title, width}) => (
    `\`\`\`{iframe} ${address}\n:width: ${/%$/.test(width) ? width : `${width}px`}\n\n${escapeMarkdown(title)}\n\`\`\``
  ),
  sphinx: (frame) => `.. raw:: html\n\n${indented(frameTag(frame, "\n  "))}`,
  // On one line, as a line break may end raw HTML; the link is for readers of the plain text.
  markdown: (frame) => (
    `<div>${frameTag(frame, " ")}</div>\n\n[${escapeMarkdown(frame.title)}](<${frame.address}>)`
  ),
}
