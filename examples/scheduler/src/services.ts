import type { Clock, Ids } from "tidemark";
import type { Calendar } from "./domain/calendar.ts";
import type { RequestReader } from "./models/request-reader.ts";

/** Dependencies of the nodes: everything that is not state. */
export interface SchedulerServices {
  readonly calendar: Calendar;
  readonly reader: RequestReader;
  readonly clock: Pick<Clock, "now">;
  readonly ids: Ids;
  /** Time zone in which people read and write times. */
  readonly timeZone: string;
}
