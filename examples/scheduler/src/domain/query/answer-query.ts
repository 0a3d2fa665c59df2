import { timetableOf } from "../free-busy.ts";
import { localClock } from "../free-busy-clock.ts";
import type { QueryData } from "../outputs.ts";
import type { CheckContext } from "../planning/conflicts.ts";
import type { Request } from "../request.ts";
import { availability } from "./availability.ts";
import { conflicts } from "./conflicts.ts";
import { lookup } from "./lookup.ts";
import { askedSpan } from "./question.ts";
import { resources } from "./resources.ts";

const ANSWERS = { availability, event_lookup: lookup, resource_status: resources, conflict_check: conflicts };

/** Answers a question about the calendar in a few sentences, together with the underlying data. */
export function answerQuery(request: Request, { calendar, now: instant }: CheckContext): QueryData {
  const { household } = calendar;
  const [clock, now] = [localClock(household.timeZone), Date.parse(instant)];
  const queryType = request.queryType ?? "event_lookup";
  const answer = ANSWERS[queryType]({
    request,
    household,
    clock,
    now,
    wording: { timeZone: household.timeZone, now: instant },
    asked: askedSpan(request, clock, now),
    isMoment: request.start !== null && request.end === null,
    timetable: (span) => timetableOf(calendar, span),
  });
  return { queryType, ...answer };
}
