import { itemsIf } from "../items-if.ts";
import type { NLParserData } from "../nl-parser-data.ts";
import type { ConfidenceCeilingName, ConfidenceRuleName } from "./confidence.ts";
import type { FoundTarget } from "./find-target.ts";
import type { NamesReading } from "./names.ts";
import type { ResolvedWhen } from "./resolved-when.ts";

/** Result of a reader, before it is explained. */
export interface Reading {
  readonly data: NLParserData;
  readonly fired: readonly ConfidenceRuleName[];
  readonly ceilings: readonly ConfidenceCeilingName[];
  /** Notes for the user about assumptions and problems, as sentences. */
  readonly notes: readonly string[];
}

/** A missing detail. */
export type Missing = NLParserData["missing"][number];

/** Fields about time. */
export type WhenData = Pick<
  NLParserData,
  | "startTime"
  | "endTime"
  | "allDay"
  | "timeIsExact"
  | "durationMinutes"
  | "searchWindow"
  | "recurrenceRule"
  | "excludedDates"
>;

/** Converts a resolved time to fields of the data. */
export const whenData = (when: ResolvedWhen): WhenData => ({
  startTime: when.startTime,
  endTime: when.endTime,
  allDay: when.allDay,
  timeIsExact: when.timeIsExact,
  durationMinutes: when.durationMinutes,
  searchWindow: when.searchWindow,
  recurrenceRule: when.recurrenceRule,
  ...(when.excludedDates.length > 0 ? { excludedDates: [...when.excludedDates] } : {}),
});

/** Confidence rules for a time. */
export function whenRules(when: ResolvedWhen, assumedHour: boolean, assumedDay: boolean): ConfidenceRuleName[] {
  return [
    ...itemsIf(when.timeIsExact, "exactTime"),
    ...itemsIf(!when.timeIsExact && when.searchWindow !== null, "openTime"),
    ...itemsIf(assumedHour && when.timeIsExact, "assumedHour"),
    ...itemsIf(assumedDay, "assumedDay"),
    ...itemsIf(
      when.notes.some((note) => /^(?:"Next"|The date was read|Midnight)/.test(note)),
      "oneReading",
    ),
    ...itemsIf(
      when.notes.some((note) => note.includes("not understood")),
      "unread",
    ),
  ];
}

/** Notes about a time for the user. */
export const whenNotes = (when: ResolvedWhen): string[] => [
  ...when.notes,
  ...(when.problem === null ? [] : [when.problem]),
];

/** Fields for people and resources. */
export const namesData = ({
  participants,
  resources,
}: NamesReading): Pick<NLParserData, "participants" | "resources"> => ({
  participants: [...participants],
  resources: [...resources],
});

/** Notes about unknown names. */
export const namesNotes = ({ unknown, speakerUnknown }: NamesReading): string[] => [
  ...unknown.map((name) => `The household has no member called ${name}.`),
  ...(speakerUnknown ? ['The speaker is unknown, so "me" could be anyone.'] : []),
];

/** Fields about the target. */
export const targetData = (
  found: FoundTarget,
): Pick<
  NLParserData,
  "targetEventId" | "targetCandidates" | "targetOccurrenceStart" | "targetOccurrenceStarts" | "targetFollowing"
> => ({
  targetEventId: found.eventId,
  targetCandidates: [...found.candidates],
  targetOccurrenceStart: found.occurrenceStart,
  ...(found.following === true && { targetFollowing: true }),
  ...(found.occurrenceStarts.length > 1 ? { targetOccurrenceStarts: [...found.occurrenceStarts] } : {}),
});
