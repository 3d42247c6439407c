// What there is to choose from; asked for once.
import { get } from "../api/client";
import type { Catalogue } from "../api/types";

let asked: Promise<Catalogue> | undefined;

/** Games, players, levels and formats; a failure is forgotten, so that one can try again. */
export function loadCatalogue(): Promise<Catalogue> {
  asked ??= get("/api/catalogue").catch((error: unknown) => {
    asked = undefined;
    throw error;
  });
  return asked;
}
