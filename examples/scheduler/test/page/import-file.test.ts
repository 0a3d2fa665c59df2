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

const choir = { kind: "new", title: "Choir", when: "Thu 3 Dec 16:00–17:00", who: "", conflicts: [] };

describe("a calendar file from the page", () => {
  test("is listed by time: what is new, changed and removed, when, for whom, and what it conflicts with", () => {
    const times = { start: "2026-12-03T16:30:00", end: "2026-12-03T17:30:00", participants: ["emma"] };
    const calendar = memoryCalendar(household, [
      event({ id: "piano", title: "Piano", ...times }),
      event({ id: "choir", title: "Choir", start: "2026-12-04T16:00:00", end: "2026-12-04T17:00:00" }),
      event({ id: "old", title: "Judo", start: "2026-12-05T16:00:00", end: "2026-12-05T17:00:00" }),
    ]);
    const math = ["UID:math", "DTSTART:20261126T150000Z", "DTEND:20261126T160000Z", "RRULE:FREQ=WEEKLY;COUNT=3"];
    const emma = ["SUMMARY:Math club", "RESOURCES:Van", "ATTENDEE;CN=Emma:mailto:emma@x.invalid"];
    const judo = ["UID:old", "DTSTART:20261205T150000Z", "SUMMARY:Judo", "STATUS:CANCELLED"];
    const more = [math.concat(emma), judo].flatMap((lines) => ["BEGIN:VEVENT", ...lines, "END:VEVENT"]);
    const { text, events } = importFile(calendar, sent(ics("Choir", ...more), "utf8", false), now);
    expect(text).toBe(
      "choir.ics adds 1 event, changes 1 event and removes 1 event. 1 event with conflicts. Nothing is written yet.",
    );
    expect(events.map(({ kind, title, when, who, conflicts }) => [kind, title, when, who, ...conflicts])).toEqual([
      [
        "new",
        "Math club",
        "Thu 26 Nov 16:00–17:00, every Thursday, 3 times",
        "for Emma, with the Van",
        "Emma has Piano Thu 3 Dec 16:30–17:30.",
      ],
      ["changed", "Choir", "Thu 3 Dec 16:00–17:00", ""],
      ["removed", "Judo", "Sat 5 Dec 16:00–17:00", ""],
    ]);
  });

  test("is imported, with the start of its first event and what was skipped", () => {
    const calendar = memoryCalendar(household);
    const task = ["BEGIN:VTODO", "UID:t", "SUMMARY:Buy milk", "END:VTODO"];
    expect(importFile(calendar, sent(ics("Choir", ...task)), now)).toEqual({
      state: "written",
      text: "Imported 1 event from choir.ics.",
      events: [choir],
      more: 0,
      firstAt: "2026-12-03T15:00:00Z",
      remarks: ['Skipped "Buy milk": it is a todo, not an event'],
    });
    expect(calendar.events().map(({ title }) => title)).toEqual(["Choir"]);
  });

  test("is shown first, and nothing is written before the yes", () => {
    const calendar = memoryCalendar(household);
    expect(importFile(calendar, sent(ics("Choir"), "utf8", false), now)).toEqual({
      state: "offered",
      text: "choir.ics adds 1 event. Nothing is written yet.",
      events: [choir],
      more: 0,
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
