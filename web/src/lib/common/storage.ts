// What the page keeps in this browser. A browser that keeps nothing (or has something else stored
// under our names) works all the same, with the defaults.
const PREFIX = "inarow.";

/** What was kept under a name, over the defaults; only fields that the defaults have, of their type. */
export function loadStored<T extends object>(name: string, defaults: T): T {
  const found = { ...defaults } as Record<string, unknown>;
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(PREFIX + name) ?? "null");
    if (kept && typeof kept === "object") {
      for (const [key, value] of Object.entries(kept)) {
        if (key in found && typeof value === typeof found[key]) found[key] = value;
      }
    }
  } catch {
    // Not readable, or no storage at all.
  }
  return found as T;
}

/** Keep something under a name. */
export function store(name: string, value: object): void {
  try {
    localStorage.setItem(PREFIX + name, JSON.stringify(value));
  } catch {
    // Full or forbidden: it is a convenience, so nobody is bothered.
  }
}
