// Keeps the site for the next visit. Without a service worker it works as before, online.

/** Register the service worker once the page is at rest; not for a reader who saves data. */
export function keepOffline(site) {
  if (!site.offline || !("serviceWorker" in navigator)) return;
  if (navigator.connection?.saveData) return; // it fetches the files of both paths
  const register = () =>
    navigator.serviceWorker
      .register(new URL("sw.js", site.base))
      .catch((error) => console.info(`Not kept for offline use: ${error.message}`));
  if ("requestIdleCallback" in window) requestIdleCallback(register, { timeout: 5000 });
  else setTimeout(register, 2000);
}
