// Coordinates of the drawing of a board. It knows no rules.
import { cellName, usesStones, type BoardShape } from "../common/notation";

/** Side of a cell, in units of the drawing. */
export const CELL = 40;
/** Gap between local boards. */
const GAP = 14;
/** From this many cells a side, lines and letters have full size; on smaller boards, whose cells are
    larger on the screen, they are finer. */
const FULL = 10;
/** Space for coordinates at the left and below. */
const EDGE = 24;
/** Space at the right and above. */
const RIM = 8;
/** Distance between the ends of grid lines and the frame. */
const SHORT = 4;
/** Lines between the edge and the star points near the corners; one less on boards below FULL. */
const STARS = 3;
/** From this size on, boards have star points near the corners. */
const CORNER_STARS_FROM = 7;
/** From this size on, they have some at the sides, too. */
const SIDE_STARS_FROM = 19;

export interface PlacedCell {
  cell: number;
  name: string;
  /** The centre. */
  x: number;
  y: number;
}

export interface PlacedBlock {
  block: number;
  x: number;
  y: number;
  side: number;
}

export interface Geometry {
  width: number;
  height: number;
  columns: number;
  rows: number;
  /** Whether stones lie on crossings; else marks are in cells. */
  crossings: boolean;
  /** Scale of lines and letters, at most 1. */
  scale: number;
  /** Rows from the top, in reading order. */
  lines: PlacedCell[][];
  /** By cell number. */
  cells: PlacedCell[];
  blocks: PlacedBlock[];
  /** The grid, as an SVG path. */
  grid: string;
  /** Star points of large boards with crossings. */
  dots: PlacedCell[];
  bottom: number;
  left: number;
}

const known = new Map<string, Geometry>();

/** The geometry of a board; cached, so that an equal board is not drawn again. */
export function geometryOf(shape: BoardShape): Geometry {
  const key = [shape.rows, shape.columns, shape.block, shape.in_a_row].join();
  let geometry = known.get(key);
  if (!geometry) {
    geometry = measure(shape);
    known.set(key, geometry);
  }
  return geometry;
}

function measure(shape: BoardShape): Geometry {
  const { rows, columns, block } = shape;
  const along = (count: number) => count * CELL + (block ? Math.floor(count / block) * GAP : 0);
  const length = (count: number) => along(count - 1) + CELL;
  const crossings = usesStones(shape);
  const scale = Math.min(1, Math.max(rows, columns) / FULL);
  const edge = EDGE * scale;
  const rim = crossings ? 0 : RIM * scale;
  const left = edge;
  const bottom = rim + length(rows);
  const cells: PlacedCell[] = [];
  for (let cell = 0; cell < rows * columns; cell++) {
    cells.push({
      cell,
      name: cellName(cell, columns),
      x: left + along(cell % columns) + CELL / 2,
      y: bottom - along(Math.floor(cell / columns)) - CELL / 2,
    });
  }
  const lines: PlacedCell[][] = [];
  for (let row = rows - 1; row >= 0; row--) {
    lines.push(cells.slice(row * columns, (row + 1) * columns));
  }
  return {
    width: left + length(columns) + rim,
    height: bottom + edge,
    columns,
    rows,
    crossings,
    scale,
    lines,
    cells,
    blocks: block ? placeBlocks(cells, rows, columns, block) : [],
    grid: crossings ? crossingGrid(cells) : cellGrid(cells, rows, columns, block),
    dots: crossings ? starPoints(cells, rows, columns) : [],
    bottom,
    left,
  };
}

function placeBlocks(
  cells: PlacedCell[],
  rows: number,
  columns: number,
  block: number,
): PlacedBlock[] {
  const placed: PlacedBlock[] = [];
  for (let row = 0; row < rows; row += block) {
    for (let column = 0; column < columns; column += block) {
      const corner = cells[(row + block - 1) * columns + column]!;
      placed.push({
        block: placed.length,
        x: corner.x - CELL / 2,
        y: corner.y - CELL / 2,
        side: block * CELL,
      });
    }
  }
  return placed;
}

/** Lines through the centres of the cells. */
function crossingGrid(cells: PlacedCell[]): string {
  const first = cells[0]!;
  const last = cells.at(-1)!;
  const xs = [...new Set(cells.map((cell) => cell.x))];
  const ys = [...new Set(cells.map((cell) => cell.y))];
  return [
    ...xs.map((x) => `M${x} ${first.y}V${last.y}`),
    ...ys.map((y) => `M${first.x} ${y}H${last.x}`),
  ].join("");
}

/** Lines between cells, but not around the board nor across the gaps of local boards. */
function cellGrid(
  cells: PlacedCell[],
  rows: number,
  columns: number,
  block: number | null,
): string {
  const pieces: string[] = [];
  const high = block ?? rows;
  const wide = block ?? columns;
  for (let row = 0; row < rows; row += high) {
    for (let column = 0; column < columns; column += wide) {
      const corner = cells[row * columns + column]!;
      const x = corner.x - CELL / 2;
      const y = corner.y + CELL / 2;
      for (let step = 1; step < wide; step++)
        pieces.push(`M${x + step * CELL} ${y - SHORT}v${2 * SHORT - high * CELL}`);
      for (let step = 1; step < high; step++)
        pieces.push(`M${x + SHORT} ${y - step * CELL}h${wide * CELL - 2 * SHORT}`);
    }
  }
  return pieces.join("");
}

/** Star points: the centre of odd boards, near the corners, and on large boards the sides. */
function starPoints(cells: PlacedCell[], rows: number, columns: number): PlacedCell[] {
  const withSides = Math.min(rows, columns) >= SIDE_STARS_FROM;
  const found: PlacedCell[] = [];
  for (const row of starLines(rows)) {
    for (const column of starLines(columns)) {
      const isMiddle = row === (rows - 1) / 2;
      if (withSides || isMiddle === (column === (columns - 1) / 2))
        found.push(cells[row * columns + column]!);
    }
  }
  return found;
}

/** The lines of the star points in one direction. */
function starLines(count: number): number[] {
  const middle = count % 2 ? [(count - 1) / 2] : [];
  if (count < CORNER_STARS_FROM) return middle;
  const corner = count < FULL ? STARS - 1 : STARS;
  return [corner, ...middle, count - 1 - corner];
}
