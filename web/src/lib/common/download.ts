// Files of the server, saved by the browser.
import { fetchChecked } from "../api/client";
import { saveFile } from "./files";

/** Save a file under the name that the server gives it; rejects with a message if it refuses. */
export async function download(url: string): Promise<void> {
  const response = await fetchChecked(url);
  const disposition = response.headers.get("Content-Disposition") ?? "";
  const filename = /filename="([^"]+)"/.exec(disposition)?.[1] ?? "game.txt";
  saveFile(await response.blob(), filename);
}
