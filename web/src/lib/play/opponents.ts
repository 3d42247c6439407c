// Other people in a game: what is done at once when one plays alone is offered to them.
import type { GameView, Offer, Side } from "../api/types";
import { texts } from "../texts/play";
import { isMachine, type You } from "./messages";

const { offers } = texts.friends;

export type OfferKind = Offer["kind"];

/** Whether a person other than this browser's plays in a game. */
export function othersPlay(view: GameView, you: You): boolean {
  return view.seats.some(
    (seat, side) => !isMachine(seat) && !seat.open && !you.seats.includes(side as Side),
  );
}

/** The side of the person that this browser plays against; null if there is none. */
export function opponentSide(view: GameView, you: You): Side | null {
  if (you.seats.length !== 1 || !othersPlay(view, you)) return null;
  return you.seats[0] === 0 ? 1 : 0;
}

/** What a player is told about an offer of the opponent. */
export function offerText(view: GameView, { kind, by }: Offer): string {
  return offers.received[kind](view.seats[by].name || offers.opponent);
}
