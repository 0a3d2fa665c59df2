import { localClock } from "../free-busy-clock.ts";
import type { TimeSlot } from "../outputs.ts";
import type { Request } from "../request.ts";

/** The request with the time that was found or chosen for it, to which a correction such as "an hour later" refers. */
export function withTime(request: Request, slot: TimeSlot | null, timeZone: string): Request {
  const { eventType, allDay, repeat, open, part, target } = request;
  if (
    slot === null ||
    allDay ||
    repeat !== null ||
    eventType === "cancel" ||
    !(open || part !== null || eventType === "create") ||
    (target?.starts?.length ?? 0) > 1
  )
    return request;
  const clock = localClock(timeZone);
  const [from, to] = [Date.parse(slot.startTime), Date.parse(slot.endTime)];
  const [day, last] = [clock.dayOf(from), clock.dayOf(to)];
  if (day === request.day && clock.minutesOf(from) === request.start && !open) return request;
  return {
    ...request,
    day,
    lastDay: last === day ? null : last,
    start: clock.minutesOf(from),
    end: request.minutes === null ? clock.minutesOf(to) : null,
    open: false,
    part: null,
  };
}
