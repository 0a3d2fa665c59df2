// cspell:ignore huors wensday
import { describe, expect, test } from "vitest";
import { readReply } from "../../src/domain/reading/reply.ts";
import { readRequest } from "../../src/domain/reading/read-request.ts";
import { after, context, DENTIST, named, withDentists } from "./setting.ts";

test.each([
  [DENTIST, "high priority", "high priority"],
  ["remove Alex from the parents evening", "a bit later", "bit later"],
  [DENTIST, "and Friday too", "Friday"],
  ["Chess for Sam every Monday at 5pm", "only in December", "in December"],
  ["remove Alex from the parents evening", "no, the other way around, remove Sam", "other way around"],
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
  ["move gymnastics on Thursday to 6pm", "every week, not just this one", { target: { starts: null } }],
  ["Conference on Wednesday 9 December all day", "it's two days", { day: "2026-12-09", lastDay: "2026-12-10" }],
  ["Conference on Wednesday 9 December all day", "the 9th and 10th", { lastDay: "2026-12-10" }],
  [
    "Medicine for Noah every day at 8pm",
    "just for ten days",
    { repeat: { rule: "FREQ=DAILY;UNTIL=20261130T225959Z" } },
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
])("a correction lays each of its pieces over the request: %s / %s", (first, then, parts) => {
  expect(after(first, then)).toMatchObject({ kind: "changed", request: { ...parts, unread: [] } });
});

test.each<[string, string, string, object]>([
  ["Concert on Saturday 12 December at 8:00", "in the evening obviously", "obviously", { start: 1200 }],
  ["Guitar for Emma every Tuesday at 5pm", "starting in January though", "though", { day: "2027-01-05" }],
  ["cancel gymnastics on Thursday", "all of them, she's quitting", "quitting", { target: { starts: null } }],
])("a word that tells nothing is left out, and that is said: %s / %s", (first, then, left, parts) => {
  const { kind, request } = after(first, then);
  expect(kind).toBe("changed");
  expect(request).toMatchObject({ ...parts, unread: [] });
  expect(request.assumed).toContain(`"${left}" left out`);
});

test.each([
  ["cancel yoga", "Dentist for Emma on Friday at 8pm with the projector"],
  ["move gymnastics on Thursday to Friday at 4pm", "gymnastics on Thursday is moved to Friday at 5"],
  ["when was the last dentist?", "who is at the choir concert?"],
  [
    "Piano recital for Ida next Friday at 6pm at the music school",
    "Emma's piano recital is on Saturday 12 December at 4pm at the library, everyone should come",
  ],
])("a whole request replaces the open one: %s / %s", (first, then) => {
  expect(after(first, then)).toEqual({ kind: "new", request: readRequest(then, context) });
});

test("the wish that a number names is taken, after several in one message", () => {
  const { kind, request } = after("add Ruth to the choir concert and cancel piano on Monday", "2");
  expect(kind).toBe("changed");
  expect(request).toMatchObject({ eventType: "cancel", target: { eventId: "piano" }, unread: [] });
});

test("another end replaces what was assumed of the first", () => {
  const { request } = after("Chess for Sam every Monday at 7pm until Easter", "until the end of March");
  expect(request.repeat?.rule).toContain("UNTIL=20270331");
  expect(request.assumed).toEqual([]);
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
    expect(request).toMatchObject({
      target: null,
      candidates: [{ eventId: "d1" }, { eventId: "d2" }],
      missing: ["target"],
    });
    expect(request.unread.join(" ").toLowerCase()).toContain(then.toLowerCase().replace("the ", ""));
  });
});

test("an event that may be a change is asked about until that is answered", () => {
  const open = readRequest("Gymnastics on Thursday at 6pm", context);
  const corrected = readReply("no, 7pm", open, context).request;
  expect(corrected).toMatchObject({
    start: 1140,
    problems: [expect.stringContaining("a new event (1), or a change of")],
  });
  expect(readReply("a new one", corrected, context).request).toMatchObject({ eventType: "create", problems: [] });
  expect(readReply("a change", corrected, context).request).toMatchObject({ eventType: "modify", problems: [] });
  expect(readReply("1", corrected, context).request).toMatchObject({ eventType: "create", start: 1140, problems: [] });
  expect(readReply("2", corrected, context).request).toMatchObject({ eventType: "modify", problems: [] });
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
