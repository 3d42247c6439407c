// A game with variations: a tree of moves. A tree never changes: an edit makes a new one, so the tree
// before it can be kept and shown again.

/** The start of the game. */
export const ROOT = 0;

export interface MoveNode {
  /** The move before; -1 for the start. */
  readonly parent: number;
  /** The cell of the move; -1 for the start. */
  readonly cell: number;
  /** The moves after it; the first one continues the line, the others are variations. */
  readonly children: readonly number[];
  readonly comment: string;
  /** The value of the move according to its player, if it is known. */
  readonly value: number | null;
}

export interface MoveTree {
  readonly nodes: ReadonlyMap<number, MoveNode>;
  /** The id of the next node. An id is never used again. */
  readonly next: number;
}

/** A tree as the server knows it: the main line, and what leaves it.

    Moves have numbers: 0 is the start, the main line comes first, then the variations in order. */
export interface RecordedTree {
  moves: readonly number[];
  values?: readonly (number | null)[];
  comments?: Readonly<Record<string, string>>;
  variations?: readonly { after: number; moves: readonly number[] }[];
}

const START: MoveNode = { parent: -1, cell: -1, children: [], comment: "", value: null };

export const EMPTY: MoveTree = { nodes: new Map([[ROOT, START]]), next: ROOT + 1 };

export function nodeOf(tree: MoveTree, id: number): MoveNode {
  const node = tree.nodes.get(id);
  if (!node) throw new RangeError(`There is no move ${id}.`);
  return node;
}

/** The moves from the first one to this one. */
export function pathTo(tree: MoveTree, id: number): number[] {
  const path: number[] = [];
  for (let at = id; at !== ROOT; at = nodeOf(tree, at).parent) path.push(at);
  return path.reverse();
}

/** The path to a move, and on along the first moves. */
export function lineThrough(tree: MoveTree, id: number): number[] {
  const line = pathTo(tree, id);
  for (let at = nodeOf(tree, id).children[0]; at !== undefined; at = nodeOf(tree, at).children[0])
    line.push(at);
  return line;
}

export function isOnMainLine(tree: MoveTree, id: number): boolean {
  return lineThrough(tree, ROOT).includes(id) || id === ROOT;
}

/** The move to this cell after another move, if the tree has it. */
export function childAt(tree: MoveTree, id: number, cell: number): number | undefined {
  return nodeOf(tree, id).children.find((child) => nodeOf(tree, child).cell === cell);
}

/** The moves to these cells from the start; null if the tree does not have them. */
export function follow(tree: MoveTree, cells: readonly number[]): number[] | null {
  const path: number[] = [];
  let at: number | undefined = ROOT;
  for (const cell of cells) {
    at = childAt(tree, at, cell);
    if (at === undefined) return null;
    path.push(at);
  }
  return path;
}

/** How many moves would be deleted with this one, itself included. */
export function countFrom(tree: MoveTree, id: number): number {
  return [...descend(tree, id)].length;
}

// Edits. -------------------------------------------------------------------------------------------

/** Add a move as the last one after another. Returns its id; one that is there is not added again. */
export function addMove(tree: MoveTree, after: number, cell: number): [MoveTree, number] {
  const found = childAt(tree, after, cell);
  if (found !== undefined) return [tree, found];
  const nodes = new Map(tree.nodes);
  return [{ nodes, next: tree.next + 1 }, append(nodes, tree.next, after, cell)];
}

/** Delete a move with all that follows. */
export function deleteFrom(tree: MoveTree, id: number): MoveTree {
  if (id === ROOT) return tree;
  const nodes = new Map(tree.nodes);
  for (const gone of [...descend(tree, id)]) nodes.delete(gone);
  const { parent } = nodeOf(tree, id);
  const before = nodeOf(tree, parent);
  nodes.set(parent, { ...before, children: before.children.filter((child) => child !== id) });
  return { ...tree, nodes };
}

/** Put the variation that a move is in before the line that it leaves: one step up. */
export function promote(tree: MoveTree, id: number): MoveTree {
  for (let at = id; at !== ROOT; at = nodeOf(tree, at).parent) {
    const { parent } = nodeOf(tree, at);
    if (nodeOf(tree, parent).children[0] !== at) return withFirst(tree, parent, at);
  }
  return tree;
}

/** Make the line to a move the main line. */
export function makeMainLine(tree: MoveTree, id: number): MoveTree {
  return pathTo(tree, id).reduce(
    (changed, at) => withFirst(changed, nodeOf(changed, at).parent, at),
    tree,
  );
}

export function setComment(tree: MoveTree, id: number, comment: string): MoveTree {
  const node = nodeOf(tree, id);
  if (node.comment === comment) return tree;
  return { ...tree, nodes: new Map(tree.nodes).set(id, { ...node, comment }) };
}

function withFirst(tree: MoveTree, parent: number, first: number): MoveTree {
  const node = nodeOf(tree, parent);
  if (node.children[0] === first) return tree;
  const children = [first, ...node.children.filter((child) => child !== first)];
  return { ...tree, nodes: new Map(tree.nodes).set(parent, { ...node, children }) };
}

function append(
  nodes: Map<number, MoveNode>,
  id: number,
  parent: number,
  cell: number,
  value: number | null = null,
): number {
  const before = nodes.get(parent)!;
  nodes.set(parent, { ...before, children: [...before.children, id] });
  nodes.set(id, { parent, cell, children: [], comment: "", value });
  return id;
}

/** A move and all that follow, each line to its end before the next. No recursion: trees are deep. */
function* descend(tree: MoveTree, from: number): Generator<number> {
  const waiting = [from];
  for (let id = waiting.pop(); id !== undefined; id = waiting.pop()) {
    yield id;
    waiting.push(...nodeOf(tree, id).children.toReversed());
  }
}

// To and from records. -----------------------------------------------------------------------------

/** The tree of a record. A move that is there twice, after the same move, becomes one. */
export function treeOf(record: RecordedTree): MoveTree {
  const nodes = new Map(EMPTY.nodes);
  const ids = [ROOT]; // by the number in the record
  let next = EMPTY.next;
  const place = (parent: number, cell: number, value: number | null) => {
    const found = childAt({ nodes, next }, parent, cell);
    ids.push(found ?? append(nodes, next++, parent, cell, value));
    return ids.at(-1)!;
  };
  let at = ROOT;
  record.moves.forEach((cell, i) => (at = place(at, cell, record.values?.[i] ?? null)));
  for (const { after, moves } of record.variations ?? []) {
    at = ids[after] ?? ROOT;
    for (const cell of moves) at = place(at, cell, null);
  }
  for (const [number, comment] of Object.entries(record.comments ?? {})) {
    const id = ids[Number(number)];
    const node = id === undefined ? undefined : nodes.get(id);
    if (id === undefined || !node) continue;
    const joined = node.comment ? `${node.comment}\n${comment}` : comment;
    nodes.set(id, { ...node, comment: joined });
  }
  return { nodes, next };
}

/** The record of a tree. */
export function recordOf(tree: MoveTree) {
  const numbers = new Map<number, number>();
  const lines: { after: number; moves: number[] }[] = [{ after: 0, moves: [] }];
  const comments: Record<string, string> = {};
  let last = -1;
  for (const id of descend(tree, ROOT)) {
    const { parent, cell, comment } = nodeOf(tree, id);
    const number = numbers.size;
    numbers.set(id, number);
    if (comment) comments[number] = comment;
    if (id !== ROOT) {
      if (parent !== last) lines.push({ after: numbers.get(parent)!, moves: [] });
      lines.at(-1)!.moves.push(cell);
    }
    last = id;
  }
  const [main, ...variations] = lines;
  const values = lineThrough(tree, ROOT).map((id) => nodeOf(tree, id).value);
  return { moves: main!.moves, values, comments, variations };
}
