// Client-side routing: the URL of the browser decides which page is shown. An entry of the browser's
// history also keeps where the page was scrolled to, so that going back leads to the same place.

/** What is stored with an entry of the history. */
interface Entry {
  scroll?: number;
  /** The page that a link was followed from. */
  from?: string;
  /** Values of the page: see historyValue.svelte.ts. */
  values?: Record<string, unknown>;
}

/** Milliseconds after the last scrolling: browsers allow only so many changes of the history. */
const SCROLLED = 150;
/** Milliseconds in which a page that is opened again may grow to its height. */
const GROWING = 4_000;
/** What ends it earlier: the reader scrolls. */
const INPUTS = ["wheel", "touchstart", "pointerdown", "keydown"] as const;

export function readEntry(): Entry {
  return (window.history.state as Entry | null) ?? {};
}

/** Change what is stored with the current entry. */
export function updateEntry(change: Entry): void {
  window.history.replaceState({ ...readEntry(), ...change }, "");
}

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
    window.history.scrollRestoration = "manual";
    window.addEventListener("popstate", () => {
      scrolling.restore(readEntry().scroll ?? 0);
      this.read();
    });
    document.addEventListener("click", follow);
  }

  read(): void {
    if (this.path !== window.location.pathname) this.visits++;
    this.path = window.location.pathname;
    this.search = window.location.search;
  }
}

/** Stores where the page is scrolled to, and scrolls there again. */
class Scrolling {
  #timer: ReturnType<typeof setTimeout> | undefined;
  #stop: (() => void) | undefined;

  constructor() {
    window.addEventListener("scroll", () => this.#later(), { passive: true });
    window.addEventListener("pagehide", () => this.save());
    this.restore(readEntry().scroll ?? 0);
  }

  /** Store the place in the current entry. */
  save(): void {
    clearTimeout(this.#timer);
    if (!this.#stop && (readEntry().scroll ?? 0) !== window.scrollY)
      updateEntry({ scroll: window.scrollY });
  }

  /** Scroll to a place, and again whenever the page grows: its content comes from the server. */
  restore(place: number): void {
    this.end();
    if (place === 0) return window.scrollTo(0, 0);
    const scroll = (): void => window.scrollTo(0, place);
    const watcher = new ResizeObserver(scroll);
    const end = (): void => this.end();
    const timer = setTimeout(end, GROWING);
    for (const input of INPUTS) window.addEventListener(input, end, { passive: true });
    this.#stop = () => {
      watcher.disconnect();
      clearTimeout(timer);
      for (const input of INPUTS) window.removeEventListener(input, end);
    };
    watcher.observe(document.documentElement);
  }

  /** Stop what would scroll or store later. */
  end(): void {
    clearTimeout(this.#timer);
    this.#stop?.();
    this.#stop = undefined;
  }

  #later(): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.save(), SCROLLED);
  }
}

const scrolling = new Scrolling();

/** Follows links within the page; other links, and clicks with a modifier, are the browser's.

    A link with `data-back` goes back if it was the page before, so that it is as it was left; one
    with `data-replace` takes the place of this page in the history. */
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
  const to = url.pathname + url.search;
  if ("back" in link.dataset && readEntry().from === to) window.history.back();
  else navigate(to, { replace: "replace" in link.dataset });
}

export const router = new Router();

/** Go to another page; `replace` adds no entry to the history. */
export function navigate(to: string, options: { replace?: boolean } = {}): void {
  const here = window.location.pathname + window.location.search;
  const samePage = new URL(to, window.location.href).pathname === router.path;
  if (options.replace) {
    const { from } = readEntry();
    window.history.replaceState(samePage ? window.history.state : { from }, "", to);
  } else if (to !== here) {
    scrolling.save();
    window.history.pushState({ from: here }, "", to);
  }
  if (!samePage) scrolling.end();
  router.read();
  if (!samePage) window.scrollTo(0, 0);
}
