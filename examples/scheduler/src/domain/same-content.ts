import { isDeepStrictEqual } from "node:util";
import type { CalendarEvent } from "./calendar-event.ts";

/** True when two versions of an event differ only in their sequence and timestamps. */
export const sameContent = (one: CalendarEvent, other: CalendarEvent): boolean =>
  isDeepStrictEqual(
    { ...one, sequence: 0, createdAt: "", updatedAt: "" },
    { ...other, sequence: 0, createdAt: "", updatedAt: "" },
  );
