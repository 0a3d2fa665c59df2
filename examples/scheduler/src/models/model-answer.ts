import { z } from "zod";
import { Flexibility, Priority } from "../domain/calendar-event.ts";

const Weekday = z.enum(["MO", "TU", "WE", "TH", "FR", "SA", "SU"]);

const Repetition = z
  .object({
    every: z.enum(["day", "week", "month", "year"]),
    interval: z.number().describe("1 for every week, 2 for every other week."),
    weekdays: z.array(Weekday).describe("Empty when no weekday is said."),
    weekOfMonth: z.number().nullable().describe("2 for the second such weekday of the month, -1 for the last."),
    dayOfMonth: z.number().nullable().describe("1 to 31, -1 for the last day."),
    until: z.string().nullable().describe("The last day on which it may happen: YYYY-MM-DD."),
    times: z.number().nullable().describe("How many times in total."),
    except: z.array(z.string()).describe("Days on which it does not happen: YYYY-MM-DD."),
  })
  .describe("Only when the request says that it repeats.");

/**
 * What a chat model is asked for: wall-clock times, names and short references, nothing it would have to calculate.
 *
 * Every field is required and nothing is bounded, because strict structured output knows neither optional fields nor
 * lengths; bounds are checked afterwards, by `checkAnswer`.
 */
export const ModelAnswer = z
  .object({
    intent: z.enum(["create", "modify", "cancel", "query"]),
    title: z.string().nullable().describe("What it is called, as said, without people, things and times."),
    start: z
      .string()
      .nullable()
      .describe(
        "YYYY-MM-DDTHH:MM when a time of day is said, YYYY-MM-DD when only a day is. For a change: the new time.",
      ),
    end: z.string().nullable().describe("In the form of start; the last day when it takes whole days."),
    windowStart: z
      .string()
      .nullable()
      .describe("With windowEnd, when only a stretch is said (tomorrow afternoon, next week): YYYY-MM-DDTHH:MM."),
    windowEnd: z.string().nullable(),
    allDay: z.boolean().describe("True only when it takes whole days."),
    durationMinutes: z.number().nullable(),
    newTitle: z.string().nullable().describe("For a change of the name: what it is to be called."),
    people: z.array(z.string()).describe("Names from the list of people."),
    things: z.array(z.string()).describe("Names from the list of things that it needs."),
    removedPeople: z.array(z.string()).describe("For a change: who no longer takes part."),
    removedThings: z.array(z.string()).describe("For a change: what is no longer needed."),
    repetition: Repetition.nullable(),
    priority: Priority.nullable(),
    flexibility: Flexibility.nullable(),
    event: z.string().nullable().describe("For a change or cancellation: the ref of the event meant."),
    dates: z
      .array(z.string())
      .describe("Which dates of a repeating event are meant, YYYY-MM-DD; empty when it is the next or none is said."),
    wholeSeries: z.boolean().describe("True only when all dates of a repeating event are meant."),
    question: z
      .enum(["availability", "event_lookup", "resource_status", "conflict_check"])
      .nullable()
      .describe("For a query: what is asked."),
    confidence: z.number().describe("0 to 1: how sure it is that the request means this."),
  })
  .describe("What one request to a family calendar says.");
export type ModelAnswer = z.infer<typeof ModelAnswer>;

/** The repetition within an answer. */
export type AnsweredRepetition = NonNullable<ModelAnswer["repetition"]>;

/** What an answer says of everything that the request left open. */
export const nothingSaid = {
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

/** Reads an answer, also one that leaves out what was not said, as many models do; null when it is no answer. */
export function readAnswer(value: unknown): ModelAnswer | null {
  if (!isRecord(value)) return null;
  const { repetition } = value;
  const parsed = ModelAnswer.safeParse({
    ...nothingSaid,
    ...value,
    ...(isRecord(repetition) ? { repetition: { ...plainRepetition, ...repetition } } : {}),
  });
  return parsed.success ? parsed.data : null;
}

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === "object" && value !== null && !Array.isArray(value);
