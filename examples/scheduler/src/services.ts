import type { Calendar } from "./domain/calendar.ts";
import type { RequestReader } from "./models/request-reader.ts";

/** The present moment, as ISO 8601 in UTC. */
export interface Clock {
  now(): string;
}

/** Ids that never repeat. */
export interface Ids {
  next(): string;
}

/** What the nodes of the graph work with; everything that is not state comes from here. */
export interface SchedulerServices {
  readonly calendar: Calendar;
  readonly reader: RequestReader;
  readonly clock: Clock;
  readonly ids: Ids;
  /** The zone in which people write and read times. */
  readonly timeZone: string;
}
