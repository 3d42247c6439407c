// What the page says about a game: whose turn it is, why a click is refused, what has changed.
import type {
  GameInfo,
  GameResult,
  GameSummary,
  GameView,
  Position,
  SeatView,
  Side,
} from "../api/types";
import { boardPlace, cellName, sideName, sideToMove, SYMBOLS } from "../common/notation";
import { statusLine } from "../common/positions";
import { playerName } from "../common/spec";
import { texts as common } from "../texts/common";
import { texts } from "../texts/play";

/** The part of this browser in a game: its sides, and whether it owns the game. */
export interface You {
  seats: Side[];
  owner: boolean;
}

export const isMachine = (seat: SeatView): boolean => seat.kind !== "human";

/** The name of a machine without its parameters, which its seat shows. */
export const machineName = ({ name }: SeatView): string => playerName(name);

/** Whether both sides are machines: such a game waits until it is started. */
export const machinesOnly = (view: GameView): boolean => view.seats.every(isMachine);

/** Whether hints and analysis are allowed: not while people play each other, or one another's part. */
export const mayAnalyse = (view: GameView): boolean =>
  view.result !== null || view.seats.some(isMachine);

/** The name of a seat, from the view of this browser. */
export function seatName(
  view: Pick<GameView, "seats">,
  side: Side,
  you: Pick<You, "seats">,
): string {
  const seat = view.seats[side];
  if (isMachine(seat)) return machineName(seat);
  if (seat.open) return texts.seats.open;
  if (seat.name) return seat.name;
  if (you.seats.length === 1) return you.seats[0] === side ? texts.seats.you : texts.seats.opponent;
  return texts.seats.player(side);
}

/** Whose turn it is, or how the game ended, from the view of this browser. */
export function statusText(view: GameView, you: You): string {
  if (view.result) return resultText(view, you);
  const side = view.position.to_move;
  if (side === null) return statusLine(view.game, view.position);
  const seat = view.seats[side];
  if (isMachine(seat)) {
    if (view.thinking) return texts.isThinking(machineName(seat));
    if (view.running) return texts.movesNext(machineName(seat));
    return view.ply > view.opening ? texts.paused : texts.waitsToStart(machineName(seat));
  }
  const name = sideName(view.game, side);
  if (seat.open) return texts.waitingForSeat(name);
  const where = targetBoardText(view.position);
  if (you.seats.length === 2) return texts.toMove(name, where);
  if (you.seats.includes(side)) return texts.yourMove(where);
  return you.seats.length ? texts.waitingForOpponent : texts.toMove(name, where);
}

/** Why a game ended as it did: "five in a row". */
function reasonText({ game }: GameView, { winner, end }: GameResult): string {
  if (winner === null) return end === "agreement" ? texts.byAgreement : common.boardFull;
  return end === "full board" ? texts.moreBoards : common.inARow(game.in_a_row);
}

/** How a game ended, from the view of this browser. */
export function resultText(view: GameView, you: You): string {
  const result = view.result!;
  const { winner } = result;
  const why = reasonText(view, result);
  if (winner === null) return texts.draw(why);
  const mine = you.seats.length === 1 ? you.seats[0] : null;
  const nameOf = (side: Side) => {
    const seat = view.seats[side];
    const name = sideName(view.game, side);
    return isMachine(seat) ? texts.wins(machineName(seat), name) : name;
  };
  if (result.end === "resign rule") {
    const loser = winner === 0 ? 1 : 0;
    const wins = sideName(view.game, winner);
    return mine === loser ? texts.youResigned(wins) : texts.resigned(nameOf(loser), wins);
  }
  if (mine === null) return texts.won(nameOf(winner), why);
  return (mine === winner ? texts.youWon : texts.youLost)(sideName(view.game, winner), why);
}

/** The players of a game in a list. */
export function listedPlayers(game: GameSummary): string {
  const seats = { seats: game.you };
  return texts.yourGames.players(seatName(game, 0, seats), seatName(game, 1, seats));
}

/** How a game in a list stands, or how it ended for this browser. */
export function listedOutcome({ board, seats, you, result }: GameSummary): string {
  const words = texts.yourGames;
  if (!result) return words.underWay;
  const { winner } = result;
  if (winner === null) return words.draw;
  if (you.length === 1) return you[0] === winner ? words.youWon : words.lost;
  return words.won(seats.every(isMachine) ? machineName(seats[winner]) : sideName(board, winner));
}

/** The local board to play in, for games that have them. */
function targetBoardText(position: Position): string {
  if (!position.local_boards) return "";
  const forced = position.forced_board;
  return forced == null ? texts.inAnyBoard : texts.inBoard(boardPlace(forced));
}

/** Why a move cannot be made now; null if the page knows no reason. */
export function moveRefusal(view: GameView, you: You, cell: number): string | null {
  const { position, game } = view;
  const side = position.to_move;
  if (view.result || side === null) return texts.gameOver;
  const seat = view.seats[side];
  const turn = sideName(game, side);
  if (!you.seats.includes(side)) {
    if (!you.seats.length && !seat.open) return texts.watching;
    if (isMachine(seat)) {
      return view.running || view.thinking
        ? texts.waitFor(turn, machineName(seat))
        : texts.startIt(turn, machineName(seat));
    }
    if (seat.open) return you.seats.length ? texts.nobodyPlays(turn) : texts.takeSeat(turn);
    return texts.notYourTurn(turn);
  }
  return illegalMove(game, position, cell);
}

/** Why a cell cannot be played in a position; null if it can. */
export function illegalMove(game: GameInfo, position: Position, cell: number): string | null {
  if (position.legal.includes(cell)) return null;
  const name = cellName(cell, game.columns);
  const owner = SYMBOLS.indexOf(position.cells[cell] as (typeof SYMBOLS)[number]);
  if (owner >= 0) return texts.taken(name, sideName(game, owner as Side));
  const forced = position.forced_board;
  return forced == null ? texts.boardDecided(name) : texts.sentTo(name, boardPlace(forced));
}

/** What has changed between two states of a game, for screen readers; "" for nothing. */
export function changeText(before: GameView, now: GameView): string {
  const parts: string[] = [];
  if (now.ply > before.ply) {
    const side = sideName(now.game, sideToMove(now.ply - 1));
    parts.push(texts.plays(side, now.names[now.ply - 1] ?? ""));
  } else if (now.ply < before.ply) {
    parts.push(now.ply ? texts.backTo(now.ply) : texts.backToStart);
  }
  if (now.result && !before.result) parts.push(resultText(now, { seats: [], owner: false }));
  else if (parts.length && !now.result) parts.push(statusLine(now.game, now.position));
  return parts.join("; ");
}
