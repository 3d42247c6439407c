// A position as a URL of the analysis board: /analyse?game=gomoku&moves=h8i9g7&ply=2
import { buildUrl } from "../api/client";
import { texts } from "../texts/common";
import { cellName } from "./notation";

/** The query of such a URL. */
export interface AnalysisQuery {
  game: string;
  /** In notation: h8i9. */
  moves: string;
  ply: number | null;
}

export const FIRST_GAME = "gomoku";

export function readAnalysisUrl(query: URLSearchParams): AnalysisQuery {
  const ply = query.get("ply");
  return {
    game: query.get("game") || FIRST_GAME,
    moves: query.get("moves") ?? "",
    ply: ply !== null && /^\d{1,3}$/.test(ply) ? Number(ply) : null,
  };
}

/** The URL of a game, with the ply of the shown position unless that is the last one. */
export function analysisUrl(
  game: string,
  moves: readonly number[],
  ply: number,
  columns: number,
): string {
  const written = moves.map((cell) => cellName(cell, columns)).join("");
  const full = buildUrl(
    "/analyse",
    {},
    { game, moves: written || undefined, ply: ply < moves.length ? ply : undefined },
  );
  // Specs are easier to read without escapes, and a query may contain these characters.
  return full.replaceAll("%3A", ":").replaceAll("%2C", ",");
}

/** Cells from moves in notation: h8i9, h8 i9, h8,i9. Throws an error for what it cannot read. */
export function parseMoves(text: string, rows: number, columns: number): number[] {
  const cells: number[] = [];
  const rest = text.toLowerCase().replace(/([a-z])(\d{1,2})[\s,]*/g, (written, letter, number) => {
    const column = letter.charCodeAt(0) - 97;
    const row = Number(number) - 1;
    if (column >= columns || row < 0 || row >= rows) {
      throw new Error(texts.notOnBoard(written.trim(), columns, rows));
    }
    cells.push(row * columns + column);
    return "";
  });
  if (rest.trim()) {
    throw new Error(texts.noMove(rest.trim().slice(0, 20)));
  }
  return cells;
}
