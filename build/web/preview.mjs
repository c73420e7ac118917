// The page before the drawing library is there: the app's own script lays it out from the document
// that the build has computed, around a picture of the chart. The library's page takes its place.
import { component, plain } from "./document.mjs";
import { fitTo } from "./layouts.mjs";
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

/** The app's own script, out of a document. */
export async function appScript(content) {
  const { esm } = component(content).attributes;
  const address = URL.createObjectURL(new Blob([esm], { type: "text/javascript" }));
  const script = await import(address);
  URL.revokeObjectURL(address);
  return script;
}

/**
 * Show the page's first state. Nothing of it can be used, or is there for a screen reader.
 * @returns {() => void} takes it away
 */
export function preview(script, content) {
  const root = component(content);
  const place = document.getElementById(`root-${root.id}`);
  const { data, stylesheets } = root.attributes;
  const { frame, told, lesson, asked = "", chart } = data.attributes;
  const host = Object.assign(document.createElement("div"), { id: "site-preview", inert: true });
  const shadow = host.attachShadow({ mode: "open" });
  const model = { frame: plain(frame), told, lesson: plain(lesson), asked };
  const drawing = picture(chart);
  const { root: page, stop } = script.preview(model, host, drawing.root);
  shadow.append(...stylesheets.map(styleSheet), page);
  place.before(host);
  fitTo(drawing.size(), content);
  drawing.draw();
  // Meanwhile the library's page is laid out behind it, unseen, and so as large as it will be.
  const around = place.parentElement;
  around.classList.add("previewed");
  return () => {
    stop();
    host.remove();
    around.classList.remove("previewed");
  };
}
