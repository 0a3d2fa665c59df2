import type { DatabaseSync } from "node:sqlite";
import { fileURLToPath } from "node:url";
import { z } from "zod";
import { type Applied, type Calendar, CalendarChange, type ChangeOrigin, type LastChange } from "../domain/calendar.ts";
import type { Household } from "../domain/household.ts";
import { viewOf } from "./calendar-view.ts";
import { memorySource } from "./event-source.ts";
import { readHouseholdFile, sampleHouseholdFile } from "./household-file.ts";
import { importChanges } from "./import-changes.ts";
import { importIcsFile } from "./import-ics.ts";
import { migrate } from "./migrations.ts";
import { firstIssue, planChanges } from "./plan-changes.ts";
import { explainingFailures, inTransaction, openDatabase } from "./sqlite-database.ts";
import { TouchedEntry, touchedBy, undoOf } from "./undo.ts";
import { readHousehold, readRow, sqliteSource, type SqliteSource } from "./sqlite-source.ts";

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
 * Throws `scheduler/unusableDatabase`, `scheduler/newerDatabase`, `scheduler/corruptRow`, and on the first start
 * `scheduler/invalidHousehold` and `scheduler/invalidCalendarFile`.
 */
export function openCalendar(options: OpenCalendarOptions): Calendar {
  const { file } = options;
  const database = openDatabase(file);
  try {
    return explainingFailures(file, () => {
      const source = prepare(database, options);
      return calendarOver(database, file, source);
    });
  } catch (error) {
    database.close();
    throw error;
  }
}

/** Migrates the database, and loads the initial content on the first start. */
function prepare(database: DatabaseSync, options: OpenCalendarOptions): SqliteSource {
  const { file } = options;
  return inTransaction(database, () => {
    if (migrate(database, file) > 0) return sqliteSource(database, file, readHousehold(database, file));
    const household = readHouseholdFile(options.householdFile ?? sampleHouseholdFile);
    database.prepare("insert into household values (1, ?)").run(JSON.stringify(household));
    const source = sqliteSource(database, file, household);
    const calendarFile = options.calendarFile === undefined ? sampleCalendarFile : options.calendarFile;
    if (calendarFile !== null)
      write(database, source, firstChanges(calendarFile, household, options.now), { by: "import", at: options.now });
    return source;
  });
}

const firstChanges = (file: string, household: Household, now: string): readonly CalendarChange[] =>
  importChanges(viewOf(memorySource(household, [])), importIcsFile(file, { household, now }));

/** Plans, writes and logs changes, inside the caller's transaction. */
function write(
  database: DatabaseSync,
  source: SqliteSource,
  changes: readonly CalendarChange[],
  origin?: ChangeOrigin,
): Applied {
  const key = origin?.key ?? null;
  if (key !== null && bodyOf(database, key) !== undefined) return "repeated";
  if (origin?.revision !== undefined && origin.revision !== revisionOf(database)) return "overtaken";
  const planned = planChanges(source, changes);
  // An import is undone by restoring a backup; only confirmed changes can be undone here.
  const touched = key === null ? null : JSON.stringify(touchedBy(source, planned));
  source.write(planned);
  const { by = null, at = null, text = null, undoes = null } = origin ?? {};
  database
    .prepare("insert into changes (key, made_by, made_at, body, text, touched, undoes) values (?, ?, ?, ?, ?, ?, ?)")
    .run(key, by, at, JSON.stringify(changes), text, touched, undoes);
  return "written";
}

const bodyOf = (database: DatabaseSync, key: string): unknown =>
  database.prepare("select body from changes where key = ?").get(key)?.["body"];

/** Number of the last log entry. The log only grows, so it changes with every applied change. */
const revisionOf = (database: DatabaseSync): number =>
  Number(database.prepare("select max(number) as last from changes").get()?.["last"] ?? 0);

const Changes = z.array(CalendarChange);

function appliedWith(database: DatabaseSync, file: string, key: string): readonly CalendarChange[] | null {
  const body = bodyOf(database, key);
  if (body === undefined) return null;
  return readRow(file, body, {
    table: "changes",
    row: key,
    parse(json) {
      const parsed = Changes.safeParse(json);
      return parsed.success ? { value: parsed.data } : { problem: firstIssue(parsed.error) };
    },
  });
}

const lastConfirmed = `
  select number, made_by, made_at, text, touched from changes as one
  where touched is not null and undoes is null
    and not exists (select 1 from changes as other where other.undoes = one.number)
  order by number desc limit 1`;

function lastChange(database: DatabaseSync, file: string, source: SqliteSource): LastChange | null {
  const row = database.prepare(lastConfirmed).get();
  if (row === undefined) return null;
  const touched = readRow(file, row["touched"], {
    table: "changes",
    row: String(row["number"]),
    parse(json) {
      const parsed = z.array(TouchedEntry).safeParse(json);
      return parsed.success ? { value: parsed.data } : { problem: firstIssue(parsed.error) };
    },
  });
  const [by, at, text] = [row["made_by"], row["made_at"], row["text"]].map((value) => String(value ?? ""));
  return { number: Number(row["number"]), by: by ?? "", at: at ?? "", text: text ?? "", undo: undoOf(source, touched) };
}

function calendarOver(database: DatabaseSync, file: string, source: SqliteSource): Calendar {
  const view = viewOf(source);
  // One read transaction, so that a change by another process is seen completely or not at all.
  const reading = <Result>(work: () => Result): Result =>
    explainingFailures(file, () => inTransaction(database, work, "deferred"));
  return {
    household: source.household,
    occurrences: (range) => reading(() => view.occurrences(range)),
    event: (id) => reading(() => view.event(id)),
    events: () => reading(() => view.events()),
    withChanges: (changes) => reading(() => view.withChanges(changes)),
    apply(changes, origin) {
      return explainingFailures(file, () => inTransaction(database, () => write(database, source, changes, origin)));
    },
    appliedWith: (key) => reading(() => appliedWith(database, file, key)),
    lastChange: () => reading(() => lastChange(database, file, source)),
    revision: () => reading(() => revisionOf(database)),
    close: () => database.close(),
  };
}
