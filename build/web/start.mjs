// Which path to take, and how to get a worker where the page may be.

// What the fast path saves in Python: 1.5 s on a fast machine at rest, 7 s and more on a busy one or
// a phone. With 3.6 MB more to fetch it is the sooner one from about 6 Mbit/s.
const SAVED_S = 5;
const FIRST_WINDOW = 14_600; // bytes that a host sends before it waits for an answer
const UNFIT = "roofline:unfit";

/** Fast where it is sooner: the snapshot is bigger than the files it replaces. */
export function choosePath(site) {
  const asked = new URLSearchParams(location.search).get("start");
  if (asked === "ordinary" || asked === "fast") return asked;
  if (!site.files["app.pack"] || isUnfit(site.build)) return "ordinary";
  // The service worker has all files or none: nothing needs to travel.
  if (isKept(site)) return "fast";
  const { saveData, effectiveType = "4g" } = navigator.connection ?? {};
  if (saveData || effectiveType !== "4g") return "ordinary";
  const more = 8 * (site.bytes.fast - site.bytes.ordinary);
  return bitsPerSecond() * SAVED_S < more ? "ordinary" : "fast";
}

/**
 * How fast the page itself has come. Chromium's own `downlink` says 1.4 Mbit/s in a fresh profile
 * even next to the server, so it counts only where there is nothing to measure.
 */
export function bitsPerSecond() {
  const [visit] = performance.getEntriesByType("navigation");
  if (!visit?.transferSize) return 1e6 * (navigator.connection?.downlink ?? Infinity);
  // A connection starts with little and doubles with each answer: those waits say nothing of it.
  const waits = Math.ceil(Math.log2(visit.transferSize / FIRST_WINDOW + 1)) - 1;
  const wait = visit.responseStart - visit.requestStart;
  const milliseconds = visit.responseEnd - visit.responseStart - waits * wait;
  return milliseconds > 0 ? (8000 * visit.transferSize) / milliseconds : Infinity;
}

/** A frame may not use what a page may, and a reader may forbid to store anything. */
function allowed(use) {
  try {
    return use();
  } catch {
    return null;
  }
}

const isKept = (site) =>
  allowed(() => navigator.serviceWorker?.controller?.scriptURL) === `${site.base}sw.js`;

const isUnfit = (build) => allowed(() => localStorage.getItem(UNFIT)) === build;

/** This browser cannot use this build's snapshot: do not fetch it in vain the next time. */
export const rememberUnfit = (build) => allowed(() => localStorage.setItem(UNFIT, build));

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
