// cspell:ignore huors
import { describe, expect, test } from "vitest";
import { readReply } from "../../src/domain/reading/reply.ts";
import { readRequest } from "../../src/domain/reading/read-request.ts";
import { after, context, DENTIST, named } from "./setting.ts";

describe("a correction changes what is asked", () => {
  test.each<[string, object]>([
    ["no, I meant 5pm", { start: "17:00" }],
    ["at 5pm instead", { start: "17:00" }],
    ["no, 5:30", { start: "17:30" }],
    ["make it Saturday", { day: "2026-11-28" }],
    ["not this Thursday, the 10th", { day: "2026-12-10" }],
    ["not Thursday, Friday", { day: "2026-11-27" }],
    ["let's do the 5th at noon", { day: "2026-12-05", start: "12:00" }],
    ["an hour later", { start: "17:00" }],
    ["push it back half an hour", { start: "16:30" }],
    ["a day later", { day: "2026-11-27" }],
    ["the week after, same time", { day: "2026-12-03", start: "16:00" }],
    ["only 30 minutes", { minutes: 30 }],
    ["until 6pm", { end: "18:00" }],
    ["from 3 to 5", { start: "15:00", end: "17:00" }],
    ["all day", { allDay: true }],
    ["and add Noah", { participants: ["emma", "noah"] }],
    ["sorry, Sam not Emma", { participants: ["sam"] }],
    ["with the car instead of the van", { resources: ["car"] }],
    ["every week", { repeat: { rule: "FREQ=WEEKLY;BYDAY=TH", except: [] } }],
    ["call it Checkup", { title: "Checkup" }],
    ["the title should be Checkup", { title: "Checkup" }],
    ["change the time to 11", { start: "11:00" }],
    ["I mean 5", { start: "17:00" }],
    ["the day after", { day: "2026-11-27" }],
    ["half an hour is enough", { minutes: 30 }],
    ["Sam will take her", { participants: ["emma", "sam"] }],
    ["not at 4, at 5", { start: "17:00" }],
    ["at the new clinic", { location: "new clinic" }],
    ["make it an all day thing", { allDay: true }],
    ["Friday, my bad", { day: "2026-11-27", participants: ["emma"] }],
    ["oops it's Noah who's going", { participants: ["noah"] }],
    ["nine in the morning, not afternoon", { start: "09:00" }],
    ["and at 5, not 4", { start: "17:00" }],
    ["Noah is coming as well", { participants: ["emma", "noah"] }],
    ["they need it the whole day", { allDay: true }],
    ["it should be the orthodontist", { title: "Orthodontist" }],
    ["a bit earlier, say 3", { start: "15:00" }],
    ["I mean the Thursday after", { day: "2026-12-03" }],
    ["they say it takes two huors", { minutes: 120 }],
    ["wrong kid, Noah", { participants: ["noah"] }],
    ["one week later please", { day: "2026-12-03" }],
    ["orthodontist I mean", { title: "Orthodontist" }],
    ["actually make it an all day event", { allDay: true }],
    ["4 is too early, 5", { start: "17:00" }],
    ["5 would be better", { start: "17:00" }],
    ["just till 6, it's short", { end: "18:00" }],
    ["not for Emma, for Noah", { participants: ["noah"] }],
    ["the other Thursday, the 3rd", { day: "2026-12-03" }],
    ["Emma can't on Thursday, take the Friday instead", { day: "2026-11-27" }],
    ["at the clinic, not there", { location: "clinic" }],
    ["5:30 finish", { start: "16:00", end: "17:30" }],
    ["and done by 5.30", { end: "17:30" }],
    ["it's the small car that needs it", { resources: ["car"] }],
    ["Sam's taking her, not Emma", { participants: ["sam"] }],
    [
      "every other Thursday, till the end of January",
      { repeat: { rule: "FREQ=WEEKLY;INTERVAL=2;BYDAY=TH;UNTIL=20270131T225959Z" } },
    ],
    [
      "every other week up to the end of January",
      { repeat: { rule: "FREQ=WEEKLY;INTERVAL=2;BYDAY=TH;UNTIL=20270131T225959Z" } },
    ],
  ])("%s", (text, parts) => {
    const { kind, request } = after(DENTIST, text);
    expect(kind).toBe("changed");
    expect(request.unread).toEqual([]);
    expect(named(request)).toMatchObject({ title: "Dentist", ...parts });
  });

  test("to other weekdays keeps a first day that is further ahead", () => {
    const { request } = after("Violin for Emma on Tuesdays at 4pm from December", "Thursdays, my bad");
    expect(named(request)).toMatchObject({
      day: "2026-12-03",
      repeat: { rule: "FREQ=WEEKLY;BYDAY=TH" },
      participants: ["emma"],
    });
  });

  test("to a repetition keeps the start that was said", () => {
    const { request } = after("Handball for Noah Sunday 6 December 10:00-11:30", "every Sunday");
    expect(request).toMatchObject({ day: "2026-12-06", repeat: { rule: "FREQ=WEEKLY;BYDAY=SU" }, unread: [] });
  });

  test("of the day that is canceled names another", () => {
    const { request } = after("cancel yoga on Wednesday", "I meant the week after");
    expect(request.target).toMatchObject({ eventId: "yoga", starts: ["2026-12-02T19:00:00"] });
  });

  test("can name another event, or one date of a series", () => {
    expect(after("move the choir concert to 7pm", "no, the book club").request).toMatchObject({
      target: { eventId: "club" },
      start: 19 * 60,
      unread: [],
    });
    expect(after("Chess for Sam every Tuesday at 7pm", "no, just this Tuesday").request).toMatchObject({
      repeat: null,
      day: "2026-11-24",
      unread: [],
    });
  });

  test("without the van, nothing is used", () => {
    expect(after(DENTIST, "without the van").request.resources).toEqual([]);
  });

  test("of a repetition ends it, or leaves one date of it", () => {
    const series = "Chess for Sam every Monday at 7pm";
    expect(after(series, "only six times").request.repeat?.rule).toBe("FREQ=WEEKLY;BYDAY=MO;COUNT=6");
    expect(after(series, "until 14 December").request.repeat?.rule).toBe("FREQ=WEEKLY;BYDAY=MO;UNTIL=20261214T225959Z");
    expect(after(series, "just once").request.repeat).toBeNull();
  });

  test.each([
    ["no, Tuesday", "FREQ=WEEKLY;BYDAY=TU;UNTIL=20261214T225959Z", "2026-11-24"],
    ["not Monday, Tuesday", "FREQ=WEEKLY;BYDAY=TU,WE;UNTIL=20261214T225959Z", "2026-11-24"],
    ["Tuesdays and Thursdays I mean", "FREQ=WEEKLY;BYDAY=TU,TH;UNTIL=20261214T225959Z", "2026-11-24"],
    ["not on Wednesdays", "FREQ=WEEKLY;BYDAY=MO;UNTIL=20261214T225959Z", "2026-11-23"],
    ["starting in December", "FREQ=WEEKLY;BYDAY=MO,WE;UNTIL=20261214T225959Z", "2026-12-02"],
    ["it starts in December", "FREQ=WEEKLY;BYDAY=MO,WE;UNTIL=20261214T225959Z", "2026-12-02"],
    ["no end date", "FREQ=WEEKLY;BYDAY=MO,WE", "2026-11-23"],
    ["every fortnight", "FREQ=WEEKLY;INTERVAL=2;BYDAY=MO,WE;UNTIL=20261214T225959Z", "2026-11-23"],
    ["every second week", "FREQ=WEEKLY;INTERVAL=2;BYDAY=MO,WE;UNTIL=20261214T225959Z", "2026-11-23"],
  ])("of the days of a repetition keeps the rest: %s", (text, rule, day) => {
    const { request } = after("Chess for Sam every Monday and Wednesday at 7pm until 14 December", text);
    expect(request).toMatchObject({ repeat: { rule, except: [] }, day, unread: [], problems: [] });
  });

  test("tells a new event from a change of one with its name", () => {
    const first = "Piano on 7.12. at 16h";
    const { request } = after(first, "a change");
    expect(named(request)).toMatchObject({
      eventType: "modify",
      start: "16:00",
      target: { eventId: "piano", starts: ["2026-12-07T15:30:00"] },
    });
    expect([request.problems, request.unread, request.day]).toEqual([[], [], null]);
    expect(after(first, "yes, a new one").request).toMatchObject({ eventType: "create", problems: [], unread: [] });
    expect(after("Piano on 8.12. at 16h", "change it").request).toMatchObject({
      day: "2026-12-08",
      missing: ["scope"],
    });
  });

  test.each([
    ["Dinner at Luigi's on Friday at 7", "it's Mario's, not Luigi's", { title: "Dinner", location: "Mario's" }],
    ["Dinner at Luigi's on Friday at 7", "not Luigi's but Mario's", { title: "Dinner", location: "Mario's" }],
    ["Dinner at Luigi's on Friday at 7", "lunch, not dinner, so at 12", { title: "Lunch", start: "12:00" }],
    ["Trip to Berlin from Friday to Sunday", "to Hamburg, not Berlin", { title: "Trip to Hamburg" }],
    ["Sam's in Oslo 7-9 December", "sorry, not Oslo, Stockholm", { title: "Sam in Stockholm", location: "Stockholm" }],
  ])("replaces words of the title and the place: %s / %s", (first, text, parts) => {
    const { request } = after(first, text);
    expect(named(request)).toMatchObject(parts);
    expect(request.unread).toEqual([]);
  });

  test.each([
    ["we come home on Monday", { day: "2026-11-27", lastDay: "2026-11-30" }],
    ["until Tuesday", { day: "2026-11-27", lastDay: "2026-12-01" }],
    ["26th to 30th", { day: "2026-11-26", lastDay: "2026-11-30" }],
    ["we leave on Thursday already", { day: "2026-11-26", lastDay: "2026-11-29" }],
  ])("moves one end of several days: %s", (text, days) => {
    expect(after("Trip to Berlin from Friday to Sunday", text).request).toMatchObject({ ...days, unread: [] });
  });

  test("moves what was to be canceled", () => {
    const { request } = after("cancel the dentist", "no, just move it to Friday at 10");
    expect(named(request)).toMatchObject({ eventType: "modify", day: "2026-11-27", start: "10:00" });
    expect([request.unread, request.problems]).toEqual([[], []]);
  });

  test("names another event in place of the one that is asked about", () => {
    const { request } = after("move the dentist to Friday at 10", "not the dentist, the book club");
    expect(request).toMatchObject({ target: { eventId: "club" }, unread: [] });
    const canceled = after("piano is cancelled on Monday", "oh wrong one, it's swimming on Tuesday that's cancelled");
    expect(canceled.request).toMatchObject({
      target: { eventId: "swim", starts: ["2026-11-24T16:30:00"] },
      unread: [],
    });
  });

  test.each([
    ["not on 14 December", ["2026-12-14"]],
    ["not on 7 and 14 December", ["2026-12-07", "2026-12-14"]],
  ])("of a repetition leaves out dates: %s", (text, except) => {
    const { request } = after("Chess for Sam every Monday at 7pm", text);
    expect(request).toMatchObject({ repeat: { rule: "FREQ=WEEKLY;BYDAY=MO", except }, unread: [] });
  });

  test.each(["not on 15 December", "on 15 December"])(
    "of the days of a repetition is not guessed, but asked about: %s",
    (text) => {
      const open = readRequest("Chess for Sam every Monday at 7pm", context);
      const { request } = readReply(text, open, context);
      expect(request).toMatchObject({ repeat: open.repeat, day: open.day });
      expect(request.unread).toEqual([text]);
    },
  );

  test("of a change or cancellation keeps its event", () => {
    expect(named(after("move the choir concert to 7pm", "no, 8pm").request)).toMatchObject({
      eventType: "modify",
      start: "20:00",
      target: { eventId: "choir" },
    });
    expect(after("cancel gymnastics on Thursday", "no, the one on 10 December").request.target?.starts).toEqual([
      "2026-12-10T17:00:00",
    ]);
  });
});
