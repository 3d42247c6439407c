// The rows of the list of moves: the main line in pairs, variations in brackets below the move that
// they replace. Moves are counted one by one, as everywhere on the page.
import { nodeOf, ROOT, type MoveTree } from "./moveTree";

export interface PairRow {
  kind: "pair";
  /** The number of the first side's move. */
  ply: number;
  /** The moves of the two sides. The first is null where the row continues one that was interrupted. */
  first: number | null;
  second: number | null;
}

/** A comment on the main line. */
export interface CommentRow {
  kind: "comment";
  id: number;
}

/** A part of a variation. */
export interface VariationRow {
  kind: "variation";
  /** 1 for a variation of the main line, 2 for a variation of that. */
  depth: number;
  moves: { id: number; ply: number }[];
  /** Whether the variation begins, or ends, in this row. */
  begins: boolean;
  ends: boolean;
}

export type Row = PairRow | CommentRow | VariationRow;

/** A line, or the rest of one after it was interrupted by variations. */
interface Part {
  start: number;
  ply: number;
  depth: number;
  begins: boolean;
}

export function rowsOf(tree: MoveTree): Row[] {
  const rows: Row[] = [];
  const root = nodeOf(tree, ROOT);
  if (root.comment) rows.push({ kind: "comment", id: ROOT });
  const parts: Part[] = [];
  if (root.children[0] !== undefined)
    parts.push({ start: root.children[0], ply: 1, depth: 0, begins: true });
  // No recursion: variations may be nested as deep as a file likes.
  for (let part = parts.pop(); part; part = parts.pop()) {
    const ids: number[] = [];
    let next: number | undefined = part.start;
    let others: readonly number[] = [];
    while (next !== undefined && others.length === 0) {
      const id: number = next;
      ids.push(id);
      const { parent, children } = nodeOf(tree, id);
      const siblings = nodeOf(tree, parent).children;
      others = siblings[0] === id ? siblings.slice(1) : [];
      next = children[0];
    }
    if (part.depth === 0) addPairs(rows, tree, ids, part.ply);
    else rows.push(variationRow(ids, part, next === undefined));
    const ply = part.ply + ids.length - 1;
    if (next !== undefined)
      parts.push({ start: next, ply: ply + 1, depth: part.depth, begins: false });
    for (const start of others.toReversed())
      parts.push({ start, ply, depth: part.depth + 1, begins: true });
  }
  return rows;
}

function addPairs(rows: Row[], tree: MoveTree, ids: readonly number[], from: number): void {
  ids.forEach((id, i) => {
    const ply = from + i;
    const last = rows.at(-1);
    if (ply % 2 === 1) rows.push({ kind: "pair", ply, first: id, second: null });
    else if (last?.kind === "pair" && last.ply === ply - 1) last.second = id;
    else rows.push({ kind: "pair", ply: ply - 1, first: null, second: id });
    if (nodeOf(tree, id).comment) rows.push({ kind: "comment", id });
  });
}

function variationRow(
  ids: readonly number[],
  { ply, depth, begins }: Part,
  ends: boolean,
): VariationRow {
  const moves = ids.map((id, i) => ({ id, ply: ply + i }));
  return { kind: "variation", depth, moves, begins, ends };
}
