import { z } from "zod";
import { Priority } from "../domain/calendar-event.ts";

const Weekday = z.enum(["MO", "TU", "WE", "TH", "FR", "SA", "SU"]);

/**
 * Structured answer of a chat model: wall-clock times, names and short references, so that the model calculates nothing.
 *
 * All fields are required and unbounded, because strict structured output supports neither optional fields nor lengths.
 */
export const ModelAnswer = z
  .object({
    kind: z
      .enum(["new", "changed", "dropped"])
      .describe("new: a new request. changed: it corrects or completes the open request. dropped: it gives it up."),
    intent: z.enum(["create", "modify", "cancel", "query"]),
    title: z
      .string()
      .nullable()
      .describe("The name of the event in the words of the request, without people, things and times."),
    day: z
      .string()
      .nullable()
      .describe("YYYY-MM-DD. For a change: the new day. For a query: the first day asked about."),
    lastDay: z.string().nullable().describe("YYYY-MM-DD, for several days."),
    start: z.string().nullable().describe("HH:MM, 24 hours. For a change: the new time."),
    end: z.string().nullable().describe("HH:MM, 24 hours."),
    minutes: z.number().nullable().describe("The stated length. null if none is stated."),
    allDay: z.boolean(),
    open: z.boolean().describe("True if a free time is to be found in these days."),
    people: z.array(z.string()),
    things: z.array(z.string()),
    removedPeople: z.array(z.string()),
    removedThings: z.array(z.string()),
    repeat: z
      .object({
        every: z.enum(["DAILY", "WEEKLY", "MONTHLY", "YEARLY"]),
        interval: z.number(),
        weekdays: z.array(Weekday),
        nth: z.number().nullable().describe("2 for the second such weekday of the month, -1 for the last."),
        monthDay: z.number().nullable(),
        until: z.string().nullable().describe("The last possible day: YYYY-MM-DD."),
        times: z.number().nullable(),
        except: z.array(z.string()).describe("Excluded days: YYYY-MM-DD."),
      })
      .nullable(),
    priority: Priority.nullable(),
    location: z.string().nullable(),
    newTitle: z.string().nullable(),
    event: z.string().nullable().describe("For a change or cancellation: the ref of the event."),
    dates: z.array(z.string()).describe("The dates of a repeating event that are meant, YYYY-MM-DD."),
    wholeSeries: z.boolean().describe("True only if all dates of a repeating event are meant."),
    following: z.boolean().describe("True if the first of dates and all after it are meant."),
    question: z.enum(["availability", "event_lookup", "resource_status", "conflict_check"]).nullable(),
    doubts: z
      .array(z.string())
      .describe(
        "Questions to the person about everything that has more than one meaning, that is missing, or that you did not understand. Never guess.",
      ),
  })
  .describe("The content of one message to a family calendar.");
export type ModelAnswer = z.infer<typeof ModelAnswer>;
