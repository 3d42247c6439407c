// The pictures of "How to play": positions that are drawn, not played. The rules are on the server.
import type { GameInfo, Position } from "../api/types";
import type { Overlay } from "../board/overlay";
import { texts } from "../texts/howToPlay";

export interface Picture {
  text: string;
  info: GameInfo;
  position: Position;
  overlay: Overlay;
}

interface Shape {
  rows: number;
  columns: number;
  block?: number;
  in_a_row?: number;
}

const GOMOKU: Shape = { rows: 11, columns: 11, in_a_row: 5 };
const TICTACTOE: Shape = { rows: 3, columns: 3, in_a_row: 3 };
const MNK: Shape = { rows: 6, columns: 7, in_a_row: 4 };
const ULTIMATE: Shape = { rows: 9, columns: 9, block: 3 };

/** h8 as the number of a cell. */
function cellOf(name: string, columns: number): number {
  return name.charCodeAt(0) - 97 + (Number(name.slice(1)) - 1) * columns;
}

function picture(
  text: string,
  shape: Shape,
  first: string,
  second: string,
  more: {
    line?: string;
    marks?: string;
    last?: string;
    boards?: string;
    forced?: number;
    toMove?: 0 | 1;
  } = {},
): Picture {
  const { rows, columns, block = null, in_a_row = null } = shape;
  const cellsOf = (names = "") => (names ? names.split(" ").map((it) => cellOf(it, columns)) : []);
  const cells = Array.from({ length: rows * columns }, () => ".");
  for (const cell of cellsOf(first)) cells[cell] = "X";
  for (const cell of cellsOf(second)) cells[cell] = "O";
  const line = cellsOf(more.line);
  return {
    text,
    info: {
      spec: "",
      name: "",
      title: "",
      rows,
      columns,
      block,
      in_a_row,
      rule: null,
      players: [],
      notes: {},
      threats: false,
    },
    position: {
      game: "",
      moves: [],
      cells: cells.join(""),
      to_move: more.toMove ?? 0,
      legal: [],
      last: cellsOf(more.last)[0] ?? null,
      winning_line: line,
      local_boards: more.boards ?? (block === null ? null : "........."),
      forced_board: more.forced ?? null,
      over: line.length > 0,
      winner: line.length > 0 ? 0 : null,
      status: "",
    },
    overlay: { marks: cellsOf(more.marks).map((cell) => ({ cell, kind: "hint" })) },
  };
}

/** The pictures of a game, in order. */
export function picturesOf(game: string): Picture[] {
  switch (game) {
    case "gomoku":
      return [
        picture(texts.gomoku.aim, GOMOKU, "d4 e5 f6 g7 h8", "e4 f5 f7 e6", {
          line: "d4 e5 f6 g7 h8",
        }),
        picture(texts.gomoku.three, GOMOKU, "e6 f6 g6", "d6 f5", { toMove: 1 }),
        picture(texts.gomoku.openThree, GOMOKU, "e6 f6 g6", "e7 f5", {
          marks: "d6 h6",
          toMove: 1,
        }),
        picture(texts.gomoku.four, GOMOKU, "d6 e6 f6 g6", "c6 e7 f5", {
          marks: "h6",
          toMove: 1,
        }),
        picture(texts.gomoku.open, GOMOKU, "d6 e6 f6 g6", "e7 f5 g7", {
          marks: "c6 h6",
          toMove: 1,
        }),
        picture(texts.gomoku.double, GOMOKU, "d6 e6 f6 g4 g5", "c6 e7 f3 f4 h5", { marks: "g6" }),
      ];
    case "tictactoe":
      return [
        picture(texts.tictactoe.aim, TICTACTOE, "a1 b2 c3", "a3 b1", { line: "a1 b2 c3" }),
        picture(texts.tictactoe.fork, TICTACTOE, "a1 c3", "b2 a3", { marks: "c1" }),
      ];
    case "ultimate":
      return [
        picture(texts.ultimate.boards, ULTIMATE, "a1 b2 c3 h5", "a3 b1 e4 e8", {
          boards: "X........",
        }),
        picture(texts.ultimate.sends, ULTIMATE, "f6", "", { last: "f6", forced: 8, toMove: 1 }),
        picture(texts.ultimate.free, ULTIMATE, "a1 b2 c3 d1", "a3 b1", {
          boards: "X........",
          last: "d1",
          toMove: 1,
        }),
        picture(texts.ultimate.wins, ULTIMATE, "a1 b2 c3 d4 e5 f6 g7 h8 i9", "a3 b1 d6 e4 g9 h7", {
          boards: "X...X...X",
          line: "a1 b2 c3 d4 e5 f6 g7 h8 i9",
        }),
      ];
    case "mnk":
      return [picture(texts.mnk.aim, MNK, "b2 c3 d4 e5", "c2 d3 e4", { line: "b2 c3 d4 e5" })];
    default:
      return [];
  }
}
