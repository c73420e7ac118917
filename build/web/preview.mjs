// The page before the drawing library is there: the app's own script lays it out from the document
// that the build has computed, around a picture of the chart. The library's page takes its place.
import { picture } from "./picture.mjs";

/** The value of a property as Bokeh's JSON has it, without references. */
export function plain(value) {
  if (Array.isArray(value)) return value.map(plain);
  if (value?.type !== "map") return value;
  return Object.fromEntries(value.entries.map(([key, entry]) => [key, plain(entry)]));
}

function styleSheet(sheet) {
  if (typeof sheet !== "string") {
    return Object.assign(document.createElement("link"), {
      rel: "stylesheet",
      href: sheet.attributes.url,
    });
  }
  return Object.assign(document.createElement("style"), { textContent: sheet });
}

/** The first component among a document's roots, and the element it is drawn into. */
function component(content) {
  const [{ roots }] = Object.values(content.docs);
  const root = roots.find(({ attributes }) => attributes.esm);
  return [root?.attributes, root && document.getElementById(`root-${root.id}`)];
}

/**
 * Show the page's first state. Nothing of it can be used, or is there for a screen reader.
 * @returns {Promise<() => void>} takes it away
 */
export async function preview(content) {
  const [{ esm, data, stylesheets } = {}, place] = component(content);
  if (!esm || !place) return () => {};
  const address = URL.createObjectURL(new Blob([esm], { type: "text/javascript" }));
  const script = await import(address);
  URL.revokeObjectURL(address);
  const { frame, told, lesson, chart } = data.attributes;
  const host = Object.assign(document.createElement("div"), { id: "site-preview", inert: true });
  const shadow = host.attachShadow({ mode: "open" });
  const model = { frame: plain(frame), told, lesson: plain(lesson) };
  const drawing = picture(chart);
  const { root, stop } = script.preview(model, host, drawing.root);
  shadow.append(...stylesheets.map(styleSheet), root);
  place.before(host);
  drawing.fit();
  // Meanwhile the library's page is laid out behind it, unseen, and so as large as it will be.
  const around = place.parentElement;
  around.classList.add("previewed");
  return () => {
    stop();
    host.remove();
    around.classList.remove("previewed");
  };
}
