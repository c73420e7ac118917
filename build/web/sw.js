// Service worker: one cache per build, filled whole or not at all.
// BUILD and FILES are put in front of this text by the build.

const NAME = `roofline ${self.registration.scope} ${BUILD}`;
const OURS = `roofline ${self.registration.scope} `;

self.addEventListener("install", (event) => {
  event.waitUntil(install());
});

async function install() {
  const cache = await caches.open(NAME);
  try {
    // `addAll` keeps nothing unless every file has arrived.
    await cache.addAll(FILES.map((file) => new Request(file, { cache: "no-cache" })));
  } catch (error) {
    await caches.delete(NAME);
    throw error;
  }
}

self.addEventListener("activate", (event) => {
  event.waitUntil(removeOthers());
});

// Runs only when no page of the old build is open any more: never a mix of two builds.
async function removeOthers() {
  const names = await caches.keys();
  const old = names.filter((name) => name.startsWith(OURS) && name !== NAME);
  await Promise.all(old.map((name) => caches.delete(name)));
}

self.addEventListener("fetch", (event) => {
  const url = new URL(event.request.url);
  if (event.request.method !== "GET" || url.origin !== location.origin) return;
  event.respondWith(answer(event.request, url));
});

async function answer(request, url) {
  const cache = await caches.open(NAME);
  const page = request.mode === "navigate" && isIndex(url);
  const kept = await cache.match(page ? "./" : request, { ignoreSearch: true });
  return kept ?? fetch(request);
}

const isIndex = (url) => {
  const rest = url.href.split(/[?#]/)[0].slice(self.registration.scope.length);
  return rest === "" || rest === "index.html";
};
