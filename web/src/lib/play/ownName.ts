// The name of the person at this browser: kept here, and given to each seat that they take.
import { loadStored, store } from "../common/storage";

/** Characters that the server allows. */
export const NAME_LENGTH = 24;
const KEY = "person";

export function loadOwnName(): string {
  return loadStored(KEY, { name: "" }).name.slice(0, NAME_LENGTH);
}

export function storeOwnName(name: string): void {
  store(KEY, { name });
}
