import { emptyData, type ParseContext } from "../../src/domain/language/parse-context.ts";
import { memoryCalendar } from "../../src/calendar/memory-calendar.ts";
import type { NLParserData } from "../../src/domain/nl-parser-data.ts";
import { type AnsweredRepetition, type ModelAnswer, emptyAnswer } from "../../src/models/model-answer.ts";
import { event, household } from "../household.ts";

/** Creates a model answer for a new event, with defaults for everything not given. */
export const answer = (parts: Partial<ModelAnswer> = {}): ModelAnswer => ({
  intent: "create",
  ...emptyAnswer,
  title: "Soccer practice",
  start: "2026-11-24T16:00",
  confidence: 0.9,
  ...parts,
});

/** Creates a weekly repetition on Tuesday, with defaults for everything not given. */
export const repetition = (parts: Partial<AnsweredRepetition> = {}): AnsweredRepetition => ({
  every: "week",
  interval: 1,
  weekdays: ["TU"],
  weekOfMonth: null,
  dayOfMonth: null,
  until: null,
  times: null,
  except: [],
  ...parts,
});

/** Reading of the rules for a new event without any details. */
export const reading = (parts: Partial<NLParserData> = {}): NLParserData => ({
  ...emptyData("create", household.timeZone),
  ...parts,
});

const piano = event({
  id: "piano-series-uid",
  title: "Piano lesson",
  start: "2026-11-04T15:00:00",
  end: "2026-11-04T15:45:00",
  recurrenceRule: "FREQ=WEEKLY;BYDAY=WE",
  participants: ["noah"],
});

const dentist = event({
  id: "dentist-uid",
  title: "Dentist",
  start: "2026-11-26T09:00:00",
  end: "2026-11-26T10:00:00",
  participants: ["emma"],
});

/** Monday 23 November 2026, 09:00 in Copenhagen; Alex speaks; piano every Wednesday and the dentist on Thursday. */
export const context: ParseContext = {
  household,
  now: "2026-11-23T08:00:00Z",
  timeZone: household.timeZone,
  speaker: "alex",
  calendar: memoryCalendar(household, [piano, dentist]),
};
