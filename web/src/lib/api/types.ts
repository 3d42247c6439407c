// The server's types. `npm run client` generates them.
export type * from "./schema";
export type Side = 0 | 1;
/** Who plays a side, in the request for a new game. */
export type Seat = NewGame["seats"][number];

// Events as socket.ts passes them on: pings stay there.
export type LiveEvent = Exclude<schema.LiveEvent, PingEvent>;
export type AnalysisEvent = Exclude<schema.AnalysisEvent, PingEvent>;
export type LabEvent = Exclude<schema.LabEvent, PingEvent>;

import type * as schema from "./schema";
import type { NewGame, PingEvent } from "./schema";
