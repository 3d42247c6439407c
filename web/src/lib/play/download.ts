// Files of the server, saved by the browser; a refusal is a sentence, not a broken file.
import { ApiError, UNREACHABLE } from "../api/client";
import type { Problem } from "../api/types";
import { saveFile } from "../common/files";

/** Fetch a file and have the browser save it under the name that the server gives it. */
export async function download(address: string): Promise<void> {
  const response = await fetch(address).catch(() => {
    throw new ApiError("unreachable", UNREACHABLE);
  });
  if (!response.ok) {
    const problem = (await response.json()) as Problem;
    throw new ApiError(problem.error, problem.message);
  }
  const told = response.headers.get("Content-Disposition") ?? "";
  const filename = /filename="([^"]+)"/.exec(told)?.[1] ?? "game.txt";
  saveFile(await response.blob(), filename);
}
