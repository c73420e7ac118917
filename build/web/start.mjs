// Which path to take, and how to get a worker where the page may be.

/** Fast where bytes are cheap: the snapshot is bigger than the files it replaces. */
export function choosePath(site) {
  const asked = new URLSearchParams(location.search).get("start");
  if (asked === "ordinary" || asked === "fast") return asked;
  if (!site.files["app.pack"]) return "ordinary";
  // `downlink` says 1.4 Mbit/s in a fresh profile even next to the server: the type is better.
  const { saveData, effectiveType = "4g" } = navigator.connection ?? {};
  return saveData || effectiveType !== "4g" ? "ordinary" : "fast";
}

/**
 * A module worker. A page without an origin of its own (a sandbox) may not start one from an
 * address of the host, nor from a blob, but from a `data:` address it may.
 */
export async function openWorker(site) {
  const address = site.base + site.files["worker.js"].path;
  if (self.origin !== "null") return new Worker(address, { type: "module" });
  let text;
  try {
    text = await (await fetch(address)).text();
  } catch {
    throw new Sandboxed();
  }
  return new Worker(`data:text/javascript,${encodeURIComponent(text)}`, { type: "module" });
}

/** The frame's sandbox lacks allow-same-origin, and the host does not share its files. */
export class Sandboxed extends Error {}
