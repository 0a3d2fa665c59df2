import { timetableOf } from "../free-busy.ts";
import { localClock } from "../free-busy-clock.ts";
import type { QueryData } from "../outputs.ts";
import type { CheckContext } from "../planning/conflicts.ts";
import type { Request } from "../request.ts";
import { availability } from "./availability.ts";
import { conflicts } from "./conflicts.ts";
import { lookup } from "./lookup.ts";
import { askedSpan, type Question } from "./question.ts";
import { resources } from "./resources.ts";

/** Answers a question about the calendar in a few sentences, together with the underlying data. */
export function answerQuery(request: Request, { calendar, now }: CheckContext): QueryData {
  const { household } = calendar;
  const clock = localClock(household.timeZone);
  const asked = askedSpan(request, clock, Date.parse(now));
  const question: Question = {
    request,
    household,
    clock,
    wording: { timeZone: household.timeZone, now },
    now: Date.parse(now),
    asked,
    isMoment: request.start !== null && request.end === null,
    timetable: (span) => timetableOf(calendar, span),
  };
  const queryType = request.queryType ?? "event_lookup";
  return {
    queryType,
    ...{ availability, event_lookup: lookup, resource_status: resources, conflict_check: conflicts }[queryType](
      question,
    ),
  };
}
