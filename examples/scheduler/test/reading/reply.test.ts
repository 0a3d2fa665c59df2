// cspell:ignore huors wensday
import { describe, expect, test } from "vitest";
import { readReply } from "../../src/domain/reading/reply.ts";
import { readRequest } from "../../src/domain/reading/read-request.ts";
import { context, named, withDentists } from "./setting.ts";

const after = (first: string, then: string) => readReply(then, readRequest(first, context), context);
const DENTIST = "Dentist for Emma on Thursday at 4pm with the van";

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

test.each([
  [DENTIST, "7 would be better", "7"],
  [DENTIST, "high priority", "high priority"],
  ["remove Alex from the parents evening", "a bit later", "bit later"],
  [DENTIST, "and Friday too", "Friday"],
  ["Chess for Sam every Monday at 5pm", "only in December", "in December"],
  ["move the choir concert to 5 December", "no, it wobbles on the same day but begins 19:00", "wobbles"],
])("a correction that is understood in part changes nothing: %s / %s", (first, then, unread) => {
  const open = readRequest(first, context);
  const { problems, ...request } = readReply(then, open, context).request;
  expect({ ...request, problems: open.problems }).toEqual({ ...open, unread: [unread] });
  // What was read of it is named too.
  expect(problems.every((each) => each === `Nothing of "${then}" was applied.`)).toBe(true);
});

test.each<[string, object]>([
  ["no, on Tuesday, and Sam comes too", { day: "2026-11-24", participants: ["emma", "sam"], unread: [] }],
  ["no, with Noah and not at 8 but 7", { participants: ["emma", "noah"], start: 420, unread: [] }],
  ["thanks", { participants: ["emma"], unread: [] }],
  ["for all", { participants: ["emma", "noah", "alex", "sam", "ruth"], unread: [] }],
  ["help", { problems: [expect.stringContaining("find a free time")] }],
])("nothing of a correction is lost: %s", (then, parts) => {
  expect(after("Dentist for Emma on Monday at 8am", then).request).toMatchObject(parts);
});

test.each<[string, string, object]>([
  [
    "Chess for Sam every Monday at 7pm",
    "it stops after six times",
    { repeat: { rule: "FREQ=WEEKLY;BYDAY=MO;COUNT=6" } },
  ],
  ["Chess for Sam every Monday at 7pm", "and Thursdays too", { repeat: { rule: "FREQ=WEEKLY;BYDAY=MO,TH" } }],
  ["move the choir concert to 5 December", "no, it stays on the same day but begins 19:00", { day: null, start: 1140 }],
  [
    "remove Alex from the parents evening",
    "no, the other way around, remove Sam",
    { removedParticipants: ["sam"], participants: [] },
  ],
  ["parents evening starts half an hour earlier", "later, not earlier", { shift: 30 }],
  ["cancel the book club", "keep it, it's just an hour later", { eventType: "modify", shift: 60 }],
  ["move the dentist to Friday at 11", "keep the hour as it was", { day: "2026-11-27", start: null }],
  [
    "gymnastics starts at 17:30 from now on",
    "that is just for 3 December",
    { day: null, target: { starts: ["2026-12-03T17:00:00"], following: false } },
  ],
])("a correction is about all that is asked: %s / %s", (first, then, parts) => {
  expect(after(first, then).request).toMatchObject({ ...parts, unread: [] });
});

test("what has its own title and day begins again, with nothing of the request before it", () => {
  const { kind, request } = after(
    "put something in on Tuesday 1 December 18:00-19:30 for Alex",
    "Vet for the dog on Friday at 9, Sam drives with the van",
  );
  expect(kind).toBe("new");
  expect(request).toMatchObject({ day: "2026-11-27", end: null, participants: ["sam"], resources: ["van"] });
});

test.each<[string, string, object]>([
  [DENTIST, "wait that should be January", { day: "2027-01-26", start: 960 }],
  [DENTIST, "no van", { resources: [], participants: ["emma"] }],
  [DENTIST, "drop the van and add Noah", { resources: [], participants: ["emma", "noah"] }],
  [DENTIST, "the day before", { day: "2026-11-25" }],
  [DENTIST, "an hour before", { start: 900 }],
  [DENTIST, "Could you rename it to Checkup and start at 6pm", { title: "Checkup", start: 1080 }],
  [DENTIST, "change it to orthodontist", { title: "Orthodontist" }],
  [DENTIST, "add a note that Ruth babysits", { note: "Ruth babysits", participants: ["emma"] }],
  [DENTIST, "at 5, and bring cash", { start: 1020, note: "bring cash" }],
  [DENTIST, "add that she has to bring her card", { note: "she has to bring her card" }],
  [DENTIST, "Sam instead", { participants: ["sam"] }],
  [DENTIST, "without the van, just Noah and Sam", { resources: [], participants: ["noah", "sam"] }],
  [DENTIST, "just add Noah", { participants: ["emma", "noah"] }],
  ["Swim gala for Noah 6 December 9 to 1", "no it's over at 12", { start: 540, end: 720 }],
  [DENTIST, "Sam as well", { participants: ["emma", "sam"] }],
  [DENTIST, "December the 1st", { day: "2026-12-01" }],
  [DENTIST, "wensday", { day: "2026-11-25" }],
  [DENTIST, "the place is Harbour Clinic", { location: "Harbour Clinic" }],
  ["push yoga on Wednesday back an hour", "two hours", { shift: 120, minutes: null }],
  ["push yoga on Wednesday back an hour", "no, half an hour earlier", { shift: -30 }],
  [DENTIST, "make it the whole weekend", { day: "2026-11-28", lastDay: "2026-11-29", allDay: true }],
  ["Camping on Saturday 5 December all day", "and Sunday too", { day: "2026-12-05", lastDay: "2026-12-06" }],
])("a correction lays each of its pieces over the request: %s / %s", (first, then, parts) => {
  expect(after(first, then)).toMatchObject({ kind: "changed", request: { ...parts, unread: [] } });
});

test("a reason beside a correction is left out, and that is said", () => {
  const { request } = after(DENTIST, "ah, it's closed on Thursdays. Friday then");
  expect(request).toMatchObject({ day: "2026-11-27", unread: [] });
  expect(request.assumed).toContain('"it\'s closed on Thursdays" left out');
});

test("a correction that states what is so already confirms it, and that is said", () => {
  const { request } = after(DENTIST, "without Grandma");
  expect(request).toMatchObject({ participants: ["emma"], unread: [], problems: [] });
  expect(request.assumed).toContain('"without Grandma" changes nothing');
});

describe("an answer to which one", () => {
  const dentists = [
    { id: "d1", participants: ["emma"], start: "2026-11-25T14:30:00", end: "2026-11-25T15:00:00" },
    { id: "d2", participants: ["noah"], start: "2026-12-04T16:00:00", end: "2026-12-04T16:30:00" },
  ];
  const world = { ...context, calendar: withDentists(dentists) };
  const answer = (first: string, then: string) => readReply(then, readRequest(first, world), world).request;

  test.each([
    ["the second", "d2"],
    ["2", "d2"],
    ["number 1", "d1"],
    ["the one on Friday 4 December", "d2"],
    ["Emma's", "d1"],
    ["the one for Noah", "d2"],
    ["the one at 4pm", "d2"],
    ["no, the first", "d1"],
  ])("chooses: %s", (then, id) => {
    expect(answer("cancel the dentist", then)).toMatchObject({ target: { eventId: id }, missing: [], unread: [] });
  });

  test.each([
    ["no, 4pm", { start: 960 }],
    ["for Noah too", { participants: ["noah"] }],
    ["to Thursday", { day: "2026-11-26" }],
  ])("corrects what was asked, and which one stays open: %s", (then, parts) => {
    expect(answer("move the dentist", then)).toMatchObject({ ...parts, target: null, missing: ["target"], unread: [] });
  });

  test("names another event by its title", () => {
    const open = readRequest("cancel the tennis", context);
    expect(readReply("the choir concert", open, context).request).toMatchObject({
      target: { eventId: "choir" },
      unread: [],
    });
  });

  test.each(["the seventh", "Dentist", "bananas"])("is named if it chooses nothing: %s", (then) => {
    const request = answer("cancel the dentist", then);
    expect(request).toMatchObject({ target: null, candidates: ["d1", "d2"], missing: ["target"] });
    expect(request.unread.join(" ").toLowerCase()).toContain(then.toLowerCase().replace("the ", ""));
  });
});

test("an event that may be a change is asked about until that is answered", () => {
  const open = readRequest("Gymnastics on Thursday at 6pm", context);
  const corrected = readReply("no, 7pm", open, context).request;
  expect(corrected).toMatchObject({ start: 1140, problems: [expect.stringContaining("a new event, or a change of")] });
  expect(readReply("a new one", corrected, context).request).toMatchObject({ eventType: "create", problems: [] });
  expect(readReply("a change", corrected, context).request).toMatchObject({ eventType: "modify", problems: [] });
  expect(readReply("move gymnastics on Thursday to 6pm", corrected, context)).toMatchObject({
    kind: "new",
    request: { eventType: "modify", target: { eventId: "gym" } },
  });
});

test("words that an answer left out are said to be left out", () => {
  const { request } = after("Church 24.12. at 15:00 perhaps", "one hour earlier");
  expect(request).toMatchObject({ start: 840, unread: [], assumed: ['"perhaps" left out'] });
});

test("words that are not understood are named, and the request stays as it was", () => {
  const { kind, request } = after(DENTIST, "bananas");
  expect(kind).toBe("changed");
  expect(request).toEqual({ ...readRequest(DENTIST, context), unread: ["bananas"] });
});

test("a note is kept when the day changes", () => {
  const { assumed } = after("Dentist for Emma on Thursday at 4pm, room B7", "not Thursday, Friday").request;
  expect(assumed).toContain('"room B7" as a note');
});

test.each([
  "never mind",
  "forget it",
  "forget it, she isn't going",
  "no thanks",
  "leave it",
  "oh wait, leave it as it was",
])("%s drops the request", (text) => {
  expect(after(DENTIST, text).kind).toBe("dropped");
});

test.each(["Chess for Sam on Monday at 7pm", "cancel yoga on Wednesday", "what's on Friday?"])(
  "%s is a new request",
  (text) => {
    const { kind, request } = after(DENTIST, text);
    expect(kind).toBe("new");
    expect(request).toEqual(readRequest(text, context));
  },
);

test("an answer completes a request: a time, a half of the day, one of several events", () => {
  expect(named(after("Haircut for Emma on Thursday", "3pm").request)).toMatchObject({ start: "15:00" });
  expect(named(after("Soccer at 8 on Friday", "in the evening").request)).toMatchObject({ start: "20:00" });
  expect(after("cancel yoga", "all of them").request.target).toEqual({
    eventId: "yoga",
    starts: null,
    following: false,
  });
});

test("a repetition waits for its day, and loses nothing until it is said", () => {
  const [fortnight, asked] = ["Chess every second week at 4pm", { kind: "changed" }];
  const rule = "FREQ=WEEKLY;INTERVAL=2;BYDAY=TU";
  expect(after(fortnight, "Tuesday")).toMatchObject({ ...asked, request: { day: "2026-11-24", repeat: { rule } } });
  expect(after(fortnight, "on Tuesdays")).toMatchObject({ request: { day: "2026-11-24", repeat: { rule } } });
  const ahead = "Chess every second week from January at 4pm";
  expect(after(ahead, "Tuesday")).toMatchObject({ request: { day: "2027-01-05", repeat: { rule }, missing: [] } });
  expect(after(ahead, "12 January")).toMatchObject({ request: { day: "2027-01-12", repeat: { rule }, missing: [] } });
  expect(after(ahead, "for Noah")).toMatchObject({ request: { participants: ["noah"], missing: ["time"] } });
  expect(after("Chess weekly at 4pm for six weeks", "Tuesday")).toMatchObject({
    request: { repeat: { rule: "FREQ=WEEKLY;BYDAY=TU;COUNT=6" } },
  });
});
