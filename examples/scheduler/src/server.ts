import { openCalendar } from "./calendar/sqlite-calendar.ts";
import { schedulerGraph } from "./graph.ts";
import { DEFAULT_DATABASE } from "./terminal/program.ts";

/**
 * Graph for a LangGraph server, which provides threads and their storage. `langgraph.json` exports it.
 *
 * The calendar is the file in `SCHEDULER_DB`, or the one that the terminal program uses in the current folder.
 */
const now = (): string => process.env["SCHEDULER_NOW"] ?? new Date().toISOString();
const calendar = openCalendar({ file: process.env["SCHEDULER_DB"] ?? DEFAULT_DATABASE, now: now() });

export const graph = schedulerGraph({
  calendar,
  model: process.env["TIDEMARK_MODEL"] ?? null,
  clock: { now },
});
