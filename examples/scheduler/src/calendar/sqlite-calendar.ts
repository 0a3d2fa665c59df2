import type { DatabaseSync } from "node:sqlite";
import { fileURLToPath } from "node:url";
import { z } from "zod";
import { CalendarEvent } from "../domain/calendar-event.ts";
import { type Applied, type Calendar, CalendarChange, type ChangeOrigin, type LastChange } from "../domain/calendar.ts";
import { eventProblem } from "../domain/event-problem.ts";
import { Household } from "../domain/household.ts";
import { schedulerErrors } from "../errors.ts";
import { viewOf } from "./calendar-view.ts";
import { householdProblem, readHouseholdFile, sampleHouseholdFile } from "./household-file.ts";
import { importChanges } from "./import-changes.ts";
import { importIcsFile } from "./import-ics.ts";
import { type Events, firstIssue, planChanges } from "./plan-changes.ts";
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
export function openCalendar({ file, now, householdFile, calendarFile }: OpenCalendarOptions): Calendar {
  return opened(file, (tables) => {
    if (!createTables(tables.database, file)) return tables.readHousehold();
    const household = readHouseholdFile(householdFile ?? sampleHouseholdFile);
    tables.writeHousehold(household);
    if (calendarFile !== null) {
      const imported = importIcsFile(calendarFile ?? sampleCalendarFile, { household, now });
      tables.write(importChanges(viewOf(household, new Map()), imported), { by: "import", at: now });
    }
    return household;
  });
}

/** Creates a calendar in memory, for tests and experiments. An invalid event throws `scheduler/invalidEvent`. */
export const memoryCalendar = (household: Household, events: readonly CalendarEvent[] = []): Calendar =>
  opened(":memory:", (tables) => {
    createTables(tables.database, ":memory:");
    tables.writeHousehold(household);
    tables.write(events.map((event) => ({ kind: "put_event", event })));
    return household;
  });

function opened(file: string, prepare: (tables: Tables) => Household): Calendar {
  const database = openDatabase(file);
  try {
    return explainingFailures(file, () => {
      const tables = new Tables(database, file);
      return calendarOver(
        tables,
        inTransaction(database, () => prepare(tables)),
      );
    });
  } catch (error) {
    database.close();
    throw error;
  }
}

function calendarOver(tables: Tables, household: Household): Calendar {
  const { database, file } = tables;
  const locked = <Result>(kind: "immediate" | "deferred", work: () => Result): Result =>
    explainingFailures(file, () => inTransaction(database, work, kind));
  // One read transaction, so that a change by another process is seen completely or not at all.
  const reading = <Result>(work: () => Result): Result => locked("deferred", work);
  const view = () => viewOf(household, tables.events());
  return {
    household,
    occurrences: (range) => reading(() => view().occurrences(range)),
    event: (id) => reading(() => view().event(id)),
    events: () => reading(() => view().events()),
    withChanges: (changes) => reading(() => view().withChanges(changes)),
    apply: (changes, origin) => locked("immediate", () => tables.write(changes, origin)),
    appliedWith: (key) => reading(() => tables.appliedWith(key)),
    lastChange: () => reading(() => tables.lastChange()),
    damaged: () => reading(() => tables.damaged()),
    revision: () => reading(() => tables.revision()),
    close: () => database.close(),
  };
}

const LAST_CONFIRMED = `
  select number, made_by, made_at, text, touched from changes as one
  where touched is not null and undoes is null
    and not exists (select 1 from changes as other where other.undoes = one.number)
  order by number desc limit 20`;

/** The tables of a calendar. Rows are validated when they are read; an invalid event is left out and named. */
class Tables {
  readonly database: DatabaseSync;
  readonly file: string;
  /** Events of the last revision that was read, so that a row is validated and its series compiled only once. */
  #known: { readonly revision: number; readonly events: Events; readonly damaged: readonly string[] } | null = null;
  readonly #rows = new Map<string, { readonly body: string; readonly event: CalendarEvent }>();

  constructor(database: DatabaseSync, file: string) {
    this.database = database;
    this.file = file;
  }

  readHousehold(): Household {
    const row = this.database.prepare("select body from household where one = 1").get();
    return this.#parse(Household, row?.["body"] ?? "", ["household", "1"], householdProblem);
  }

  writeHousehold(household: Household): void {
    this.database.prepare("insert into household values (1, ?)").run(JSON.stringify(household));
  }

  events(): Events {
    return this.#read().events;
  }

  damaged(): readonly string[] {
    return this.#read().damaged;
  }

  #read(): { readonly events: Events; readonly damaged: readonly string[] } {
    const revision = this.revision();
    if (this.#known?.revision === revision) return this.#known;
    const events = new Map<string, CalendarEvent>();
    const damaged: string[] = [];
    for (const row of this.database.prepare("select id, body from events").all()) {
      const id = String(row["id"]);
      try {
        events.set(id, this.#event(id, String(row["body"])));
      } catch (error) {
        if (!schedulerErrors.corruptRow.is(error)) throw error;
        damaged.push(error.message);
      }
    }
    this.#known = { revision, events, damaged };
    return this.#known;
  }

  #event(id: string, body: string): CalendarEvent {
    const before = this.#rows.get(id);
    if (before?.body === body) return before.event;
    const event = this.#parse(CalendarEvent, body, ["events", id], (found) =>
      found.id === id ? eventProblem(found) : `its body is that of "${found.id}"`,
    );
    this.#rows.set(id, { body, event });
    return event;
  }

  /** Plans, writes and logs changes, inside the caller's transaction. */
  write(changes: readonly CalendarChange[], origin: Partial<ChangeOrigin> = {}): Applied {
    const { key = null, revision, by = null, at = null, text = null, undoes = null } = origin;
    if (key !== null && this.appliedWith(key) !== null) return "repeated";
    if (revision !== undefined && revision !== this.revision()) return "overtaken";
    const before = this.events();
    const touched = touchedBetween(before, planChanges(before, changes));
    const put = this.database.prepare("insert or replace into events values (?, ?)");
    const remove = this.database.prepare("delete from events where id = ?");
    for (const { id, after } of touched) {
      if (after === null) remove.run(id);
      else put.run(id, JSON.stringify(after));
    }
    // An import is undone by restoring a backup; only confirmed changes can be undone here.
    const forUndo = key === null ? null : JSON.stringify(touched);
    this.database
      .prepare("insert into changes (key, made_by, made_at, body, text, touched, undoes) values (?, ?, ?, ?, ?, ?, ?)")
      .run(key, by, at, JSON.stringify(changes), text, forUndo, undoes);
    return "written";
  }

  /** Number of the last log entry. The log only grows, so it changes with every applied change. */
  revision(): number {
    return Number(this.database.prepare("select max(number) as last from changes").get()?.["last"] ?? 0);
  }

  appliedWith(key: string): readonly CalendarChange[] | null {
    const row = this.database.prepare("select body from changes where key = ?").get(key);
    return row === undefined ? null : this.#parse(z.array(CalendarChange), row["body"], ["changes", key]);
  }

  lastChange(): LastChange | null {
    const events = this.events();
    const confirmed = this.database.prepare(LAST_CONFIRMED).all();
    const found = confirmed.map((row): LastChange => {
      const number = Number(row["number"]);
      const [by = "", at = "", text = ""] = [row["made_by"], row["made_at"], row["text"]].map((value) =>
        String(value ?? ""),
      );
      return { number, by, at, text, undo: this.#undoOf(number, row["touched"], events), blocked: null };
    });
    const [last] = found;
    const offered = found.find(({ undo }) => undo !== null) ?? last;
    return offered === undefined ? null : { ...offered, blocked: offered === last ? null : (last?.text ?? null) };
  }

  /** A damaged row costs only its undo. */
  #undoOf(number: number, touched: unknown, events: Events): LastChange["undo"] {
    try {
      return undoOf(events, this.#parse(z.array(TouchedEntry), touched, ["changes", String(number)]));
    } catch (error) {
      if (schedulerErrors.corruptRow.is(error)) return null;
      throw error;
    }
  }

  #parse<Value>(
    schema: z.ZodType<Value>,
    body: unknown,
    [table, row]: readonly [table: string, row: string],
    problemOf: (value: Value) => string | null = () => null,
  ): Value {
    const corrupt = (problem: string) => schedulerErrors.corruptRow({ file: this.file, table, row, problem });
    let json: unknown;
    try {
      json = JSON.parse(String(body));
    } catch {
      throw corrupt("its body is not JSON");
    }
    const parsed = schema.safeParse(json);
    if (!parsed.success) throw corrupt(firstIssue(parsed.error));
    const problem = problemOf(parsed.data);
    if (problem !== null) throw corrupt(problem);
    return parsed.data;
  }
}
