// Keyboard navigation on a board. Row 0 is at the bottom, so up is the next row.

/** The cell to which a key moves from `cell`; null for keys that do not navigate. */
export function keyboardTarget(
  key: string,
  cell: number,
  rows: number,
  columns: number,
): number | null {
  const row = Math.floor(cell / columns);
  const column = cell % columns;
  const to = (r: number, c: number) =>
    Math.min(rows - 1, Math.max(0, r)) * columns + Math.min(columns - 1, Math.max(0, c));
  switch (key) {
    case "ArrowUp":
      return to(row + 1, column);
    case "ArrowDown":
      return to(row - 1, column);
    case "ArrowLeft":
      return to(row, column - 1);
    case "ArrowRight":
      return to(row, column + 1);
    case "Home":
      return to(row, 0);
    case "End":
      return to(row, columns - 1);
    case "PageUp":
      return to(rows - 1, column);
    case "PageDown":
      return to(0, column);
    default:
      return null;
  }
}
