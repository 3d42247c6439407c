// Client-side routing: the URL of the browser decides which page is shown.

class Router {
  path = $state(window.location.pathname);
  search = $state(window.location.search);
  /** Counts changes of page: the app then moves the focus. */
  visits = $state(0);

  /** The query of the URL. */
  get query(): URLSearchParams {
    return new URLSearchParams(this.search);
  }

  constructor() {
    window.addEventListener("popstate", () => this.read());
    document.addEventListener("click", follow);
  }

  read(): void {
    if (this.path !== window.location.pathname) this.visits++;
    this.path = window.location.pathname;
    this.search = window.location.search;
  }
}

/** Follows links within the page; other links, and clicks with a modifier, are the browser's. */
function follow(event: MouseEvent): void {
  if (event.defaultPrevented || event.button !== 0) return;
  if (event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
  const link = (event.target as Element | null)?.closest?.("a");
  if (!link || link.target || link.hasAttribute("download")) return;
  const url = new URL(link.href, window.location.href);
  const ours = url.origin === window.location.origin && !url.pathname.startsWith("/api/");
  const samePage =
    url.pathname === window.location.pathname && url.search === window.location.search;
  if (!ours || (samePage && url.hash)) return;
  event.preventDefault();
  navigate(url.pathname + url.search);
}

export const router = new Router();

/** Go to another page; `replace` adds no entry to the history. */
export function navigate(to: string, options: { replace?: boolean } = {}): void {
  if (options.replace) window.history.replaceState(null, "", to);
  else if (to !== window.location.pathname + window.location.search)
    window.history.pushState(null, "", to);
  const samePage = new URL(to, window.location.href).pathname === router.path;
  router.read();
  if (!samePage) window.scrollTo(0, 0);
}
