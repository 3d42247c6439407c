// The server's types under their own names. They are generated: `npm run client`.
export type * from "./schema";
export type Side = 0 | 1;
/** Anything that can sit at a board, as a new game is told. */
export type Seat = NewGameSeats[number];

import type { NewGame } from "./schema";
type NewGameSeats = NewGame["seats"];
