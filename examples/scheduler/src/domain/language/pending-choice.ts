import { itemsIf } from "../items-if.ts";
import { Temporal } from "temporal-polyfill";
import type { NLParserData } from "../nl-parser-data.ts";
import { findTarget, followingOf, narrow, noTarget, occurrencesOfSeries } from "./find-target.ts";
import type { FoundTarget } from "./find-target.ts";
import { ORDINAL, readCount, readOrdinal } from "./number-words.ts";
import type { Setting } from "./parse-context.ts";
import { readTarget } from "./read-target.ts";
import { shiftedStart } from "./read-change.ts";
import { targetData, whenData } from "./reading.ts";
import type { Reading } from "./reading.ts";
import { RequestText } from "./request-text.ts";

const byNumber = new RegExp(
  `^(?:(?:i (?:mean|meant|want)|it's|take|pick|choose|the|number|option|choice|no\\.?|nr\\.?|#) ?)*(?:(\\d{1,2})|(${ORDINAL})|(one|two|three|four|five|six|seven|eight|nine))(?: (?:one|option|choice|event))?(?: please)?[.!)]?$`,
  "i",
);

/** Parses "2", "the second one" or "the last" as a position in the list; null if the answer has no number. */
function readChoice(typed: string, count: number): number | null {
  const match = byNumber.exec(typed.trim());
  if (match === null) return null;
  const place = Number(match[1] ?? (match[2] === undefined ? readCount(match[3] ?? "") : readOrdinal(match[2])));
  const index = place === -1 ? count - 1 : place - 1;
  return index >= 0 && index < count ? index : null;
}

/** Completes a request with an open target by choosing one; null if the answer does not choose. */
export function chooseTarget(typed: string, pending: NLParserData, setting: Setting): Reading | null {
  const candidates = pending.targetCandidates;
  const chosen = candidates.length === 0 ? null : readChoice(typed, candidates.length);
  if (chosen !== null) return withTarget(settle(candidates[chosen] ?? "", pending, setting), pending, setting);
  const scope = pending.targetScope;
  const { request, found } = readTarget(new RequestText(typed), null, setting);
  if (
    request.words.length + request.participants.length + request.resources.length === 0 &&
    request.window === null &&
    request.minutes === null
  )
    return null;
  const within = {
    ...request,
    window: request.window ?? scope?.window ?? null,
    wholeSeries: request.wholeSeries || scope?.wholeSeries === true,
  };
  const { calendar } = setting.context;
  if (candidates.length === 0) {
    const again = found.eventId === null ? found : findTarget(within, { calendar, now: setting.now });
    return again.eventId === null && again.candidates.length === 0 ? null : withTarget(again, pending, setting);
  }
  const fitting = candidates.filter((id) => fits(id, within, setting));
  const [only] = fitting;
  if (only === undefined) return null;
  if (fitting.length > 1) return withTarget({ ...noTarget, candidates: fitting }, pending, setting);
  return withTarget(
    settle(
      only,
      {
        ...pending,
        targetScope: {
          wholeSeries: within.wholeSeries,
          window: within.window,
          keepsDay: scope?.keepsDay === true,
          ...(scope?.following === true && { following: true }),
        },
      },
      setting,
    ),
    pending,
    setting,
  );
}

function fits(id: string, request: Parameters<typeof findTarget>[0], { context, now }: Setting): boolean {
  const { calendar } = context;
  const only = {
    ...calendar,
    occurrences: (range: Parameters<typeof calendar.occurrences>[0]) =>
      calendar.occurrences(range).filter((occurrence) => occurrence.seriesId === id),
  };
  return findTarget(request, { calendar: only, now }).eventId === id;
}

function settle(id: string, { targetScope }: NLParserData, { context, now }: Setting): FoundTarget {
  const { calendar } = context;
  const window = targetScope?.window ?? null;
  const occurrences = occurrencesOfSeries(id, window, { calendar, now });
  const request = { window, wholeSeries: targetScope?.wholeSeries ?? false, wantsNext: false, minutes: null };
  const found = narrow(request, id, { calendar, occurrences });
  return targetScope?.following === true ? followingOf(found) : found;
}

/** Adds the target to the request, and resolves a change that is relative to it. */
function withTarget(found: FoundTarget, pending: NLParserData, { context, now }: Setting): Reading {
  const { targetScope, ...rest } = pending;
  const occurrence = found.occurrence;
  const isOpen = found.eventId === null;
  const data: NLParserData = {
    ...rest,
    ...targetData(found),
    ...(isOpen && targetScope !== undefined ? { targetScope } : {}),
    ...(occurrence === null ? {} : { ...relativeTo(occurrence, pending, now), title: occurrence.event.title }),
    missing: isOpen ? pending.missing : pending.missing.filter((detail) => detail !== "target"),
  };
  const whole = pending.missing.length === 0 || data.missing.length === 0;
  return {
    data: { ...data, timeZone: context.timeZone },
    fired: ["intentExplicit", "answer", ...itemsIf(!isOpen, "target"), ...itemsIf(found.assumedNext, "nextOccurrence")],
    ceilings: [...itemsIf(!(whole && !isOpen), "missing"), ...itemsIf(found.candidates.length > 0, "ambiguous")],
    notes: found.assumedNext ? ["It repeats, so the next one was assumed."] : [],
  };
}

function relativeTo(
  { start, allDay }: { readonly start: string; readonly allDay: boolean },
  pending: NLParserData,
  now: Temporal.ZonedDateTime,
): Partial<NLParserData> {
  const zoned = Temporal.Instant.from(start).toZonedDateTimeISO(now.timeZoneId);
  if (pending.shiftMinutes !== undefined) return whenData(shiftedStart(zoned, pending.shiftMinutes, allDay));
  if (pending.targetScope?.keepsDay !== true || pending.startTime === null) return {};
  const from = Temporal.Instant.from(pending.startTime).toZonedDateTimeISO(now.timeZoneId);
  const moved = zoned.withPlainTime(from.toPlainTime());
  const length = pending.endTime === null ? null : Date.parse(pending.endTime) - Date.parse(pending.startTime);
  return {
    startTime: moved.toInstant().toString(),
    endTime: length === null ? null : moved.add({ milliseconds: length }).toInstant().toString(),
  };
}
