import type { DatabaseSync, SQLOutputValue } from "node:sqlite";
import { fileURLToPath } from "node:url";
import { z } from "zod";
import { CalendarEvent } from "../domain/calendar-event.ts";
import type { Applied, Calendar, CalendarView, ChangeOrigin, LastChange } from "../domain/calendar.ts";
import { CalendarChange } from "../domain/calendar.ts";
import { eventProblem } from "../domain/event-problem.ts";
import { Household } from "../domain/household.ts";
import { schedulerErrors } from "../errors.ts";
import { householdProblem, readHouseholdFile } from "./household-file.ts";
import { importChanges } from "./import-changes.ts";
import { importIcsFile } from "./import-ics.ts";
import { type Events, firstIssue, planChanges, viewOf } from "./plan-changes.ts";
import { createTables, explainingFailures, inTransaction, openDatabase } from "./sqlite-database.ts";
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
 * Throws `scheduler/unusableDatabase`, `scheduler/otherVersion`, `scheduler/corruptRow` for the household, and on the first start
 * `scheduler/invalidHousehold` and `scheduler/invalidCalendarFile`.
 */
export const openCalendar = ({ file, now, householdFile, calendarFile }: OpenCalendarOptions): Calendar =>
  new SqliteCalendar(file, () => {
    const household = readHouseholdFile(householdFile);
    if (calendarFile === null) return { household, changes: null };
    const imported = importIcsFile(calendarFile ?? sampleCalendarFile, { household, now });
    const changes = importChanges(viewOf(household, new Map()), imported);
    return { household, changes, at: now };
  });

/** Creates a calendar in memory, for tests and experiments. An invalid event throws `scheduler/invalidEvent`. */
export const memoryCalendar = (household: Household, events: readonly CalendarEvent[] = []): Calendar =>
  new SqliteCalendar(":memory:", () => ({ household, changes: events.map((event) => ({ kind: "put_event", event })) }));

type Changes = readonly CalendarChange[];

const LAST_CONFIRMED = `
  select number, made_by, made_at, text, touched from changes as one
  where touched is not null and undoes is null
    and not exists (select 1 from changes as other where other.undoes = one.number)
  order by number desc limit 20`;

/** A calendar in the tables of a database. Rows are validated when they are read; an invalid event is left out and named. */
class SqliteCalendar implements Calendar {
  readonly household: Household;
  readonly #file: string;
  readonly #database: DatabaseSync;
  /** Content that was read last, so that rows are validated and series compiled only once. */
  #known: { readonly revision: number; readonly events: Events; readonly damaged: readonly string[] } | null = null;

  /** `first` gives the content of a first start. */
  constructor(file: string, first: () => { household: Household; changes: Changes | null; at?: string }) {
    this.#file = file;
    this.#database = openDatabase(file);
    try {
      this.household = this.#locked("immediate", () => {
        if (!createTables(this.#database, file)) return this.#household();
        const { household, changes, at } = first();
        this.#run("insert into household values (1, ?)", JSON.stringify(household));
        if (changes !== null) this.#write(changes, at === undefined ? {} : { by: "import", at });
        return household;
      });
    } catch (error) {
      this.#database.close();
      throw error;
    }
  }

  occurrences: Calendar["occurrences"] = (range) => this.#view().occurrences(range);
  event: Calendar["event"] = (id) => this.#view().event(id);
  events: Calendar["events"] = () => this.#view().events();
  withChanges: Calendar["withChanges"] = (changes) => this.#view().withChanges(changes);
  apply: Calendar["apply"] = (changes, origin) => this.#locked("immediate", () => this.#write(changes, origin));
  damaged: Calendar["damaged"] = () => this.#locked("deferred", () => this.#content().damaged);
  revision: Calendar["revision"] = () => this.#locked("deferred", () => this.#revision());
  appliedWith: Calendar["appliedWith"] = (key) => this.#locked("deferred", () => this.#appliedWith(key));
  lastChange: Calendar["lastChange"] = () => this.#locked("deferred", () => this.#lastChange());
  close: Calendar["close"] = () => this.#database.close();

  #locked<Result>(kind: "immediate" | "deferred", work: () => Result): Result {
    return explainingFailures(this.#file, () => inTransaction(this.#database, kind, work));
  }

  #view(): CalendarView {
    const events = this.#locked("deferred", () => this.#content().events);
    return viewOf(this.household, events);
  }

  #rows(sql: string, ...values: readonly string[]): readonly Readonly<Record<string, SQLOutputValue>>[] {
    return this.#database.prepare(sql).all(...values);
  }

  #run(sql: string, ...values: readonly (string | number | null)[]): void {
    this.#database.prepare(sql).run(...values);
  }

  #corrupt(table: string, row: string, problem: string): Error {
    return schedulerErrors.corruptRow({ file: this.#file, table, row, problem });
  }

  #household(): Household {
    const { value, problem } = readRow(Household, this.#rows("select body from household where one = 1")[0]?.["body"]);
    const wrong = value === null ? problem : householdProblem(value);
    if (value === null || wrong !== null) throw this.#corrupt("household", "1", wrong ?? "");
    return value;
  }

  /** The log only grows, so the number of its last entry changes with every applied change. */
  #revision(): number {
    return Number(this.#rows("select max(number) as last from changes")[0]?.["last"] ?? 0);
  }

  #content(): { readonly events: Events; readonly damaged: readonly string[] } {
    const revision = this.#revision();
    if (this.#known?.revision === revision) return this.#known;
    const events = new Map<string, CalendarEvent>();
    const damaged: string[] = [];
    for (const row of this.#rows("select id, body from events")) {
      const id = String(row["id"]);
      const { value, problem } = readRow(CalendarEvent, row["body"]);
      const isOther = value !== null && value.id !== id;
      const wrong = value === null ? problem : isOther ? `its body is that of "${value.id}"` : eventProblem(value);
      if (value !== null && wrong === null) events.set(id, value);
      else damaged.push(this.#corrupt("events", id, wrong ?? "").message);
    }
    this.#known = { revision, events, damaged };
    return this.#known;
  }

  /** Plans, writes and logs changes. */
  #write(changes: Changes, origin: Partial<ChangeOrigin> = {}): Applied {
    const { key = null, revision, by = null, at = null, text = null, undoes = null } = origin;
    if (key !== null && this.#appliedWith(key) !== null) return "repeated";
    if (revision !== undefined && revision !== this.#revision()) return "overtaken";
    const before = this.#content().events;
    const touched = touchedBetween(before, planChanges(before, changes));
    for (const { id, after } of touched)
      if (after === null) this.#run("delete from events where id = ?", id);
      else this.#run("insert or replace into events values (?, ?)", id, JSON.stringify(after));
    // An import is undone by restoring a backup; only confirmed changes can be undone here.
    const forUndo = key === null ? null : JSON.stringify(touched);
    const columns = "key, made_by, made_at, body, text, touched, undoes";
    const row = [key, by, at, JSON.stringify(changes), text, forUndo, undoes];
    this.#run(`insert into changes (${columns}) values (?, ?, ?, ?, ?, ?, ?)`, ...row);
    return "written";
  }

  #appliedWith(key: string): Changes | null {
    const [row] = this.#rows("select body from changes where key = ?", key);
    if (row === undefined) return null;
    const { value, problem } = readRow(z.array(CalendarChange), row["body"]);
    if (value === null) throw this.#corrupt("changes", key, problem);
    return value;
  }

  #lastChange(): LastChange | null {
    const { events } = this.#content();
    const found = this.#rows(LAST_CONFIRMED).map((row): LastChange => {
      const text = (name: string): string => String(row[name] ?? "");
      // A damaged row costs only its undo.
      const { value } = readRow(z.array(TouchedEntry), row["touched"]);
      const undo = value === null ? null : undoOf(events, value);
      const number = Number(row["number"]);
      return { number, by: text("made_by"), at: text("made_at"), text: text("text"), undo, blocked: null };
    });
    const [last] = found;
    const offered = found.find(({ undo }) => undo !== null) ?? last;
    return offered === undefined ? null : { ...offered, blocked: offered === last ? null : (last?.text ?? null) };
  }
}

/** Reads the JSON of a row; the problem is half a sentence. */
function readRow<Value>(
  schema: z.ZodType<Value>,
  body: unknown,
): { value: Value; problem: null } | { value: null; problem: string } {
  try {
    const parsed = schema.safeParse(JSON.parse(String(body)));
    return parsed.success ? { value: parsed.data, problem: null } : { value: null, problem: firstIssue(parsed.error) };
  } catch {
    return { value: null, problem: "its body is not JSON" };
  }
}
