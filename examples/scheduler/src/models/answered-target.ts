import { isSeries } from "../domain/conflicts/horizon.ts";
import type { ParseContext } from "../domain/language/parse-context.ts";
import type { NLParserData } from "../domain/nl-parser-data.ts";
import { dayMilliseconds, formatInstant, instantToWall, readWallTime, wallToInstant } from "../domain/wall-clock.ts";
import { readDay } from "./answered-repetition.ts";
import type { Doubt } from "./answered-when.ts";
import { bounded, SEARCHED_DAYS } from "./briefing.ts";
import type { ModelAnswer } from "./model-answer.ts";

/** The part of a reading that identifies an event. */
export type AnsweredTarget = Pick<
  NLParserData,
  | "targetEventId"
  | "targetCandidates"
  | "targetOccurrenceStart"
  | "targetOccurrenceStarts"
  | "targetFollowing"
  | "targetScope"
>;

/** Context for resolving references; `rules` supplies an event that the model did not name. */
export interface TargetFrame {
  readonly context: ParseContext;
  readonly eventIds: ReadonlyMap<string, string>;
  readonly rules: NLParserData;
}

const maxDates = 100;

/**
 * Finds the target of a change or cancellation by its reference; for a series, also the named dates or the next one. An unknown
 * reference or date causes a doubt and is never replaced with another event or with the whole series.
 */
export function readTarget(
  answer: ModelAnswer,
  frame: TargetFrame,
): { readonly target: AnsweredTarget; readonly doubts: readonly Doubt[] } {
  const { context, eventIds, rules } = frame;
  const none = { targetEventId: null, targetCandidates: [], targetOccurrenceStart: null };
  const rejected = (message: string) => ({ target: none, doubts: [{ message, factor: 0.6 }] });
  if (answer.intent !== "modify" && answer.intent !== "cancel") return { target: none, doubts: [] };
  if (answer.event === null)
    return { target: rules.eventType === answer.intent ? targetOfRules(rules) : none, doubts: [] };
  const id = eventIds.get(answer.event.trim().toUpperCase());
  const event = id === undefined ? null : context.calendar.event(id);
  if (id === undefined || event === null) return rejected(`The event "${bounded(answer.event, 40)}" does not exist.`);
  const found = { ...none, targetEventId: id };
  if (answer.wholeSeries || !isSeries(event)) return { target: found, doubts: [] };
  const starts =
    answer.dates.length === 0
      ? [nextOccurrence(id, context)]
      : [...new Set(answer.dates.slice(0, maxDates))].map((date) => occurrenceOn(date, id, context));
  const known = starts.filter((start) => start !== null).toSorted();
  const [first] = known;
  // Without its date, a change of one date would become a change of the whole series.
  if (first === undefined || known.length < starts.length)
    return rejected(`"${bounded(event.title)}" has no occurrence on that date.`);
  const several = known.length > 1 ? { targetOccurrenceStarts: known } : {};
  // The structure of the answer cannot express "and all that follow"; the rules read that.
  const following =
    rules.targetFollowing === true && rules.targetEventId === id && rules.targetOccurrenceStart === first;
  const extent: Partial<AnsweredTarget> = following ? { targetFollowing: true } : several;
  return { target: { ...found, targetOccurrenceStart: first, ...extent }, doubts: [] };
}

const targetOfRules = (rules: NLParserData): AnsweredTarget => ({
  targetEventId: rules.targetEventId,
  targetCandidates: rules.targetCandidates,
  targetOccurrenceStart: rules.targetOccurrenceStart,
  ...(rules.targetOccurrenceStarts === undefined ? {} : { targetOccurrenceStarts: rules.targetOccurrenceStarts }),
  ...(rules.targetFollowing === undefined ? {} : { targetFollowing: rules.targetFollowing }),
  ...(rules.targetScope === undefined ? {} : { targetScope: rules.targetScope }),
});

function nextOccurrence(seriesId: string, { calendar, now }: ParseContext): string | null {
  const end = formatInstant(Date.parse(now) + SEARCHED_DAYS * dayMilliseconds);
  const found = calendar.occurrences({ start: now, end }).find((occurrence) => occurrence.seriesId === seriesId);
  return found?.originalStart ?? null;
}

function occurrenceOn(date: string, seriesId: string, { calendar, timeZone }: ParseContext): string | null {
  const day = readDay(date);
  if (day === null) return null;
  const midnight = readWallTime(day.toString());
  const range = {
    start: formatInstant(wallToInstant(midnight, timeZone)),
    end: formatInstant(wallToInstant(midnight + dayMilliseconds, timeZone)),
  };
  const startsThatDay = (start: string): boolean =>
    Math.floor(instantToWall(Date.parse(start), timeZone) / dayMilliseconds) * dayMilliseconds === midnight;
  const found = calendar
    .occurrences(range)
    .find((occurrence) => occurrence.seriesId === seriesId && startsThatDay(occurrence.start));
  return found?.originalStart ?? null;
}
