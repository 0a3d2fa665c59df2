import type { ShownEvent } from "../src/page/calendar-data.ts";

/** Part of an event that is shown on a day. */
export interface ShownPart {
  /** True if the event begins on the day. */
  readonly isStart: boolean;
  /** True if the event ends on the day. */
  readonly isEnd: boolean;
  readonly timeZone: string;
  /** True for the start alone. */
  readonly isShort: boolean;
}

/** Time of an event on a day, such as `22:00–23:00`, or `from 22:00` and `until 06:00` on the days of an event over midnight. */
export function timeText({ start, end }: Pick<ShownEvent, "start" | "end">, part: ShownPart): string {
  const { isStart, isEnd, timeZone, isShort } = part;
  const clock = new Intl.DateTimeFormat("en-GB", { hour: "2-digit", minute: "2-digit", timeZone });
  const [from, until] = [clock.format(new Date(start)), clock.format(new Date(end))];
  if (isShort) return isStart ? from : "";
  if (isStart && isEnd) return `${from}–${until === "00:00" ? "24:00" : until}`;
  return isStart ? `from ${from}` : isEnd ? `until ${until}` : "all day";
}
