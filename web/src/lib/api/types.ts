// The server's types. `npm run client` generates them.
export type * from "./schema";
export type Side = 0 | 1;
/** Who plays a side, in the request for a new game. */
export type Seat = NewGameSeats[number];

import type { NewGame } from "./schema";
type NewGameSeats = NewGame["seats"];
