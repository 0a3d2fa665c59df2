import { fileURLToPath } from "node:url";
import { explainingFailures, openDatabase } from "@tidemark/terminal";
import { z } from "zod";
import type { CalendarEvent } from "../domain/calendar-event.ts";
import {
  type Applied,
  type Calendar,
  CalendarChange,
  type CalendarView,
  type ChangeOrigin,
  type LastChange,
} from "../domain/calendar.ts";
import { ValidEvent } from "../domain/event-problem.ts";
import type { Household } from "../domain/household.ts";
import { schedulerErrors } from "../errors.ts";
import { readHouseholdFile, ValidHousehold } from "./household-file.ts";
import { importIcsFile } from "./import-ics.ts";
import { type Events, firstIssue, planChanges, viewOf } from "./plan-changes.ts";
import { createTables, inTransaction } from "./sqlite-database.ts";
import { TouchedEntry, touchedBetween, undoOf } from "./undo.ts";

/** The sample calendar. */
export const sampleCalendarFile = fileURLToPath(new URL("../../data/calendar.ics", import.meta.url));

/** Location of a calendar, and its initial content. */
export interface OpenCalendarOptions {
  /** Database file, or ":memory:". */
  readonly file: string;
  /** Current time, for records of the first start. */
  readonly now: string;
  /** Household to load on the first start. Defaults to the sample household. */
  readonly householdFile?: string;
  /** Calendar to load on the first start; null for an empty calendar. Defaults to the sample calendar. */
  readonly calendarFile?: string | null;
}

/**
 * Opens the calendar in a SQLite file.
 *
 * The first start creates the tables and loads the household and its calendar in one transaction. Every `apply` is one transaction
 * too: other processes see all of its changes or none.
 *
 * Throws `terminal/unusableDatabase`, `scheduler/otherVersion`, `scheduler/corruptRow` for the household, and on the first start
 * `scheduler/invalidHousehold` and `scheduler/invalidCalendarFile`.
 */
export const openCalendar = ({ file, now, householdFile, calendarFile }: OpenCalendarOptions): Calendar =>
  openTables(file, () => {
    const household = readHouseholdFile(householdFile);
    if (calendarFile === null) return { household, changes: [] };
    const calendar = viewOf(household, new Map());
    const { changes } = importIcsFile(calendarFile ?? sampleCalendarFile, { calendar, now });
    return { household, changes, at: now };
  });

/** Creates a calendar in memory, for tests and experiments. An invalid event throws `scheduler/invalidEvent`. */
export const memoryCalendar = (household: Household, events: readonly CalendarEvent[] = []): Calendar =>
  openTables(":memory:", () => ({ household, changes: events.map((event) => ({ kind: "put_event", event })) }));

type Changes = readonly CalendarChange[];

const INSERT_CHANGE = `
  insert into changes (key, made_by, made_at, body, text, touched, undoes) values (?, ?, ?, ?, ?, ?, ?)`;

const LAST_CONFIRMED = `
  select number, text, touched from changes as one
  where touched is not null and undoes is null
    and not exists (select 1 from changes as other where other.undoes = one.number)
  order by number desc limit 20`;

/** Content of a calendar. Events that cannot be read are left out, and named in `damaged`. */
type Content = { readonly revision: number; readonly events: Events; readonly damaged: readonly string[] };

/** Opens a calendar in the tables of a database; `first` gives the content of a first start. Rows are validated when they are read. */
function openTables(file: string, first: () => { household: Household; changes: Changes; at?: string }): Calendar {
  const database = openDatabase(file);
  /** Content that was read last, so that rows are validated and series compiled only once. */
  let known: Content | null = null;

  const locked = <Result>(kind: "immediate" | "deferred", work: () => Result): Result =>
    explainingFailures(file, () => inTransaction(database, kind, work));
  const rows = (sql: string, ...values: readonly string[]) => database.prepare(sql).all(...values);
  const run = (sql: string, ...values: readonly (string | number | null)[]) => database.prepare(sql).run(...values);
  /** The log only grows, so the number of its last entry changes with every applied change. */
  const revision = (): number => Number(rows("select max(number) as last from changes")[0]?.["last"] ?? 0);

  const corrupt = (table: string, row: string, problem: string): Error =>
    schedulerErrors.corruptRow({ file, table, row, problem });

  /** Reads the JSON of a row. Returns an error if it is invalid. */
  function read<Value>(table: string, row: string, schema: z.ZodType<Value>, body: unknown): Value | Error {
    try {
      return schema.parse(JSON.parse(String(body)));
    } catch (error) {
      return corrupt(table, row, error instanceof z.ZodError ? firstIssue(error) : "its body is not JSON");
    }
  }

  function content(): Content {
    const current = revision();
    if (known?.revision === current) return known;
    const events = new Map<string, CalendarEvent>();
    const damaged: string[] = [];
    for (const { id, body } of rows("select id, body from events")) {
      const event = read("events", String(id), ValidEvent, body);
      if (event instanceof Error) damaged.push(event.message);
      else if (event.id === id) events.set(id, event);
      else damaged.push(corrupt("events", String(id), `its body is that of "${event.id}"`).message);
    }
    return (known = { revision: current, events, damaged });
  }

  /** Plans, writes and logs changes. */
  function write(changes: Changes, origin: Partial<ChangeOrigin> = {}): Applied {
    const { key = null, by = null, at = null, text = null, undoes = null } = origin;
    if (key !== null && appliedWith(key) !== null) return "repeated";
    if (origin.revision !== undefined && origin.revision !== revision()) return "overtaken";
    const before = content().events;
    const touched = touchedBetween(before, planChanges(before, changes));
    for (const { id, after } of touched)
      if (after === null) run("delete from events where id = ?", id);
      else run("insert or replace into events values (?, ?)", id, JSON.stringify(after));
    // An import is undone by restoring a backup; only confirmed changes can be undone here.
    const forUndo = key === null ? null : JSON.stringify(touched);
    run(INSERT_CHANGE, key, by, at, JSON.stringify(changes), text, forUndo, undoes);
    return "written";
  }

  function appliedWith(key: string): Changes | null {
    const [row] = rows("select body from changes where key = ?", key);
    return row === undefined ? null : required(read("changes", key, z.array(CalendarChange), row["body"]));
  }

  function lastChange(): LastChange | null {
    const { events } = content();
    const found = rows(LAST_CONFIRMED).map(({ number, text, touched }): LastChange => {
      // A damaged row costs only its undo.
      const entries = read("changes", String(number), z.array(TouchedEntry), touched);
      const undo = entries instanceof Error ? null : undoOf(events, entries);
      return { number: Number(number), text: String(text ?? ""), undo, blocked: null };
    });
    const [last] = found;
    const offered = found.find(({ undo }) => undo !== null) ?? last;
    return offered === undefined ? null : { ...offered, blocked: offered === last ? null : (last?.text ?? null) };
  }

  try {
    const household = locked("immediate", () => {
      if (!createTables(database, file))
        return required(read("household", "1", ValidHousehold, rows("select body from household")[0]?.["body"]));
      const { at, ...created } = first();
      run("insert into household values (1, ?)", JSON.stringify(created.household));
      if (created.changes.length > 0) write(created.changes, at === undefined ? {} : { by: "import", at });
      return created.household;
    });
    const view = (): CalendarView => viewOf(household, locked("deferred", content).events);
    return {
      household,
      occurrences: (range) => view().occurrences(range),
      event: (id) => view().event(id),
      events: () => view().events(),
      withChanges: (changes) => view().withChanges(changes),
      apply: (changes, origin) => locked("immediate", () => write(changes, origin)),
      damaged: () => locked("deferred", content).damaged,
      revision: () => locked("deferred", revision),
      appliedWith: (key) => locked("deferred", () => appliedWith(key)),
      lastChange: () => locked("deferred", lastChange),
      close: () => database.close(),
    };
  } catch (error) {
    database.close();
    throw error;
  }
}

function required<Value>(value: Value | Error): Value {
  if (value instanceof Error) throw value;
  return value;
}
