// First paint: the document the build has computed, drawn by BokehJS before Python is there.
import { bytes } from "./transfer.mjs";

/** Panel's components import their script through this; browsers need no shim for it. */
export function defineImport() {
  const load = (address) => import(address);
  window.importShim = Object.assign(load, { addImportMap: () => {} });
}

function run(address) {
  return new Promise((done, failed) => {
    const script = document.createElement("script");
    script.src = address;
    script.onload = done;
    script.onerror = () => failed(new Error("the drawing library cannot be loaded"));
    document.head.append(script);
  });
}

/**
 * Load BokehJS with Panel's models: compressed, or plain where a page may not fetch. It keeps the
 * page busy while it starts, so it does not start before `first` has come.
 */
export async function loadLibrary(site, first) {
  defineImport();
  const file = site.files["bokeh.js"];
  try {
    const text = await bytes(site.base + file.path, file.size);
    await first;
    await run(URL.createObjectURL(new Blob([text], { type: "text/javascript" })));
  } catch {
    await run(site.base + file.plain);
  }
}

function elementFor(root) {
  const id = `root-${root.id}`;
  if (!document.getElementById(id)) {
    // Roots without a place in the page (Panel's location and browser models) need one too.
    const element = document.createElement("div");
    element.id = id;
    element.hidden = true;
    document.body.append(element);
  }
  return id;
}

/** Draw a document and give its BokehJS counterpart. */
export async function draw(content) {
  const [docid] = Object.keys(content.docs);
  const roots = Object.fromEntries(content.roots.map((root) => [root.id, elementFor(root)]));
  const item = { docid, roots, root_ids: Object.keys(roots) };
  const [views] = await Bokeh.embed.embed_items(content.docs, [item]);
  return [...views.roots.values()][0].model.document;
}

const frame = () => new Promise(requestAnimationFrame);

/** Wait until what is in the page has been painted; a page that nobody sees is not waited for. */
export function paintedFrame() {
  const hidden = new Promise((done) => setTimeout(done, 100));
  const painted = frame().then(() => new Promise((done) => setTimeout(done)));
  return Promise.race([painted, hidden]);
}

function hasCanvas(node) {
  if (node.querySelector("canvas")?.width) return true;
  return [...node.querySelectorAll("*")].some(({ shadowRoot }) => shadowRoot && hasCanvas(shadowRoot));
}

/** Wait until BokehJS has put something on its canvas. */
export async function drawn(content) {
  const places = content.roots.map((root) => document.getElementById(`root-${root.id}`));
  while (!places.some((place) => place && hasCanvas(place))) await frame();
  await frame();
  await frame();
}

/** Take what an earlier document has drawn out of the page. */
export function erase(doc, content) {
  doc.clear?.();
  for (const root of content.roots) document.getElementById(`root-${root.id}`)?.replaceChildren();
}
