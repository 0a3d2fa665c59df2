import type { NLParserData } from "../nl-parser-data.ts";
import type { ConfidenceCeilingName, ConfidenceRuleName } from "./confidence.ts";
import type { FoundTarget } from "./find-target.ts";
import type { NamesReading } from "./names.ts";
import type { ResolvedWhen } from "./resolved-when.ts";

/** What one reader made of a request, before it is explained. */
export interface Reading {
  readonly data: NLParserData;
  readonly fired: readonly ConfidenceRuleName[];
  readonly ceilings: readonly ConfidenceCeilingName[];
  /** Sentences for the user about how something was taken, or why it was not. */
  readonly notes: readonly string[];
}

/** One thing that has to be asked for. */
export type Missing = NLParserData["missing"][number];

/** The parts of the data that say when. */
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

/** Turns what was resolved into the fields of the data. */
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

/** The rules that a time fires. */
export function whenRules(when: ResolvedWhen, assumedHour: boolean, assumedDay: boolean): ConfidenceRuleName[] {
  return [
    ...(when.timeIsExact ? (["exactTime"] as const) : when.searchWindow === null ? [] : (["openTime"] as const)),
    ...(assumedHour && when.timeIsExact ? (["assumedHour"] as const) : []),
    ...(assumedDay ? (["assumedDay"] as const) : []),
    ...(when.notes.some((note) => /^(?:"Next"|The numbers|Midnight)/.test(note)) ? (["oneReading"] as const) : []),
    ...(when.notes.some((note) => note.includes("not understood")) ? (["unread"] as const) : []),
  ];
}

/** The sentences that a time leaves for the user. */
export const whenNotes = (when: ResolvedWhen): string[] => [
  ...when.notes,
  ...(when.problem === null ? [] : [when.problem]),
];

/** The people and resources of the data, and what is to be said about names that nobody has. */
export const namesData = ({
  participants,
  resources,
}: NamesReading): Pick<NLParserData, "participants" | "resources"> => ({
  participants: [...participants],
  resources: [...resources],
});

/** Sentences about names that could not be placed. */
export const namesNotes = ({ unknown, speakerUnknown }: NamesReading): string[] => [
  ...unknown.map((name) => `Nobody in this household is called ${name}.`),
  ...(speakerUnknown ? ['It is not known who is writing, so "me" could be anyone.'] : []),
];

/** The fields of the data that say which event is meant. */
export const targetData = (
  found: FoundTarget,
): Pick<
  NLParserData,
  "targetEventId" | "targetCandidates" | "targetOccurrenceStart" | "targetOccurrenceStarts" | "targetFollowing"
> => ({
  targetEventId: found.eventId,
  targetCandidates: [...found.candidates],
  targetOccurrenceStart: found.occurrenceStart,
  ...(found.following === true && { targetFollowing: true as const }),
  ...(found.occurrenceStarts.length > 1 ? { targetOccurrenceStarts: [...found.occurrenceStarts] } : {}),
});
