// What a chart draws.

export interface Point {
  x: number;
  y: number;
  /** An interval around y, if there is one: drawn as a band. */
  low?: number;
  high?: number;
}

export interface Series {
  name: string;
  points: readonly Point[];
}

/** A path along y, in the coordinates of the chart. */
export function linePath(
  points: readonly Point[],
  xOf: (x: number) => number,
  yOf: (y: number) => number,
): string {
  return points.map(({ x, y }, at) => `${at ? "L" : "M"}${pair(xOf(x), yOf(y))}`).join("");
}

/** The outline of the band: along the upper ends, and back along the lower ones. */
export function bandPath(
  points: readonly Point[],
  xOf: (x: number) => number,
  yOf: (y: number) => number,
): string {
  const upper = points.map(({ x, y, high = y }) => pair(xOf(x), yOf(high)));
  const lower = points.map(({ x, y, low = y }) => pair(xOf(x), yOf(low)));
  return upper.length ? `M${[...upper, ...lower.reverse()].join("L")}Z` : "";
}

const pair = (x: number, y: number): string => `${x.toFixed(1)} ${y.toFixed(1)}`;
