import type { CalendarView } from "../calendar.ts";
import type { NLParserData } from "../nl-parser-data.ts";
import type { QueryData } from "../query-data.ts";
import { answerAvailability } from "./availability.ts";
import { answerConflictCheck } from "./conflict-check.ts";
import { answerEventLookup } from "./event-lookup.ts";
import { type Question, questionOf } from "./question.ts";
import { answerResourceStatus } from "./resource-status.ts";

const ANSWERS: Record<QueryData["queryType"], (question: Question) => QueryData> = {
  availability: answerAvailability,
  event_lookup: answerEventLookup,
  resource_status: answerResourceStatus,
  conflict_check: answerConflictCheck,
};

/**
 * Answers a question about the calendar in a few sentences, together with the underlying data.
 *
 * A question of unknown type is answered as a search for events.
 */
export const answerQuery = (
  request: NLParserData,
  context: { readonly calendar: CalendarView; readonly now: string },
): QueryData => ANSWERS[request.queryType ?? "event_lookup"](questionOf(request, context));
