// Files of the server, saved by the browser; a refusal is a sentence, not a broken file.
import { Refused, UNREACHABLE } from "../api/client";
import type { Problem } from "../api/types";

/** Fetch a file and have the browser save it under the name that the server gives it. */
export async function download(address: string): Promise<void> {
  const response = await fetch(address).catch(() => {
    throw new Refused("unreachable", UNREACHABLE);
  });
  if (!response.ok) {
    const problem = (await response.json()) as Problem;
    throw new Refused(problem.error, problem.message);
  }
  const told = response.headers.get("Content-Disposition") ?? "";
  const link = document.createElement("a");
  link.href = URL.createObjectURL(await response.blob());
  link.download = /filename="([^"]+)"/.exec(told)?.[1] ?? "game.txt";
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000); // the browser has begun by then
}
