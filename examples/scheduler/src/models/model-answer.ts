import { z } from "zod";
import { Flexibility, Priority } from "../domain/calendar-event.ts";

const Weekday = z.enum(["MO", "TU", "WE", "TH", "FR", "SA", "SU"]);

const Repetition = z
  .object({
    every: z.enum(["day", "week", "month", "year"]),
    interval: z.number().describe("1 for every week, 2 for every other week."),
    weekdays: z.array(Weekday).describe("Empty if no weekday is named."),
    weekOfMonth: z.number().nullable().describe("2 for the second such weekday of the month, -1 for the last."),
    dayOfMonth: z.number().nullable().describe("1 to 31, -1 for the last day."),
    until: z.string().nullable().describe("The last possible day: YYYY-MM-DD."),
    times: z.number().nullable().describe("How many times in total."),
    except: z.array(z.string()).describe("Excluded days: YYYY-MM-DD."),
  })
  .describe("Only if the request describes a repetition.");

/**
 * Structured answer of a chat model: wall-clock times, names and short references, so that the model calculates nothing.
 *
 * All fields are required and unbounded, because strict structured output supports neither optional fields nor lengths;
 * `checkAnswer` checks the bounds.
 */
export const ModelAnswer = z
  .object({
    intent: z.enum(["create", "modify", "cancel", "query"]),
    title: z.string().nullable().describe("The name of the event, as written, without people, things and times."),
    start: z
      .string()
      .nullable()
      .describe("YYYY-MM-DDTHH:MM with a time of day, YYYY-MM-DD with only a day. For a change: the new time."),
    end: z.string().nullable().describe("In the same form as start; the last day of an all-day event."),
    windowStart: z
      .string()
      .nullable()
      .describe("With windowEnd, if only a time span is named (tomorrow afternoon, next week): YYYY-MM-DDTHH:MM."),
    windowEnd: z.string().nullable(),
    allDay: z.boolean().describe("True only for an all-day event."),
    durationMinutes: z.number().nullable(),
    newTitle: z.string().nullable().describe("For a rename: the new name."),
    people: z.array(z.string()).describe("Names from the list of people."),
    things: z.array(z.string()).describe("Names of the needed things, from the list."),
    removedPeople: z.array(z.string()).describe("For a change: people to remove."),
    removedThings: z.array(z.string()).describe("For a change: things to remove."),
    repetition: Repetition.nullable(),
    priority: Priority.nullable(),
    flexibility: Flexibility.nullable(),
    event: z.string().nullable().describe("For a change or cancellation: the ref of the event."),
    dates: z
      .array(z.string())
      .describe("The dates of a repeating event, YYYY-MM-DD; empty for the next one, or if no date is named."),
    wholeSeries: z.boolean().describe("True only for all dates of a repeating event."),
    question: z
      .enum(["availability", "event_lookup", "resource_status", "conflict_check"])
      .nullable()
      .describe("For a query: the type of question."),
    confidence: z.number().describe("From 0 to 1: confidence in this answer."),
  })
  .describe("The content of one request to a family calendar.");
export type ModelAnswer = z.infer<typeof ModelAnswer>;

/** Repetition in an answer. */
export type AnsweredRepetition = NonNullable<ModelAnswer["repetition"]>;

/** Defaults of an answer for everything that the request leaves open. */
export const emptyAnswer = {
  title: null,
  start: null,
  end: null,
  windowStart: null,
  windowEnd: null,
  allDay: false,
  durationMinutes: null,
  newTitle: null,
  people: [],
  things: [],
  removedPeople: [],
  removedThings: [],
  repetition: null,
  priority: null,
  flexibility: null,
  event: null,
  dates: [],
  wholeSeries: false,
  question: null,
};

const plainRepetition = {
  interval: 1,
  weekdays: [],
  weekOfMonth: null,
  dayOfMonth: null,
  until: null,
  times: null,
  except: [],
};

/** Parses an answer, and fills in fields that were left out, as many models do; null if the answer is invalid. */
export function readAnswer(value: unknown): ModelAnswer | null {
  if (!isRecord(value)) return null;
  const { repetition } = value;
  const parsed = ModelAnswer.safeParse({
    ...emptyAnswer,
    ...value,
    ...(isRecord(repetition) ? { repetition: { ...plainRepetition, ...repetition } } : {}),
  });
  return parsed.success ? parsed.data : null;
}

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === "object" && value !== null && !Array.isArray(value);
