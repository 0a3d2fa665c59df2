import type { Clock, Ids } from "tidemark";
import type { Calendar } from "./domain/calendar.ts";
import type { RequestReader } from "./models/request-reader.ts";

/** What the nodes of the graph work with; everything that is not state comes from here. */
export interface SchedulerServices {
  readonly calendar: Calendar;
  readonly reader: RequestReader;
  readonly clock: Pick<Clock, "now">;
  readonly ids: Ids;
  /** The zone in which people write and read times. */
  readonly timeZone: string;
}
