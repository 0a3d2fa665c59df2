import { randomUUID } from "node:crypto";
import { openCalendar } from "./calendar/sqlite-calendar.ts";
import { schedulerGraph } from "./graph.ts";
import { configuredReader } from "./models/configured-model.ts";
import { DEFAULT_DATABASE } from "./terminal/options.ts";

/**
 * The graph for a LangGraph server, which brings threads and their storage along; `langgraph.json` names it.
 *
 * The calendar is the one that the terminal uses, in the folder that the server was started from, or that of `SCHEDULER_DB`.
 */
const now = (): string => process.env["SCHEDULER_NOW"] ?? new Date().toISOString();
const calendar = openCalendar({ file: process.env["SCHEDULER_DB"] ?? DEFAULT_DATABASE, now: now() });

export const graph = schedulerGraph({
  calendar,
  reader: await configuredReader(process.env),
  clock: { now },
  ids: { next: randomUUID },
  timeZone: calendar.household.timeZone,
});
