import type { DatabaseSync } from "node:sqlite";
import { fileURLToPath } from "node:url";
import { z } from "zod";
import { CalendarEvent } from "../domain/calendar-event.ts";
import {
  type Applied,
  type Calendar,
  CalendarChange,
  type CalendarView,
  type ChangeOrigin,
  type LastChange,
} from "../domain/calendar.ts";
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

/** Household and changes of a first start. */
interface FirstContent {
  readonly household: Household;
  readonly changes: readonly CalendarChange[];
  readonly origin?: ChangeOrigin;
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
    if (calendarFile === null) return { household, changes: [] };
    const imported = importIcsFile(calendarFile ?? sampleCalendarFile, { household, now });
    const changes = importChanges(viewOf(household, new Map()), imported);
    return { household, changes, origin: { by: "import", at: now } };
  });

/** Creates a calendar in memory, for tests and experiments. An invalid event throws `scheduler/invalidEvent`. */
export const memoryCalendar = (household: Household, events: readonly CalendarEvent[] = []): Calendar =>
  new SqliteCalendar(":memory:", () => ({
    household,
    changes: events.map((event) => ({ kind: "put_event", event })),
  }));

const LAST_CONFIRMED = `
  select number, made_by, made_at, text, touched from changes as one
  where touched is not null and undoes is null
    and not exists (select 1 from changes as other where other.undoes = one.number)
  order by number desc limit 20`;

/** Valid events of a revision, and one sentence for each invalid row. */
interface Content {
  readonly revision: number;
  readonly events: Events;
  readonly damaged: readonly string[];
}

/** A calendar in the tables of a database. Rows are validated when they are read; an invalid event is left out and named. */
class SqliteCalendar implements Calendar {
  readonly household: Household;
  readonly #file: string;
  readonly #database: DatabaseSync;
  /** Content that was read last, so that rows are validated and series compiled only once. */
  #known: Content | null = null;

  constructor(file: string, first: () => FirstContent) {
    this.#file = file;
    this.#database = openDatabase(file);
    try {
      this.household = this.#locked("immediate", () => this.#prepare(first));
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
    return viewOf(
      this.household,
      this.#locked("deferred", () => this.#content().events),
    );
  }

  #prepare(first: () => FirstContent): Household {
    if (!createTables(this.#database, this.#file)) {
      const row = this.#database.prepare("select body from household where one = 1").get();
      return this.#parse(Household, row?.["body"], ["household", "1"], householdProblem);
    }
    const { household, changes, origin } = first();
    this.#database.prepare("insert into household values (1, ?)").run(JSON.stringify(household));
    if (changes.length > 0) this.#write(changes, origin);
    return household;
  }

  /** The log only grows, so the number of its last entry changes with every applied change. */
  #revision(): number {
    return Number(this.#database.prepare("select max(number) as last from changes").get()?.["last"] ?? 0);
  }

  #content(): Content {
    const revision = this.#revision();
    if (this.#known?.revision === revision) return this.#known;
    const events = new Map<string, CalendarEvent>();
    const damaged: string[] = [];
    for (const row of this.#database.prepare("select id, body from events").all()) {
      const id = String(row["id"]);
      try {
        const event = this.#parse(CalendarEvent, row["body"], ["events", id], (found) =>
          found.id === id ? eventProblem(found) : `its body is that of "${found.id}"`,
        );
        events.set(id, event);
      } catch (error) {
        if (!schedulerErrors.corruptRow.is(error)) throw error;
        damaged.push(error.message);
      }
    }
    this.#known = { revision, events, damaged };
    return this.#known;
  }

  /** Plans, writes and logs changes. */
  #write(changes: readonly CalendarChange[], origin: Partial<ChangeOrigin> = {}): Applied {
    const { key = null, revision, by = null, at = null, text = null, undoes = null } = origin;
    if (key !== null && this.#appliedWith(key) !== null) return "repeated";
    if (revision !== undefined && revision !== this.#revision()) return "overtaken";
    const before = this.#content().events;
    const touched = touchedBetween(before, planChanges(before, changes));
    const put = this.#database.prepare("insert or replace into events values (?, ?)");
    const remove = this.#database.prepare("delete from events where id = ?");
    for (const { id, after } of touched) {
      if (after === null) remove.run(id);
      else put.run(id, JSON.stringify(after));
    }
    // An import is undone by restoring a backup; only confirmed changes can be undone here.
    const forUndo = key === null ? null : JSON.stringify(touched);
    this.#database
      .prepare("insert into changes (key, made_by, made_at, body, text, touched, undoes) values (?, ?, ?, ?, ?, ?, ?)")
      .run(key, by, at, JSON.stringify(changes), text, forUndo, undoes);
    return "written";
  }

  #appliedWith(key: string): readonly CalendarChange[] | null {
    const row = this.#database.prepare("select body from changes where key = ?").get(key);
    return row === undefined ? null : this.#parse(z.array(CalendarChange), row["body"], ["changes", key]);
  }

  #lastChange(): LastChange | null {
    const { events } = this.#content();
    const found = this.#database
      .prepare(LAST_CONFIRMED)
      .all()
      .map((row): LastChange => {
        const text = (name: string): string => String(row[name] ?? "");
        const undo = this.#undoOf(text("number"), row["touched"], events);
        const number = Number(row["number"]);
        return { number, by: text("made_by"), at: text("made_at"), text: text("text"), undo, blocked: null };
      });
    const [last] = found;
    const offered = found.find(({ undo }) => undo !== null) ?? last;
    return offered === undefined ? null : { ...offered, blocked: offered === last ? null : (last?.text ?? null) };
  }

  /** A damaged row costs only its undo. */
  #undoOf(number: string, touched: unknown, events: Events): LastChange["undo"] {
    try {
      return undoOf(events, this.#parse(z.array(TouchedEntry), touched, ["changes", number]));
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
    const corrupt = (problem: string) => schedulerErrors.corruptRow({ file: this.#file, table, row, problem });
    let json: unknown;
    try {
      json = JSON.parse(String(body));
    } catch {
      throw corrupt("its body is not JSON");
    }
    const parsed = schema.safeParse(json);
    const problem = parsed.success ? problemOf(parsed.data) : firstIssue(parsed.error);
    if (!parsed.success || problem !== null) throw corrupt(problem ?? "");
    return parsed.data;
  }
}
