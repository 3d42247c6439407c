// Registers the service worker, public/service-worker.js.

/** Register it once the page is loaded, so that it does not compete with the page. Browsers have
    service workers on HTTPS and loopback only; elsewhere the page works without one. */
export function registerServiceWorker(): void {
  const workers: ServiceWorkerContainer | undefined = navigator.serviceWorker;
  if (!workers) return;
  const register = (): void => void workers.register("/service-worker.js").catch(() => undefined);
  if (document.readyState === "complete") register();
  else window.addEventListener("load", register);
}
