import { describe, expect, test } from "vitest";
import { memoryCalendar } from "../../src/calendar/sqlite-calendar.ts";
import { importFile } from "../../src/page/import-file.ts";
import { event, household } from "../household.ts";

const now = "2026-11-25T09:00:00Z";

/** A file with an event on 3 December at 16:00 in Copenhagen, and what `more` adds. */
const ics = (title: string, ...more: readonly string[]): string =>
  [
    "BEGIN:VCALENDAR",
    "VERSION:2.0",
    "BEGIN:VEVENT",
    "UID:choir",
    "DTSTAMP:20261101T000000Z",
    "DTSTART:20261203T150000Z",
    "DTEND:20261203T160000Z",
    `SUMMARY:${title}`,
    "END:VEVENT",
    ...more,
    "END:VCALENDAR",
    "",
  ].join("\r\n");

const sent = (text: string, encoding: BufferEncoding = "utf8", write = true) => ({
  file: "choir.ics",
  content: Buffer.from(text, encoding).toString("base64"),
  write,
});

describe("a calendar file from the page", () => {
  test("is imported, with the start of its first event and what was skipped", () => {
    const calendar = memoryCalendar(household);
    const task = ["BEGIN:VTODO", "UID:t", "SUMMARY:Buy milk", "END:VTODO"];
    expect(importFile(calendar, sent(ics("Choir", ...task)), now)).toEqual({
      state: "written",
      text: "Imported 1 event from choir.ics.",
      firstAt: "2026-12-03T15:00:00Z",
      remarks: ['Skipped "Buy milk": it is a todo, not an event'],
    });
    expect(calendar.events().map(({ title }) => title)).toEqual(["Choir"]);
  });

  test("is shown first, and nothing is written before the yes", () => {
    const calendar = memoryCalendar(household);
    expect(importFile(calendar, sent(ics("Choir"), "utf8", false), now)).toEqual({
      state: "offered",
      text: "choir.ics adds or changes 1 event (Choir). Nothing is written yet.",
      firstAt: "2026-12-03T15:00:00Z",
      remarks: [],
    });
    expect([calendar.events(), calendar.revision()]).toEqual([[], 0]);
  });

  test("is refused in another encoding than UTF-8", () => {
    const calendar = memoryCalendar(household);
    expect(importFile(calendar, sent(ics("Café"), "latin1"), now)).toMatchObject({ state: "refused" });
    expect(calendar.events()).toEqual([]);
  });

  test("can be undone like any change, and changes nothing when it is imported again", () => {
    const calendar = memoryCalendar(household);
    importFile(calendar, sent(ics("Choir")), now);
    expect(importFile(calendar, sent(ics("Choir")), now)).toMatchObject({
      state: "unchanged",
      text: "choir.ics contains nothing new.",
      firstAt: null,
    });
    expect(calendar.lastChange()).toMatchObject({
      text: "Imported 1 event from choir.ics.",
      undo: [{ kind: "remove_event", eventId: "choir" }],
    });
  });

  test.each([
    ["that is not a calendar", sent("hello"), 'The calendar file "choir.ics" cannot be imported: it is not an'],
    ["without a name", { content: "" }, 'The calendar file "file" cannot be imported'],
    ["that is not a file", "hello", 'The calendar file "file" cannot be imported'],
    ["that is not text", { file: "choir.ics", content: [1] }, 'The calendar file "file" cannot be imported'],
  ])("%s is refused with the reason, and changes nothing", (_, action, problem) => {
    const calendar = memoryCalendar(household, [event({ id: "piano" })]);
    const { state, text } = importFile(calendar, action, now);
    expect([state, text.startsWith(problem), calendar.events().length]).toEqual(["refused", true, 1]);
  });
});
