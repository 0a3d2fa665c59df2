import type { DatabaseSync } from "node:sqlite";
import { CalendarEvent } from "../domain/calendar-event.ts";
import { eventProblem } from "../domain/event-problem.ts";
import type { Household } from "../domain/household.ts";
import { reachOf } from "../domain/recurrence.ts";
import { schedulerErrors } from "../errors.ts";
import type { EventSource, PlannedWrites } from "./event-source.ts";
import { householdProblem } from "./household-file.ts";
import { firstIssue } from "./plan-changes.ts";
import { Household as HouseholdSchema } from "../domain/household.ts";

/** End of an event that has no end: later than every date. */
const noEnd = 8_640_000_000_000_000;

const rangeQuery = "select id, body from events where last_ms > ? and first_ms < ?";

/** Event source on the tables of a calendar, with a writer. Rows are validated when they are read. */
export interface SqliteSource extends EventSource {
  write(writes: PlannedWrites): void;
}

/** Location of a row, and a parser that returns its value or the problem. */
interface RowReader<Value> {
  readonly table: string;
  readonly row: string;
  readonly parse: (value: unknown) => { readonly value: Value } | { readonly problem: string };
}

/** Reads the JSON of a row. Throws `scheduler/corruptRow` when it is invalid. */
export function readRow<Value>(file: string, body: unknown, { table, row, parse }: RowReader<Value>): Value {
  const corrupt = (problem: string) => schedulerErrors.corruptRow({ file, table, row, problem });
  let json: unknown;
  try {
    json = JSON.parse(String(body));
  } catch {
    throw corrupt("its body is not JSON");
  }
  const parsed = parse(json);
  if ("problem" in parsed) throw corrupt(parsed.problem);
  return parsed.value;
}

/** Reads the household of a calendar. Throws `scheduler/corruptRow` when it is missing or invalid. */
export function readHousehold(database: DatabaseSync, file: string): Household {
  const body = database.prepare("select body from household where one = 1").get()?.["body"] ?? "";
  return readRow(file, body, {
    table: "household",
    row: "1",
    parse(json) {
      const parsed = HouseholdSchema.safeParse(json);
      if (!parsed.success) return { problem: firstIssue(parsed.error) };
      const problem = householdProblem(parsed.data);
      return problem === null ? { value: parsed.data } : { problem };
    },
  });
}

/** Serves the events of a database. Throws `scheduler/corruptRow` for an invalid row. */
export function sqliteSource(database: DatabaseSync, file: string, household: Household): SqliteSource {
  const inRange = database.prepare(rangeQuery);
  const one = database.prepare("select id, body from events where id = ?");
  const every = database.prepare("select id, body from events");
  const changed = database.prepare("select series_id, original_start from events where series_id is not null");
  const put = database.prepare("insert or replace into events values (?, ?, ?, ?, ?, ?)");
  const remove = database.prepare("delete from events where id = ?");

  // Reuses the event of an unchanged row, so that it is validated and its series compiled only once.
  const decoded = new Map<string, { readonly body: string; readonly event: CalendarEvent }>();
  const decode = (row: Record<string, unknown>): CalendarEvent => {
    const [id, body] = [String(row["id"]), String(row["body"])];
    const before = decoded.get(id);
    if (before?.body === body) return before.event;
    const event = readRow(file, body, {
      table: "events",
      row: id,
      parse(json) {
        const parsed = CalendarEvent.safeParse(json);
        if (!parsed.success) return { problem: firstIssue(parsed.error) };
        if (parsed.data.id !== id) return { problem: `its body is that of "${parsed.data.id}"` };
        const problem = eventProblem(parsed.data);
        return problem === null ? { value: parsed.data } : { problem };
      },
    });
    decoded.set(id, { body, event });
    return event;
  };

  return {
    household,
    event(id) {
      const row = one.get(id);
      return row === undefined ? null : decode(row);
    },
    all: () => every.all().map(decode),
    candidates: (range) => inRange.all(Date.parse(range.start), Date.parse(range.end)).map(decode),
    replaced() {
      const bySeries = new Map<string, Set<string>>();
      for (const row of changed.all()) {
        const series = String(row["series_id"]);
        bySeries.set(series, (bySeries.get(series) ?? new Set()).add(String(row["original_start"])));
      }
      return bySeries;
    },
    write({ puts, removals }) {
      for (const id of removals) remove.run(id);
      for (const event of puts.values()) {
        const { first, last } = reachOf(event, household);
        const { seriesId = null, originalStart = null } = event.replaces ?? {};
        put.run(event.id, seriesId, originalStart, first, last ?? noEnd, JSON.stringify(event));
      }
    },
  };
}
