// Which lines lead to the end of the game. A search may report a line only in part, so its length is
// the distance to a forced win only if the server finds a finished game after it.
import { SvelteSet } from "svelte/reactivity";
import { fetchPosition, positionKey, type PositionRef } from "../common/positions";

const finished = new SvelteSet<string>();

function after({ game, moves }: PositionRef, line: readonly number[]): PositionRef {
  return { game, moves: [...moves, ...line] };
}

/** Whether a line is known to end the game. */
export function endsGame(position: PositionRef, line: readonly number[]): boolean {
  return line.length > 0 && finished.has(positionKey(after(position, line)));
}

/** Ask the server whether a line ends the game. */
export async function checkEndsGame(position: PositionRef, line: readonly number[]): Promise<void> {
  if (line.length === 0) return;
  const end = after(position, line);
  try {
    if ((await fetchPosition(end.game, end.moves)).over) finished.add(positionKey(end));
  } catch {
    // The page then leaves out the length of the line.
  }
}
