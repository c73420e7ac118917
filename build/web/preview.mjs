// The page before the drawing library is there: the app's own script lays it out from the document
// that the build has computed, around a picture of the chart. The library's page takes its place.
import { component, plain } from "./document.mjs";
import { picture } from "./picture.mjs";

function styleSheet(sheet) {
  if (typeof sheet !== "string") {
    return Object.assign(document.createElement("link"), {
      rel: "stylesheet",
      href: sheet.attributes.url,
    });
  }
  return Object.assign(document.createElement("style"), { textContent: sheet });
}

/**
 * Show the page's first state. Nothing of it can be used, or is there for a screen reader.
 * @returns {Promise<() => void>} takes it away
 */
export async function preview(content) {
  const root = component(content);
  const place = root && document.getElementById(`root-${root.id}`);
  if (!place) return () => {};
  const { esm, data, stylesheets } = root.attributes;
  const address = URL.createObjectURL(new Blob([esm], { type: "text/javascript" }));
  const script = await import(address);
  URL.revokeObjectURL(address);
  const { frame, told, lesson, chart } = data.attributes;
  const host = Object.assign(document.createElement("div"), { id: "site-preview", inert: true });
  const shadow = host.attachShadow({ mode: "open" });
  const model = { frame: plain(frame), told, lesson: plain(lesson) };
  const drawing = picture(chart);
  const { root: page, stop } = script.preview(model, host, drawing.root);
  shadow.append(...stylesheets.map(styleSheet), page);
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
