// Values in the browser's local storage. Without storage, or with unreadable values, the page works
// with its defaults.
const PREFIX = "inarow.";

/** The stored values over the defaults; only fields that the defaults have, and of the same type. */
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
    // Not readable, or no storage.
  }
  return found as T;
}

/** Store values under a name. */
export function store(name: string, value: object): void {
  try {
    localStorage.setItem(PREFIX + name, JSON.stringify(value));
  } catch {
    // The storage is full or forbidden; the page works without it.
  }
}
