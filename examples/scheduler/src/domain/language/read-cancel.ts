import type { ConfidenceCeilingName, ConfidenceRuleName } from "./confidence.ts";
import type { FoundTarget } from "./find-target.ts";
import { takeVerb } from "./intent.ts";
import type { Intent } from "./intent.ts";
import { emptyData } from "./parse-context.ts";
import type { Setting } from "./parse-context.ts";
import { readTarget } from "./read-target.ts";
import type { TargetReading } from "./read-target.ts";
import { namesData, namesNotes, targetData } from "./reading.ts";
import type { Reading } from "./reading.ts";
import type { RequestText } from "./request-text.ts";

/** Reads a request to take an event, one occurrence or a whole series out of the calendar. */
export function readCancel(
  text: RequestText,
  quoted: string | null,
  { intent, ...setting }: Setting & { readonly intent: Intent },
): Reading {
  if (intent.strength === "likely") takeVerb(text);
  const target = readTarget(text, quoted, setting);
  const { found } = target;
  const data = {
    ...emptyData("cancel", setting.context.timeZone),
    ...namesData(target.names),
    ...targetData(found),
    ...scopeData(target),
    title: titleOf(target, setting),
    searchWindow: target.request.window,
    missing: found.eventId === null ? (["target"] satisfies Reading["data"]["missing"]) : [],
  };
  const fired: ConfidenceRuleName[] = [
    intent.strength === "said" ? "intentSaid" : "intentLikely",
    ...targetRules(target),
    ...(found.eventId === null ? [] : (["nothingElse"] as const)),
  ];
  return { data, fired, ceilings: targetCeilings(target), notes: targetNotes(target) };
}

/** The title of the event found, or the words that were used for it. */
export function titleOf({ found, title }: TargetReading, { context }: Setting): string | null {
  return found.eventId === null
    ? title
    : (found.occurrence?.event.title ?? context.calendar.event(found.eventId)?.title ?? title);
}

/** Keeps how the target was named while it is still open, so that an answer can complete the search. */
export const scopeData = ({ found, request }: TargetReading, keepsDay = false): Pick<Reading["data"], "targetScope"> =>
  found.eventId === null
    ? {
        targetScope: {
          wholeSeries: request.wholeSeries,
          window: request.window,
          keepsDay,
          ...(request.following === true && { following: true }),
        },
      }
    : {};

/** The rules that a target fires. */
export const targetRules = ({ found, names }: TargetReading): ConfidenceRuleName[] => [
  ...(found.eventId === null ? [] : (["target"] as const)),
  ...(found.assumedNext ? (["nextOccurrence"] as const) : []),
  ...(names.participants.length + names.resources.length > 0 ? (["names"] as const) : []),
];

/** The ceilings that a target sets. */
export const targetCeilings = ({ found, problem, names }: TargetReading): ConfidenceCeilingName[] => [
  ...(found.eventId === null ? (["missing"] as const) : []),
  ...(found.candidates.length > 0 ? (["ambiguous"] as const) : []),
  ...(problem === null ? [] : (["impossible"] as const)),
  ...(names.unknown.length > 0 ? (["missing"] as const) : []),
];

/** What is to be said about a target. */
export const targetNotes = ({ found, problem, names }: TargetReading): string[] => [
  ...(problem === null ? [] : [problem]),
  ...noteOf(found),
  ...namesNotes(names),
];

const noteOf = (found: FoundTarget): string[] => {
  if (found.note !== null) return [found.note];
  return found.assumedNext ? ['It repeats; the next one is meant. Say "all" for the whole series.'] : [];
};
