import { describe, expect, test } from "vitest";
import { decodeIcs } from "../../src/calendar/ics-file.ts";
import { readIcs } from "./read-ics.ts";
import { memoryCalendar } from "../../src/calendar/sqlite-calendar.ts";
import { expand } from "../../src/domain/recurrence.ts";
import { schedulerErrors } from "../../src/errors.ts";
import { household } from "../household.ts";

const options = { file: "family.ics", calendar: memoryCalendar(household), now: "2026-11-20T12:00:00Z" };
const calendar = (...lines: readonly string[]): string =>
  ["BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:-//Somebody//Else//EN", ...lines, "END:VCALENDAR", ""].join("\r\n");
const vevent = (...lines: readonly string[]): string => ["BEGIN:VEVENT", ...lines, "END:VEVENT"].join("\r\n");
const timed = [
  "UID:one",
  "SUMMARY:One",
  "DTSTART;TZID=Europe/Copenhagen:20261124T160000",
  "DTEND;TZID=Europe/Copenhagen:20261124T170000",
];
const without = (name: string): string[] => timed.filter((line) => !line.startsWith(name));
const read = (...lines: readonly string[]) => readIcs(calendar(vevent(...lines)), options);
const one = (...lines: readonly string[]) => read(...lines).events[0];
const reasonOf = (...lines: readonly string[]): string | undefined =>
  readIcs(calendar(vevent(...lines), vevent("UID:fine", "DTSTART:20261124T160000Z", "DURATION:PT1H")), options)
    .skipped[0]?.reason;

describe("times", () => {
  test.each([
    [
      "in a named zone",
      ["DTSTART;TZID=America/New_York:20261124T160000", "DTEND;TZID=America/New_York:20261124T170000"],
      "2026-11-24T16:00:00",
      "2026-11-24T17:00:00",
      "America/New_York",
    ],
    [
      "in UTC",
      ["DTSTART:20261124T160000Z", "DTEND:20261124T170000Z"],
      "2026-11-24T16:00:00",
      "2026-11-24T17:00:00",
      "UTC",
    ],
    [
      "that float",
      ["DTSTART:20261124T160000", "DTEND:20261124T170000"],
      "2026-11-24T16:00:00",
      "2026-11-24T17:00:00",
      "Europe/Copenhagen",
    ],
    [
      "of a Windows zone",
      ["DTSTART;TZID=Eastern Standard Time:20261124T160000", "DURATION:PT1H"],
      "2026-11-24T16:00:00",
      "2026-11-24T17:00:00",
      "America/New_York",
    ],
    [
      "of a quoted Windows zone",
      ['DTSTART;TZID="AUS Eastern Standard Time":20261124T160000', "DURATION:PT1H"],
      "2026-11-24T16:00:00",
      "2026-11-24T17:00:00",
      "Australia/Sydney",
    ],
    [
      "with a vendor's prefix",
      ["DTSTART;TZID=/citadel.org/20210210_1/Europe/Berlin:20261124T160000", "DURATION:PT1H"],
      "2026-11-24T16:00:00",
      "2026-11-24T17:00:00",
      "Europe/Berlin",
    ],
    [
      "that end in another zone",
      ["DTSTART;TZID=Europe/Copenhagen:20261124T160000", "DTEND;TZID=America/New_York:20261124T130000"],
      "2026-11-24T16:00:00",
      "2026-11-24T19:00:00",
      "Europe/Copenhagen",
    ],
    [
      "with a nominal duration over a change of the clock",
      ["DTSTART;TZID=Europe/Copenhagen:20261024T160000", "DURATION:P1DT2H"],
      "2026-10-24T16:00:00",
      "2026-10-25T18:00:00",
      "Europe/Copenhagen",
    ],
    [
      "with an elapsed duration over a change of the clock",
      ["DTSTART;TZID=Europe/Copenhagen:20261024T160000", "DURATION:PT24H"],
      "2026-10-24T16:00:00",
      "2026-10-25T15:00:00",
      "Europe/Copenhagen",
    ],
    ["of a whole day", ["DTSTART;VALUE=DATE:20261124"], "2026-11-24", "2026-11-25", "Europe/Copenhagen"],
    [
      "of days without VALUE=DATE",
      ["DTSTART:20261124", "DTEND:20261127"],
      "2026-11-24",
      "2026-11-27",
      "Europe/Copenhagen",
    ],
    [
      "of days by duration",
      ["DTSTART;VALUE=DATE:20261124", "DURATION:P1W"],
      "2026-11-24",
      "2026-12-01",
      "Europe/Copenhagen",
    ],
  ])("%s are read", (_, lines, ...[start, end, timeZone]) => {
    expect(one("UID:x", ...lines)).toMatchObject({ start, end, timeZone, allDay: start.length === 10 });
  });

  test("of a zone that only the file describes follow its X-LIC-LOCATION", () => {
    const zone = ["BEGIN:VTIMEZONE", "TZID:Our own zone", "X-LIC-LOCATION:Europe/Oslo", "END:VTIMEZONE"];
    const text = calendar(...zone, vevent("UID:x", "DTSTART;TZID=Our own zone:20261124T160000", "DURATION:PT1H"));
    expect(readIcs(text, options).events[0]?.timeZone).toBe("Europe/Oslo");
  });

  test("of an unknown zone are read in that of the calendar, with a note", () => {
    const { events, notes } = read("UID:x", "DTSTART;TZID=Customized Time Zone:20261124T160000", "DURATION:PT1H");
    expect([events[0]?.start, events[0]?.timeZone, notes[0]?.reason]).toEqual([
      "2026-11-24T16:00:00",
      "Europe/Copenhagen",
      'its time zone "Customized Time Zone" is unknown, so its times are read in Europe/Copenhagen',
    ]);
  });

  test("without a length get one minute, and a note", () => {
    const { events, notes } = read(...without("DTEND"));
    expect([events[0]?.end, notes]).toEqual([
      "2026-11-24T16:01:00",
      [{ title: "One", reason: "it has no length and was given one minute" }],
    ]);
  });

  test.each([
    ['its DTSTART "20260230T160000" is not a time', ["DTSTART:20260230T160000"]],
    ['its DTSTART "tomorrow" is not a time', ["DTSTART:tomorrow"]],
    ['its DURATION "an hour" is not a duration', ["DTSTART:20261124T160000", "DURATION:an hour"]],
    ["its end is not after its start", ["DTSTART:20261124T160000", "DTEND:20261124T150000"]],
    ["its start is a date and its end is not", ["DTSTART;VALUE=DATE:20261124", "DTEND:20261124T150000"]],
    ["it has no start", []],
  ])("that cannot be are skipped: %s", (reason, lines) => {
    expect(reasonOf("UID:x", ...lines)).toContain(reason);
  });
});

const manyStarts = Array.from({ length: 10_001 }, (_, minute) =>
  new Date(Date.UTC(2027, 0, 1, 0, minute)).toISOString().replace(/[-:]|\.000/g, ""),
).join(",");

describe("series", () => {
  const series = [...timed, "RRULE:FREQ=WEEKLY;BYDAY=TU;COUNT=6"];
  const range = { start: "2026-11-01T00:00:00Z", end: "2027-02-01T00:00:00Z" };
  const startsOf = (text: string): string[] =>
    expand(readIcs(text, options).events, { range, household }).map(({ start }) => start.slice(5, 16));

  test("leave out excluded starts, in whatever form they are given", () => {
    const text = calendar(
      vevent(
        ...series,
        "EXDATE;TZID=Europe/Copenhagen:20261201T160000,20261208T160000",
        "EXDATE:20261215T150000Z",
        "EXDATE;VALUE=DATE:20261222",
        "EXDATE;TZID=America/New_York:20261229T100000",
      ),
    );
    expect(startsOf(text)).toEqual(["11-24T15:00"]);
  });

  test("have further starts, also as periods", () => {
    const text = calendar(
      vevent(...timed, "RDATE:20261125T090000Z,20261126T090000Z", "RDATE;VALUE=PERIOD:20261127T090000Z/PT2H"),
    );
    expect(startsOf(text)).toEqual(["11-24T15:00", "11-25T09:00", "11-26T09:00", "11-27T09:00"]);
  });

  test("have the length of their first start, which a note says when a further start is given as a period", () => {
    const text = calendar(
      vevent(...timed, "RDATE;VALUE=PERIOD:20261127T090000Z/PT2H,20261128T090000Z/20261128T093000Z"),
    );
    const { events, notes } = readIcs(text, options);
    const found = expand(events, { range, household });
    expect(found.map(({ start, end }) => (Date.parse(end) - Date.parse(start)) / 60_000)).toEqual([60, 60, 60]);
    expect(notes.map(({ reason }) => reason)).toEqual(["its further dates (RDATE) have the length of the first"]);
  });

  test("without any rule in an empty RRULE line are single events", () => {
    expect(read(...timed, "RRULE:")).toMatchObject({ events: [{ recurrenceRule: null }], skipped: [], notes: [] });
  });

  test("take the changed occurrence with the higher sequence, wherever it comes", () => {
    const version = (sequence: number, title: string): string =>
      vevent(
        ...without("SUMMARY"),
        `SUMMARY:${title}`,
        `SEQUENCE:${sequence}`,
        "RECURRENCE-ID;TZID=Europe/Copenhagen:20261201T160000",
      );
    const { events } = readIcs(calendar(version(3, "New"), vevent(...series), version(2, "Old")), options);
    expect(events.map(({ title }) => title)).toEqual(["One", "New"]);
  });

  test("have changed occurrences, also when these come first, and name them in UTC", () => {
    const changed = vevent(
      "UID:one",
      "SUMMARY:Later",
      "RECURRENCE-ID:20261201T150000Z",
      "DTSTART;TZID=Europe/Copenhagen:20261201T190000",
      "DURATION:PT1H",
    );
    const { events } = readIcs(calendar(changed, vevent(...series)), options);
    expect(events[1]).toMatchObject({
      id: "one#2026-12-01T16:00:00",
      replaces: { seriesId: "one", originalStart: "2026-12-01T16:00:00" },
    });
    expect(startsOf(calendar(changed, vevent(...series))).slice(0, 3)).toEqual([
      "11-24T15:00",
      "12-01T18:00",
      "12-08T15:00",
    ]);
  });

  test("lose an occurrence that is cancelled", () => {
    const cancelled = vevent(...timed, "RECURRENCE-ID;TZID=Europe/Copenhagen:20261201T160000", "STATUS:CANCELLED");
    expect(startsOf(calendar(vevent(...series), cancelled)).slice(0, 2)).toEqual(["11-24T15:00", "12-08T15:00"]);
  });

  test("that are cancelled go with all they have", () => {
    const changed = vevent(...timed, "RECURRENCE-ID;TZID=Europe/Copenhagen:20261201T160000");
    const { events, skipped } = readIcs(calendar(vevent(...series, "STATUS:CANCELLED"), changed), options);
    expect([events, skipped.map(({ reason }) => reason)]).toEqual([[], ["it is canceled", "its series is canceled"]]);
  });

  test.each([
    ["more than 24 times a day", [...timed, "RRULE:FREQ=SECONDLY"]],
    ["more than one recurrence rule", [...series, "RRULE:FREQ=DAILY"]],
    ["(EXRULE), which is not supported", [...series, "EXRULE:FREQ=DAILY"]],
    ["more than 10000 single starts", [...timed, `RDATE:${manyStarts}`]],
  ])("are skipped when %s", (reason, lines) => {
    expect(reasonOf(...lines)).toContain(reason);
  });
});

describe("people and things", () => {
  test.each([
    ["by name", "ATTENDEE;CN=Emma:mailto:someone@lund.example", ["emma"]],
    ["by full name", "ATTENDEE;CN=Emma Lund:mailto:e@lund.example", ["emma"]],
    ["by alias", "ATTENDEE;CN=Mom:mailto:x@lund.example", ["alex"]],
    ["by address", "ATTENDEE:mailto:Noah.Lund@lund.example", ["noah"]],
    ["unless they declined", "ATTENDEE;CN=Sam;PARTSTAT=DECLINED:mailto:sam@lund.example", []],
  ])("attendees are members %s", (_, line, participants) => {
    expect(one(...timed, line)?.participants).toEqual(participants);
  });

  test("unknown attendees are listed in a note", () => {
    expect(read(...timed, 'ATTENDEE;CN="Dr. Holm":mailto:h@x.example').notes[0]?.reason).toContain("Dr. Holm");
  });

  test.each([
    ["RESOURCES", "RESOURCES:Van,Projector of the school", ["van"]],
    ["the place", "LOCATION:the kitchen", ["kitchen"]],
    ["a category", "CATEGORIES:sports,Car", ["car"]],
    ["an attendee that is a thing", "ATTENDEE;CUTYPE=RESOURCE;CN=Van:mailto:van@x.example", ["van"]],
    ["nothing that only sounds alike", "LOCATION:Caravan park", []],
  ])("resources come from %s", (_, line, resources) => {
    expect(one(...timed, line)?.resources).toEqual(resources);
  });
});

describe("other lines", () => {
  test("text loses its escapes and every character that could command a terminal", () => {
    expect(
      one(...without("SUMMARY"), String.raw`SUMMARY:Cake\, candles\; and a \\ backslash\nfor all` + "\u001b[31m"),
    ).toMatchObject({
      title: "Cake, candles; and a \\ backslash for all[31m",
    });
  });

  test("a title and stamps are made up where they are missing", () => {
    expect(one(...without("SUMMARY"))).toMatchObject({
      title: "Untitled event",
      createdAt: options.now,
      updatedAt: options.now,
      createdBy: "import",
      sequence: 0,
    });
  });

  test("alarms, unknown components and unknown lines do no harm", () => {
    const text = calendar(
      "BEGIN:X-OTHER",
      "X-A:1",
      "END:X-OTHER",
      vevent(...timed, "X-FOO2;A=1:b", "BEGIN:VALARM", "SUMMARY:Ring", "END:VALARM"),
    );
    expect(readIcs(text, options)).toMatchObject({ events: [{ title: "One" }], skipped: [], notes: [] });
  });

  test("an event without an id is skipped", () => {
    expect(reasonOf(...without("UID"))).toBe("it has no UID");
  });

  test("tasks and journals are skipped by name", () => {
    const text = calendar(vevent(...timed), "BEGIN:VTODO", "UID:t", "SUMMARY:Buy milk", "END:VTODO");
    expect(readIcs(text, options).skipped).toEqual([{ title: "Buy milk", reason: "it is a todo, not an event" }]);
  });

  test("of two versions of one event the one with the higher sequence counts", () => {
    const text = calendar(
      vevent(...timed, "SEQUENCE:2", "LOCATION:New"),
      vevent(...timed, "SEQUENCE:1", "LOCATION:Old"),
    );
    const { events, skipped } = readIcs(text, options);
    expect([events.map(({ location }) => location), skipped[0]?.reason]).toEqual([
      ["New"],
      "the file has a newer version of it",
    ]);
  });
});

const refused = (text: string): string => {
  try {
    readIcs(text, options);
    return "imported";
  } catch (error) {
    return schedulerErrors.invalidCalendarFile.is(error) ? error.message : String(error);
  }
};

describe("a file that cannot be imported", () => {
  test.each([
    ["is not a calendar", "Dear diary, today was fine.", "it is not an iCalendar file"],
    ["is empty", "", "it is not an iCalendar file"],
    ["is cut off", calendar(vevent(...timed)).slice(0, -40), "the file ends or breaks off within it"],
    [
      "holds only events that cannot be read",
      calendar(vevent("UID:x", "SUMMARY:Soon", "DTSTART:soon")),
      '"Soon" cannot be read',
    ],
    [
      "holds a task and an event that cannot be read",
      calendar("BEGIN:VTODO", "SUMMARY:Milk", "END:VTODO", vevent("UID:x", "SUMMARY:Soon", "DTSTART:soon")),
      '"Soon" cannot be read',
    ],
    ["is too large", `BEGIN:VCALENDAR\n${"X:".padEnd(11 * 1024 * 1024, "x")}`, "larger than 10 MB"],
    ["has too many events", calendar("BEGIN:VEVENT\r\nEND:VEVENT\r\n".repeat(20_001).trimEnd()), "it has 20001 events"],
  ])("because it %s, is refused in one sentence", (_, text, problem) => {
    const message = refused(text);
    expect(message).toContain(problem);
    expect(message).toMatch(/^The calendar file "family.ics" cannot be imported: .* Nothing was imported\.$/);
  });

  test("costs only the events that are broken", () => {
    const text = calendar(
      vevent("UID:first", "SUMMARY:First", "DTSTART:20261124T160000Z", "this is not a line"),
      ["BEGIN:VEVENT", "UID:open", "SUMMARY:Open", "DTSTART:20261124T160000Z"].join("\r\n"),
      vevent("UID:bad", "SUMMARY:Bad", "DTSTART;TZID"),
      vevent("UID:odd", "SUMMARY:Odd", "DTSTART:20261124T160000Z", "RRULE:FREQ=SOMETIMES"),
      vevent("UID:last", "SUMMARY:Last", "DTSTART:20261124T160000Z"),
    );
    const { events, skipped } = readIcs(text, options);
    expect(events.map(({ title }) => title)).toEqual(["First", "Last"]);
    expect(skipped.map(({ title, reason }) => `${title}: ${reason}`)).toEqual([
      "Open: the file ends or breaks off within it",
      'Bad: its line "DTSTART;TZID" cannot be read',
      'Odd: the recurrence rule "FREQ=SOMETIMES" is not possible',
    ]);
  });

  test("a calendar without events is read, and is empty", () => {
    expect(readIcs(calendar(), options).events).toEqual([]);
  });
});

const titleIn = (bytes: Buffer): string | undefined => readIcs(decodeIcs(bytes), options).events[0]?.title;

describe("the bytes of a file", () => {
  const fødselsdag = calendar(vevent(...without("SUMMARY"), "SUMMARY:Fødselsdag"));

  test("can wrap a line inside a character", () => {
    const bytes = Buffer.from(fødselsdag);
    const cut = bytes.indexOf(Buffer.from("ø")) + 1;
    const wrapped = Buffer.concat([bytes.subarray(0, cut), Buffer.from("\r\n "), bytes.subarray(cut)]);
    expect(titleIn(wrapped)).toBe("Fødselsdag");
  });

  test("are UTF-8, also with a mark, and no other encoding", () => {
    expect(titleIn(Buffer.from(`\uFEFF${fødselsdag}`))).toBe("Fødselsdag");
    for (const encoding of ["latin1", "utf16le"] as const)
      expect(() => titleIn(Buffer.from(fødselsdag, encoding))).toThrow("cannot be imported");
  });
});
