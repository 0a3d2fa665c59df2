import { Temporal } from "temporal-polyfill";
import type { Occurrence } from "../domain/calendar-event.ts";
import type { NLParserData, Target } from "../domain/parser-data.ts";
import { isSeries } from "../domain/planning/series.ts";
import { hasWords, titleWords } from "../domain/title-words.ts";
import { dayMilliseconds as DAY_LENGTH, intervalOf, localClock } from "../domain/wall-clock.ts";
import { DAY, dayOf, takeSpan } from "./days.ts";
import type { ReadContext } from "./pieces.ts";
import { Sheet } from "./sheet.ts";

type Found = Pick<NLParserData, "target" | "candidates" | "questions">;
const found = (parts: Partial<Found>): Found => ({ target: null, candidates: [], questions: [], ...parts });

/** Finds the event that words name: "piano on 8 December", "all swimming lessons in December", "soccer from 8 December on". */
export function findTarget(text: string, { calendar, now }: ReadContext): Found {
  const clock = localClock(calendar.household.timeZone);
  const today = Temporal.PlainDate.from(clock.dayOf(Date.parse(now)));
  const sheet = new Sheet(text);
  const isAll = sheet.take("^all(?: of)?(?: the)?") !== null;
  const following = sheet.take(`from (${DAY}) on(?:wards)?`)?.[1];
  const one = following ?? sheet.take(`(?:on )?(${DAY})`)?.[1];
  const day = one === undefined ? takeSpan(sheet, today) : dayOf(one, today);
  const question = day?.question ?? null;
  if (question !== null) return found({ questions: [question] });
  const words = sheet.unused.join(" ");
  if (titleWords(words).length === 0) return found({});
  const from = day === null ? Date.parse(now) : clock.at(day.first, 0);
  const last = following === undefined ? day && (day.last ?? day.first) : null;
  const to = last === null ? from + 400 * DAY_LENGTH : clock.at(last, 1440);
  const occurrences = calendar.occurrences(intervalOf({ start: from, end: to }));
  const named = occurrences.filter(({ event }) => hasWords(event.title, words));
  // "Piano" is the event of this name, although there is a piano exam too.
  const isExact = ({ event }: Occurrence): boolean => titleWords(event.title).join(" ") === titleWords(words).join(" ");
  const series = new Set(named.filter(isExact).map(({ seriesId }) => seriesId));
  const groups = [
    ...Map.groupBy(
      named.filter(({ seriesId }) => series.size === 0 || series.has(seriesId)),
      ({ seriesId }) => seriesId,
    ).values(),
  ];
  const [group, ...others] = groups.map((dates) =>
    targetOf(dates, { isAll, isFollowing: following !== undefined, day, calendar }),
  );
  if (group === undefined) {
    const form = 'Write a word of its title, or "never mind".';
    return found({
      questions: [`There is no "${words}" in the calendar${one === undefined ? "" : ` on ${one}`}. ${form}`],
    });
  }
  // Which dates of a series is asked once it is chosen.
  const open = ({ target, isSure }: typeof group): Target =>
    isSure || day !== null ? target : { ...target, starts: null };
  if (others.length > 0) return found({ candidates: [group, ...others].map(open) });
  return group.isSure ? found({ target: group.target }) : found({ candidates: [group.target] });
}

interface Wanted {
  readonly isAll: boolean;
  readonly isFollowing: boolean;
  readonly day: { readonly last: string | null } | null;
  readonly calendar: ReadContext["calendar"];
}

/** The meant dates of an event or a series; not sure if it could be one date or all of them. */
function targetOf(
  dates: readonly Occurrence[],
  { isAll, isFollowing, day, calendar }: Wanted,
): { target: Target; isSure: boolean } {
  const [first] = dates;
  const eventId = first?.seriesId ?? "";
  const event = calendar.event(eventId) ?? first?.event;
  const starts = dates.map(({ originalStart }) => originalStart);
  if (event === undefined || !isSeries(event))
    return { target: { eventId, starts: null, following: false }, isSure: true };
  if (isFollowing) return { target: { eventId, starts: starts.slice(0, 1), following: true }, isSure: true };
  if (day === null)
    return { target: { eventId, starts: isAll ? null : starts.slice(0, 1), following: false }, isSure: isAll };
  return { target: { eventId, starts, following: false }, isSure: isAll || day.last === null || starts.length === 1 };
}
