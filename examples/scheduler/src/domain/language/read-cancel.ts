import { itemsIf } from "../items-if.ts";
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

/** Reads a request to cancel an event, an occurrence or a series. */
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
    intent.strength === "explicit" ? "intentExplicit" : "intentLikely",
    ...targetRules(target),
    ...itemsIf(found.eventId !== null, "nothingElse"),
  ];
  return { data, fired, ceilings: targetCeilings(target), notes: targetNotes(target) };
}

/** Title of the target, or the words used for it. */
export function titleOf({ found, title }: TargetReading, { context }: Setting): string | null {
  return found.eventId === null
    ? title
    : (found.occurrence?.event.title ?? context.calendar.event(found.eventId)?.title ?? title);
}

/** Stores how an open target was described, so that an answer can complete the search. */
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

/** Confidence rules for a target. */
export const targetRules = ({ found, names }: TargetReading): ConfidenceRuleName[] => [
  ...itemsIf(found.eventId !== null, "target"),
  ...itemsIf(found.assumedNext, "nextOccurrence"),
  ...itemsIf(names.participants.length + names.resources.length > 0, "names"),
];

/** Confidence ceilings for a target. */
export const targetCeilings = ({ found, problem, names }: TargetReading): ConfidenceCeilingName[] => [
  ...itemsIf(found.eventId === null, "missing"),
  ...itemsIf(found.candidates.length > 0, "ambiguous"),
  ...itemsIf(problem !== null, "impossible"),
  ...itemsIf(names.unknown.length > 0, "missing"),
];

/** Notes about a target for the user. */
export const targetNotes = ({ found, problem, names }: TargetReading): string[] => [
  ...(problem === null ? [] : [problem]),
  ...noteOf(found),
  ...namesNotes(names),
];

const noteOf = (found: FoundTarget): string[] => {
  if (found.note !== null) return [found.note];
  return found.assumedNext ? ['It repeats, so the next one was assumed. Say "all" for the whole series.'] : [];
};
