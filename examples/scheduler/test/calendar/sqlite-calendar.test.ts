import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { DatabaseSync } from "node:sqlite";
import { terminalErrors } from "@tidemark/terminal";
import { afterAll, describe, expect, test } from "vitest";
import { memoryCalendar } from "../../src/calendar/sqlite-calendar.ts";
import { openCalendar } from "../../src/calendar/sqlite-calendar.ts";
import type { CalendarEvent } from "../../src/domain/calendar-event.ts";
import { schedulerErrors } from "../../src/errors.ts";
import { event, household } from "../household.ts";
import { testCalendar } from "./calendar-contract.ts";

const directory = mkdtempSync(path.join(tmpdir(), "calendar-"));
afterAll(() => rmSync(directory, { recursive: true }));
const householdFile = path.join(directory, "household.json");
writeFileSync(householdFile, JSON.stringify(household));

let files = 0;
const newFile = (): string => path.join(directory, `calendar-${(files += 1)}`, "scheduler.db");
const now = "2026-11-20T12:00:00Z";
const empty = { now, householdFile, calendarFile: null };
const november = { start: "2026-11-01T00:00:00Z", end: "2026-12-31T00:00:00Z" };
const put = (each: CalendarEvent) => ({ kind: "put_event", event: each }) as const;
const soccer = event({ id: "soccer", recurrenceRule: "FREQ=WEEKLY" });

/** A database with one series and one single event, closed again. */
function stored(): string {
  const file = newFile();
  const calendar = openCalendar({ ...empty, file });
  calendar.apply([put(soccer), put(event({ id: "dentist" }))], { by: "alex", at: now, key: "first" });
  calendar.close();
  return file;
}

function spoil(file: string, sql: string): void {
  const database = new DatabaseSync(file);
  database.exec(sql);
  database.close();
}

describe("openCalendar on a file", () => {
  testCalendar(() => openCalendar({ ...empty, file: newFile() }));
});
describe("openCalendar in memory", () => {
  testCalendar(() => openCalendar({ ...empty, file: ":memory:" }));
});

describe("openCalendar", () => {
  test("finds everything again in the next process", () => {
    const calendar = openCalendar({ ...empty, file: stored() });
    expect([calendar.household, calendar.event("soccer")]).toEqual([household, soccer]);
  });

  test("a second connection sees changes of the first one", () => {
    const file = stored();
    const [one, other] = [openCalendar({ ...empty, file }), openCalendar({ ...empty, file })];
    const before = other.occurrences(november).length;
    one.apply([put(event({ id: "new" }))]);
    expect(other.occurrences(november).length).toBe(before + 1);
  });

  test("loads the shipped household and calendar on first start, and not again", () => {
    const file = newFile();
    const first = openCalendar({ file, now });
    const ids = first.events().map(({ id }) => id);
    expect([first.household.members.length, ids.length > 20]).toEqual([5, true]);
    first.apply([{ kind: "remove_event", eventId: ids[0] ?? "" }]);
    first.close();
    expect(openCalendar({ file, now }).events()).toHaveLength(ids.length - 1);
  });

  test("a first start that fails leaves nothing, so that the next one is a first start again", () => {
    const file = newFile();
    const broken = path.join(directory, "broken.ics");
    writeFileSync(broken, "BEGIN:VCALENDAR\nBEGIN:VEVENT\n");
    expect(() => openCalendar({ file, now, householdFile, calendarFile: broken })).toThrow("broken.ics");
    expect(openCalendar({ ...empty, file }).events()).toEqual([]);
  });

  test("is empty on the first start with another household than the shipped one", () => {
    expect(openCalendar({ file: newFile(), now, householdFile }).events()).toEqual([]);
  });

  test("logs the author, content and time of changes", () => {
    const database = new DatabaseSync(stored());
    expect(database.prepare("select made_by, made_at, body from changes").all()).toMatchObject([
      { made_by: "alex", made_at: now, body: JSON.stringify([put(soccer), put(event({ id: "dentist" }))]) },
    ]);
    database.close();
  });

  test("returns the same occurrences as a calendar in memory", () => {
    const events = [
      soccer,
      event({ id: "trip", allDay: true, start: "2026-11-28", end: "2026-12-03" }),
      event({ id: "call", timeZone: "America/New_York", recurrenceRule: "FREQ=MONTHLY;BYDAY=1TU;COUNT=4" }),
      event({ id: "old", start: "2020-01-01T10:00:00", end: "2020-01-01T11:00:00" }),
    ];
    const calendar = openCalendar({ ...empty, file: newFile() });
    calendar.apply(events.map(put));
    expect(calendar.occurrences(november)).toEqual(memoryCalendar(household, events).occurrences(november));
  });
});

/** A household file, and a calendar that was opened with it before. */
function used() {
  const file = newFile();
  const own = path.join(path.dirname(file), "household.json");
  mkdirSync(path.dirname(file));
  writeFileSync(own, JSON.stringify(household));
  openCalendar({ file, now, householdFile: own }).close();
  return { file, own };
}

describe("the household file", () => {
  const renamed = { ...household, name: "The Berg family" };

  test("is read at each start, also when only the first one names it", () => {
    const { file, own } = used();
    writeFileSync(own, JSON.stringify(renamed));
    expect(openCalendar({ file, now }).household).toEqual(renamed);
  });

  test("is the one that the last start has named", () => {
    const { file } = used();
    const other = path.join(path.dirname(file), "other.json");
    writeFileSync(other, JSON.stringify(renamed));
    openCalendar({ file, now, householdFile: other }).close();
    expect(openCalendar({ file, now }).household).toEqual(renamed);
  });

  test("can be gone: the calendar keeps what it has read last", () => {
    const { file, own } = used();
    rmSync(own);
    expect(openCalendar({ file, now }).household).toEqual(household);
  });

  test("is refused when it has become invalid, and can be mended", () => {
    const { file, own } = used();
    writeFileSync(own, "{}");
    expect(() => openCalendar({ file, now })).toThrow(`The household file "${own}" cannot be used`);
    writeFileSync(own, JSON.stringify(renamed));
    expect(openCalendar({ file, now }).household).toEqual(renamed);
  });

  test("may lose a person: the events of this person stay", () => {
    const { file, own } = used();
    const calendar = openCalendar({ file, now });
    calendar.apply([put(event({ id: "piano", participants: ["noah"] }))]);
    calendar.close();
    const members = household.members.filter(({ id }) => id !== "noah");
    writeFileSync(own, JSON.stringify({ ...household, members }));
    expect(openCalendar({ file, now }).events()).toMatchObject([{ id: "piano", participants: ["noah"] }]);
  });
});

describe("a file that is not ours", () => {
  test.each([5, 99])("of a program with version %i is rejected and left unchanged", (found) => {
    const file = stored();
    spoil(file, `pragma user_version = ${found}`);
    expect(() => openCalendar({ ...empty, file })).toThrow(schedulerErrors.otherVersion({ file, found, known: 6 }));
    const database = new DatabaseSync(file);
    expect(database.prepare("pragma user_version").get()).toEqual({ user_version: found });
    database.close();
  });

  test("that is not a database is rejected and left unchanged", () => {
    const file = path.join(directory, "text.db");
    writeFileSync(file, "Dear diary, ".repeat(200));
    expect(() => openCalendar({ ...empty, file })).toThrow("file is not a database");
    expect(readFileSync(file, "utf8")).toContain("Dear diary");
  });

  test("that cannot be made is refused", () => {
    const file = path.join(householdFile, "folder", "scheduler.db");
    expect(() => openCalendar({ ...empty, file })).toThrow(
      terminalErrors.unusableDatabase({ file, problem: "its directory cannot be created" }),
    );
  });

  test("that is a directory is refused", () => {
    expect(() => openCalendar({ ...empty, file: directory })).toThrow("unable to open database file");
  });

  test.each([
    ["no JSON", "update events set body = 'x' where id = 'soccer'"],
    ["a wrong shape", "update events set body = json_remove(body, '$.title') where id = 'soccer'"],
    ["a further property", `update events set body = json_set(body, '$.admin', 1) where id = 'soccer'`],
    [
      "an impossible rule",
      "update events set body = json_set(body, '$.recurrenceRule', 'FREQ=SECONDLY') where id = 'soccer'",
    ],
  ])("a row with %s stops what reads it, and every change", (_, sql) => {
    const file = stored();
    spoil(file, sql);
    const calendar = openCalendar({ ...empty, file });
    expect(() => calendar.events()).toThrow("damaged row");
    expect(() => calendar.apply([put(event({ id: "chess" }))])).toThrow("damaged row");
  });

  test("a damaged change stops its undo", () => {
    const file = stored();
    spoil(file, "update changes set touched = '[1]' where key = 'first'");
    const calendar = openCalendar({ ...empty, file });
    expect(() => calendar.lastChange()).toThrow("damaged row");
    calendar.apply([put(event({ id: "chess" }))], { by: "alex", at: now, key: "second", text: "Chess." });
    expect(calendar.lastChange()).toMatchObject({ text: "Chess." });
  });

  test.each(["update household set body = '{}'", "delete from household"])("a household row is checked: %s", (sql) => {
    const file = stored();
    spoil(file, sql);
    expect(() => openCalendar({ ...empty, file })).toThrow("damaged row");
  });
});
