// Texts about a game: whose turn it is, why a click is refused, what has changed.
import type { GameView, Position, SeatView, Side } from "../api/types";
import { boardPlace, cellName, sideToMove, SYMBOLS } from "../common/notation";
import { statusLine } from "../common/positions";
import { specName } from "../common/spec";

/** The part of this browser in a game: its sides, and whether it owns the game. */
export interface You {
  seats: Side[];
  owner: boolean;
}

export const isMachine = (seat: SeatView): boolean => seat.kind !== "human";

/** The name of a machine without its parameters, which its seat shows. */
export const machineName = ({ name }: SeatView): string => specName(name);

/** Whether both sides are machines: such a game waits until it is started. */
export const machinesOnly = (view: GameView): boolean => view.seats.every(isMachine);

/** The name of a seat, from the view of this browser. */
export function seatName(view: GameView, side: Side, you: You): string {
  const seat = view.seats[side];
  if (isMachine(seat)) return machineName(seat);
  if (seat.open) return "Open seat";
  if (you.seats.length === 1) return you.seats[0] === side ? "You" : "Opponent";
  return `Player ${side + 1}`;
}

/** Whose turn it is, or how the game ended, from the view of this browser. */
export function statusText(view: GameView, you: You): string {
  if (view.result) return resultText(view, you);
  const side = view.position.to_move;
  if (side === null) return statusLine(view.position);
  const seat = view.seats[side];
  if (isMachine(seat)) {
    if (view.thinking) return `${machineName(seat)} is thinking…`;
    if (view.running) return `${machineName(seat)} moves next`;
    return view.ply > view.opening
      ? `Paused: ${machineName(seat)} waits to be started`
      : `${machineName(seat)} waits to be started`;
  }
  if (seat.open) return `${SYMBOLS[side]} is open: waiting for somebody to take the seat`;
  if (you.seats.length === 2) return `${SYMBOLS[side]} to move${targetBoardText(view.position)}`;
  if (!you.seats.includes(side)) return `${SYMBOLS[side]} to move: a person is thinking`;
  return `Your move${targetBoardText(view.position)}`;
}

function resultText(view: GameView, you: You): string {
  const result = view.result!;
  const mine = you.seats.length === 1 ? you.seats[0]! : null;
  if (result.winner === null) return result.text;
  const winner = view.seats[result.winner];
  // Between machines, "X wins: …" becomes "Expert, X, wins: …".
  if (mine === null && isMachine(winner))
    return `${machineName(winner)}, ${result.text.replace(" ", ", ")}`;
  if (mine === null) return result.text;
  return result.winner === mine ? `You win! ${result.text}` : `You lose. ${result.text}`;
}

/** The local board to play in, for games that have them. */
function targetBoardText(position: Position): string {
  if (!position.local_boards) return "";
  const forced = position.forced_board;
  return forced === null || forced === undefined
    ? " in any open board"
    : ` in the ${boardPlace(forced)} board`;
}

/** Why a move cannot be made now; null if the page knows no reason. */
export function moveRefusal(view: GameView, you: You, cell: number): string | null {
  const { position, game } = view;
  const name = cellName(cell, game.columns);
  if (view.result) return `The game is over: ${view.result.text}. Take moves back, or play again.`;
  const side = position.to_move;
  if (side === null) return "The game is over.";
  const seat = view.seats[side];
  if (!you.seats.includes(side)) {
    if (!you.seats.length && !seat.open) return "You are watching: only the players can move.";
    if (isMachine(seat)) {
      return view.running || view.thinking
        ? `It is ${SYMBOLS[side]}'s turn: wait for ${machineName(seat)}, or have it move now.`
        : `It is ${SYMBOLS[side]}'s turn, and ${machineName(seat)} waits: press Start or Step.`;
    }
    if (seat.open) {
      const first = you.seats.length ? "" : "take the seat, or ";
      return `Nobody plays ${SYMBOLS[side]} yet: ${first}send somebody the link.`;
    }
    return `It is ${SYMBOLS[side]}'s turn: wait for the other player.`;
  }
  if (position.legal.includes(cell)) return null;
  if (position.cells[cell] !== ".") return `${name} is taken by ${position.cells[cell]}.`;
  const forced = position.forced_board;
  if (forced !== null && forced !== undefined) {
    return `${name} is closed now: you were sent to the ${boardPlace(forced)} board, which is marked.`;
  }
  return `${name} is closed: its board is decided. Play in an open one.`;
}

/** What has changed between two states of a game, for screen readers; "" for nothing. */
export function changeText(before: GameView, now: GameView): string {
  const parts: string[] = [];
  if (now.ply > before.ply) {
    const side = SYMBOLS[sideToMove(now.ply - 1)];
    parts.push(`${side} plays ${now.names[now.ply - 1]}`);
  } else if (now.ply < before.ply) {
    parts.push(now.ply ? `Taken back to move ${now.ply}` : "Taken back to the start");
  }
  if (now.result && !before.result) parts.push(now.result.text);
  else if (parts.length && !now.result) parts.push(statusLine(now.position));
  return parts.join("; ");
}
