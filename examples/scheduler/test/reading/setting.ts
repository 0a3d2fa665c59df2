import { openCalendar } from "../../src/calendar/sqlite-calendar.ts";
import { emptyData, isClear, type NLParserData } from "../../src/domain/parser-data.ts";
import { clarifyingQuestion } from "../../src/domain/questions.ts";
import { readByRules, type ReaderContext } from "../../src/reading/reader.ts";

/** Saturday, 21 November 2026, 10:00 in Copenhagen. */
const now = "2026-11-21T09:00:00Z";

/** The sample household, of whom nobody is known to write. */
export const context: ReaderContext = {
  calendar: openCalendar({ file: ":memory:", now }),
  now,
  speaker: null,
  pending: null,
};

/** Reads messages that answer each other, and returns the last reading. */
export function reading(...messages: readonly string[]) {
  let pending: NLParserData | null = null;
  let last = readByRules("", context);
  for (const text of messages) {
    last = readByRules(text, { ...context, pending: pending === null ? null : { parsed: pending, question: "?" } });
    pending = last.data;
  }
  return last;
}

/** What data says that an empty message does not; whether it is plain is left out. */
export const saidIn = ({ plain: _plain, ...data }: NLParserData): object =>
  Object.fromEntries(
    Object.entries(data).filter(
      ([key, value]) => JSON.stringify(value) !== JSON.stringify(Reflect.get(emptyData, key)),
    ),
  );

/** The question about data; null if it is clear. */
export const questionAbout = (data: NLParserData): string | null =>
  isClear(data) ? null : clarifyingQuestion(data, context);
