// A value of a page, such as a filter, in the page's entry of the browser's history: it is there
// again after going back and after a reload. Values are replaced as a whole, not changed.
import { readEntry, updateEntry } from "./router.svelte";

export class HistoryValue<T> {
  readonly #name: string;
  #current: T = $state.raw()!;

  constructor(name: string, usual: T) {
    this.#name = name;
    const kept = readEntry().values?.[name];
    this.#current = typeof kept === typeof usual ? (kept as T) : usual;
  }

  get current(): T {
    return this.#current;
  }

  set current(value: T) {
    this.#current = value;
    updateEntry({ values: { ...readEntry().values, [this.#name]: value } });
  }
}
