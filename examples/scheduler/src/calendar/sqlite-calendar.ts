import { existsSync, readFileSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { isDeepStrictEqual } from "node:util";
import { explainingFailures, openDatabase } from "@tidemark/terminal";
import type { z } from "zod";
import type { CalendarEvent } from "../domain/calendar-event.ts";
import type { Applied, Calendar, CalendarChange, CalendarView, ChangeOrigin, LastChange } from "../domain/calendar.ts";
import { ValidEvent } from "../domain/event-problem.ts";
import type { Household } from "../domain/household.ts";
import { put } from "../domain/planning/series.ts";
import { schedulerErrors } from "../errors.ts";
import { readHouseholdFile, ValidHousehold } from "./household-file.ts";
import { decodeIcs } from "./ics-file.ts";
import { importIcs } from "./import-ics.ts";
import { type Events, planChanges, Touched, touchedBetween, undoOf, viewOf } from "./plan-changes.ts";

/** The sample calendar. */
export const sampleCalendarFile = fileURLToPath(new URL("../../data/calendar.ics", import.meta.url));

/** Location of a calendar, and its initial content. */
export interface OpenCalendarOptions {
  /** Database file, or ":memory:". */
  readonly file: string;
  /** Current time, for records of the first start. */
  readonly now: string;
  /** Household, read at each start. Defaults to the file that the last start has named, or to the sample household. */
  readonly householdFile?: string;
  /** Calendar to load on the first start; null for an empty calendar. Defaults to the sample calendar for the sample household, and to null for others. */
  readonly calendarFile?: string | null;
}

/**
 * Opens the calendar in a SQLite file.
 *
 * The first start creates the tables and loads the household and its calendar in one transaction. Later starts read the household file again;
 * if it is gone, the calendar keeps the household that was read last. Every `apply` is one transaction too: other processes see all of its
 * changes or none.
 *
 * Throws `terminal/unusableDatabase`, `scheduler/otherVersion`, `scheduler/damagedFile`, `scheduler/invalidHousehold`, and on the first start
 * `scheduler/invalidCalendarFile`. What reads a damaged row later throws `scheduler/damagedFile` too.
 */
export function openCalendar({ file, now, householdFile, calendarFile }: OpenCalendarOptions): Calendar {
  const named = householdFile === undefined ? null : path.resolve(householdFile);
  return openTables(file, {
    first() {
      const { household } = householdOf(named);
      const imported = calendarFile === undefined && named === null ? sampleCalendarFile : (calendarFile ?? null);
      if (imported === null) return { file: named, household, changes: [] };
      const calendar = viewOf(household, new Map());
      const { changes } = importIcs(decodeIcs(readFileSync(imported)), { calendar, file: imported, now });
      return { file: named, household, changes, at: now };
    },
    again(known) {
      const source = named ?? known.file;
      return source !== null && named === null && !existsSync(source) ? known : householdOf(source);
    },
  });
}

/** Creates a calendar in memory, for tests and experiments. An invalid event throws `scheduler/invalidEvent`. */
export const memoryCalendar = (household: Household, events: readonly CalendarEvent[] = []): Calendar =>
  openTables(":memory:", {
    first: () => ({ file: null, household, changes: events.map(put) }),
    again: (known) => known,
  });

/** Version of the tables. */
const VERSION = 6;

const TABLES = `
  create table household (one integer primary key check (one = 1), body text not null, file text) strict;
  create table events (id text primary key, body text not null) strict;
  create table changes (number integer primary key, key text unique, made_by text, made_at text, body text not null,
    text text, touched text, undoes integer) strict;
  pragma user_version = ${VERSION};`;

type Changes = readonly CalendarChange[];

const INSERT_CHANGE = `
  insert into changes (key, made_by, made_at, body, text, touched, undoes) values (?, ?, ?, ?, ?, ?, ?)`;

const LAST_CONFIRMED = `
  select number, text, touched from changes as one
  where touched is not null and undoes is null
    and not exists (select 1 from changes as other where other.undoes = one.number)
  order by number desc limit 1`;

/** A household and its file; null for the sample household. */
type OwnHousehold = { readonly file: string | null; readonly household: Household };

const householdOf = (file: string | null): OwnHousehold => ({ file, household: readHouseholdFile(file ?? undefined) });

/** Content of a first start, and the household of a later one. */
interface Sources {
  readonly first: () => OwnHousehold & { readonly changes: Changes; readonly at?: string };
  readonly again: (known: OwnHousehold) => OwnHousehold;
}

/** Events of one revision. */
type Content = { readonly revision: number; readonly events: Events };

/** Opens a calendar in the tables of a database. Rows are validated when they are read. */
function openTables(file: string, sources: Sources): Calendar {
  const database = openDatabase(file);
  /** Content that was read last, so that rows are validated and series compiled only once. */
  let known: Content | null = null;

  const rows = (sql: string, ...values: readonly (string | null)[]) => database.prepare(sql).all(...values);
  const run = (sql: string, ...values: readonly (string | number | null)[]) => database.prepare(sql).run(...values);
  /** The log only grows, so the number of its last entry changes with every applied change. */
  const revision = (): number => Number(rows("select max(number) as last from changes")[0]?.["last"] ?? 0);

  /** Runs `work` in one transaction, which is committed or rolled back as a whole. */
  const transaction = <Result>(kind: "immediate" | "deferred", work: () => Result): Result =>
    explainingFailures(file, () => {
      database.exec(`begin ${kind}`);
      try {
        const result = work();
        database.exec("commit");
        return result;
      } catch (error) {
        if (database.isTransaction) database.exec("rollback");
        throw error;
      }
    });

  /** Parses the JSON of a row. Throws for a damaged one, so that nothing is read or written beside it. */
  function read<Value>(schema: z.ZodType<Value>, body: unknown): Value {
    try {
      return schema.parse(JSON.parse(String(body)));
    } catch (cause) {
      throw schedulerErrors.damagedFile({ file }, { cause });
    }
  }

  function content(): Content {
    const current = revision();
    if (known?.revision === current) return known;
    const stored = rows("select body from events").map(({ body }) => read(ValidEvent, body));
    return (known = { revision: current, events: new Map(stored.map((event) => [event.id, event])) });
  }

  /** Plans, writes and logs changes. */
  function write(changes: Changes, origin: Partial<ChangeOrigin> = {}): Applied {
    const { key = null, by = null, at = null, text = null, undoes = null } = origin;
    const body = JSON.stringify(changes);
    const [applied] = rows("select body from changes where key = ?", key);
    if (applied !== undefined)
      return isDeepStrictEqual(JSON.parse(String(applied["body"])), JSON.parse(body)) ? "written" : "decided";
    if (origin.revision !== undefined && origin.revision !== revision()) return "overtaken";
    const before = content().events;
    const touched = touchedBetween(before, planChanges(before, changes));
    for (const { id, after } of touched)
      if (after === null) run("delete from events where id = ?", id);
      else run("insert or replace into events values (?, ?)", id, JSON.stringify(after));
    // Without a key it is the initial calendar.
    const forUndo = key === null ? null : JSON.stringify(touched);
    run(INSERT_CHANGE, key, by, at, body, text, forUndo, undoes);
    return "written";
  }

  function lastChange(): LastChange | null {
    const [last] = rows(LAST_CONFIRMED);
    if (last === undefined) return null;
    const { number, text, touched } = last;
    const undo = undoOf(content().events, read(Touched, touched));
    return { number: Number(number), text: String(text ?? ""), undo };
  }

  /** Returns the household as its file has it now; creates the tables and their content on a first start. */
  function prepare(): Household {
    const version = Number(rows("pragma user_version")[0]?.["user_version"] ?? 0);
    if (version === VERSION) {
      const [row] = rows("select body, file from household");
      const stored = read(ValidHousehold, row?.["body"]);
      const from = typeof row?.["file"] === "string" ? row["file"] : null;
      const { file: source, household } = sources.again({ file: from, household: stored });
      run("update household set body = ?, file = ?", JSON.stringify(household), source);
      return household;
    }
    if (version !== 0) throw schedulerErrors.otherVersion({ file, found: version, known: VERSION });
    database.exec(TABLES);
    const { file: source, household, changes, at } = sources.first();
    run("insert into household values (1, ?, ?)", JSON.stringify(household), source);
    if (changes.length > 0) write(changes, at === undefined ? {} : { by: "import", at });
    return household;
  }

  try {
    const household = transaction("immediate", prepare);
    const view = (): CalendarView => viewOf(household, transaction("deferred", content).events);
    return {
      household,
      occurrences: (range) => view().occurrences(range),
      event: (id) => view().event(id),
      events: () => view().events(),
      withChanges: (changes) => view().withChanges(changes),
      apply: (changes, origin) => transaction("immediate", () => write(changes, origin)),
      revision: () => transaction("deferred", revision),
      lastChange: () => transaction("deferred", lastChange),
      close: () => database.close(),
    };
  } catch (error) {
    database.close();
    throw error;
  }
}
