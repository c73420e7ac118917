// Gives every embedded simulator the height of its content. Copy this file into your course.
//
// A simulator tells the page around it how high its content is. A message counts only if it comes
// from one of our own frames: any window may send anything.

const LOWEST = 240
const HIGHEST = 6000

addEventListener("message", ({source, data}) => {
  if (data?.type !== "roofline:resize" || !Number.isFinite(data.height)) return
  for (const frame of document.querySelectorAll("iframe")) {
    if (frame.contentWindow === source) frame.height = Math.min(Math.max(data.height, LOWEST), HIGHEST)
  }
})
