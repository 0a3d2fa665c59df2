// cspell:ignore februry
// cspell:ignore dentsit thrusday
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { readRequest } from "../../src/domain/reading/read-request.ts";
import { clarifyingQuestion } from "../../src/domain/reading/question.ts";
import { isSmall, wordsOf } from "@tidemark/reading";
import { isClear } from "../../src/domain/request.ts";
import { context, named } from "./setting.ts";

const read = (text: string) => readRequest(text, context);

describe("a request is read with all of its words", () => {
  test.each<[string, object]>([
    [
      "Dentist for Emma on Thursday at 4pm",
      { title: "Dentist", day: "2026-11-26", start: "16:00", participants: ["emma"] },
    ],
    ["Flight to Oslo 15 January 6:40", { title: "Flight to Oslo", day: "2027-01-15", start: "06:40" }],
    ["Meeting at 16h tomorrow", { title: "Meeting", day: "2026-11-22", start: "16:00" }],
    [
      "Dinner at our place on Friday 16.30",
      { title: "Dinner", day: "2026-11-27", start: "16:30", location: "our place" },
    ],
    ["Party on 3 January from 20 to 22:30", { title: "Party", day: "2027-01-03", start: "20:00", end: "22:30" }],
    ["Pilates class a week on Tuesday at 7pm", { day: "2026-12-01", start: "19:00" }],
    ["Holiday from the 18th to the 20th", { title: "Holiday", day: "2026-12-18", lastDay: "2026-12-20", allDay: true }],
    [
      "Sleepover for Noah Friday 5pm to Saturday 10am",
      { title: "Sleepover", day: "2026-11-27", lastDay: "2026-11-28", start: "17:00", end: "10:00" },
    ],
    ["Rehearsal Thu 26/11 18.00-20.00", { title: "Rehearsal", day: "2026-11-26", start: "18:00", end: "20:00" }],
    [
      "Theatre with Ruth on Friday evening at half seven",
      { title: "Theatre", day: "2026-11-27", start: "19:30", participants: ["ruth"] },
    ],
    ["Swim camp 5-9 July", { title: "Swim camp", day: "2027-07-05", lastDay: "2027-07-09", allDay: true }],
    ["Pick up Noah from school tomorrow at 15:00", { title: "Pick up Noah from school", participants: ["noah"] }],
    ["Van service Friday 8:00-9:00", { title: "Van service", resources: ["van"], start: "08:00", end: "09:00" }],
    [
      "Football for Noah every Sat morning 9-10:30",
      { repeat: { rule: "FREQ=WEEKLY;BYDAY=SA", except: [] }, start: "09:00", end: "10:30" },
    ],
    ["Visit from the 30th till the 2nd of January", { day: "2026-12-30", lastDay: "2027-01-02", allDay: true }],
    ["Visit from the 23rd till the 27th of December", { day: "2026-12-23", lastDay: "2026-12-27", allDay: true }],
    ["Pay Ruth on the nineteenth of December at ten am", { day: "2026-12-19", start: "10:00" }],
    ["Checkup 12/15 at 9 am", { title: "Checkup", day: "2026-12-15", start: "09:00" }],
    ["Play two weeks from today at 10 am", { title: "Play", day: "2026-12-05", start: "10:00" }],
    ["Party on Friday, two till five in the afternoon", { title: "Party", start: "14:00", end: "17:00" }],
    ["Party on December 12 in the evening", { title: "Party", day: "2026-12-12", part: { from: 1020, to: 1440 } }],
    ["Checkup tomorrow nine fifteen", { title: "Checkup", day: "2026-11-22", start: "09:15" }],
    ["Run every morning at 6:15", { title: "Run", start: "06:15", repeat: { rule: "FREQ=DAILY", except: [] } }],
    ["Call with my sister on Sunday at 11:00", { title: "Call with my sister" }],
    ["whos got the van on Tuesday", { eventType: "query", queryType: "resource_status", resources: ["van"] }],
    ["yoga moves to Fridays", { eventType: "modify", target: { eventId: "yoga", starts: null, following: false } }],
    ["the choir concert must be at 17:00", { eventType: "modify", start: "17:00" }],
    ["Grade 3 concert on Tues 7pm", { title: "Grade 3 concert", day: "2026-11-24", start: "19:00" }],
    ["New Year's Eve party on 31 December 8pm to 1am", { title: "New Year's Eve party", start: "20:00", end: "25:00" }],
    ["Weekend trip to Rome 11-13 December", { title: "Weekend trip to Rome", lastDay: "2026-12-13", allDay: true }],
    ["shift the dentist to the afternoon", { eventType: "modify", part: { from: 720, to: 1020 } }],
    [
      "delete yoga from December",
      { eventType: "cancel", target: { eventId: "yoga", starts: ["2026-12-02T19:00:00"], following: true } },
    ],
    [
      "Have Ruth at the choir concert too",
      { eventType: "modify", participants: ["ruth"], target: { eventId: "choir", starts: null, following: false } },
    ],
    [
      "Swimming on 8 December starts one hour earlier",
      {
        eventType: "modify",
        shift: -60,
        target: { eventId: "swim", starts: ["2026-12-08T16:30:00"], following: false },
      },
    ],
    [
      "Remind Sam to pay the rent on 1 December at 9am",
      { title: "Pay the rent", participants: ["sam"], start: "09:00" },
    ],
    [
      "Quiz on the last Friday of every month at 7pm",
      { repeat: { rule: "FREQ=MONTHLY;BYDAY=-1FR", except: [] }, day: "2026-11-27" },
    ],
    [
      "Cleaning every other Wednesday at 10:00 starting 2 December",
      { repeat: { rule: "FREQ=WEEKLY;INTERVAL=2;BYDAY=WE", except: [] }, day: "2026-12-02" },
    ],
    [
      "move the choir concert to 11 December at 7pm",
      {
        eventType: "modify",
        day: "2026-12-11",
        start: "19:00",
        target: { eventId: "choir", starts: null, following: false },
      },
    ],
    [
      "extend the choir concert until 21:00",
      { eventType: "modify", end: "21:00", target: { eventId: "choir", starts: null, following: false } },
    ],
    ["make parents evening start at 7:30", { eventType: "modify", start: "19:30" }],
    [
      "use the car rather than the van for the ski trip",
      { eventType: "modify", resources: ["car"], removedResources: ["van"] },
    ],
    [
      "no gymnastics next week",
      {
        eventType: "cancel",
        target: { eventId: "gym", starts: ["2026-11-26T17:00:00"], following: false },
      },
    ],
    [
      "cancel gymnastics on 24 and 31 December",
      {
        eventType: "cancel",
        target: { eventId: "gym", starts: ["2026-12-24T17:00:00", "2026-12-31T17:00:00"], following: false },
      },
    ],
    [
      "find 45 minutes for Emma and Noah to practice, Tue-Thu before noon",
      {
        title: "Practice",
        day: "2026-11-24",
        lastDay: "2026-11-26",
        minutes: 45,
        part: { from: 390, to: 720 },
        open: true,
      },
    ],
    ["look for time for a haircut on Friday", { title: "Haircut", day: "2026-11-27", open: true }],
    ["Rehab for Sam 6x on Tuesdays at 14:00", { repeat: { rule: "FREQ=WEEKLY;BYDAY=TU;COUNT=6", except: [] } }],
    ["rename yoga to power yoga, thx :)", { newTitle: "Power yoga", assumed: ["all dates of the series"] }],
    [
      "Will Emma be around on Sunday afternoon?",
      { eventType: "query", queryType: "availability", participants: ["emma"] },
    ],
    ["how long does the parents' evening take?", { eventType: "query", title: "evening" }],
    ["Chess Fri 4 at 15:00", { title: "Chess", day: "2026-12-04", start: "15:00" }],
    ["Sam away Tue-Thu next week", { day: "2026-11-24", lastDay: "2026-11-26", allDay: true }],
    ["Playdate this evening from 6 til half seven", { day: "2026-11-21", start: "18:00", end: "19:30" }],
    [
      "laundry day every Friday",
      { allDay: true, repeat: { rule: "FREQ=WEEKLY;BYDAY=FR", except: [] }, assumed: ["all day"] },
    ],
    [
      "we're not having piano on Monday",
      { eventType: "cancel", target: { eventId: "piano", starts: ["2026-11-23T15:30:00"], following: false } },
    ],
    [
      "make swimming an hour long from January",
      { minutes: 60, target: { eventId: "swim", starts: ["2027-01-05T16:30:00"], following: true } },
    ],
    ["Dentist, Emma, Friday 4pm", { title: "Dentist", participants: ["emma"] }],
    [
      "could Sam fit in a 2 hour meeting on Wednesday?",
      { eventType: "query", queryType: "availability", minutes: 120 },
    ],
    ["where is the ski trip?", { eventType: "query", title: "ski trip" }],
    [
      "is the van free on Tuesday afternoon?",
      { eventType: "query", resources: ["van"], queryType: "resource_status", part: { from: 720, to: 1020 } },
    ],
  ])("%s", (text, parts) => {
    const request = read(text);
    expect(named(request)).toMatchObject(parts);
    expect(isClear(request)).toBe(true);
  });
});

describe("what is not understood, missing or impossible is named, and nothing is proposed", () => {
  test.each([
    ["Piano recital until midsummer every Monday at 4pm", /did not understand "until midsummer"/],
    ["Soccer on Friday", /What time is "Soccer" on Fri 27 Nov\?/],
    ["Lunch on Friday", /What time/],
    ["Soccer at 8 on Friday", /Do you mean 08:00 or 20:00\?/],
    ["Chess every Tuesday and Thursday till 8pm", /What time/],
    ["swim 30 February 10:00", /There is no 30 February\./],
    ["yesterday lunch at 12:00", /Fri 20 Nov is in the past\./],
    ["Trip to Rome 3 May 2031 10:00", /more than 2 years ahead/],
    ["call granny at 25:00 tomorrow", /did not understand "at 25:00"|did not understand "25:00"/],
    ["Dentist for Zoe on Friday at 10:00", /Zoe is not in the household\./],
    ["Oscar and Noah skating on Friday at 15:00", /Oscar is not in the household/],
    ["Checkup not on Friday at 16:00", /did not understand "not on Friday"/],
    ["Alex quits yoga on 2 December, last one is 9 December", /did not understand "last"/],
    ["no gymnastics this Thursday nor the one after", /did not understand "after"/],
    ["skip gymnastics while we're on the ski trip", /did not understand "while"/],
    ["Jog every Tuesday evening in December", /What time is "Jog" on Tue 1 Dec\?/],
    ["find an hour for a haircut on a weekday morning in December", /did not understand "on a weekday morning"/],
    ["Mum can't take Emma to gymnastics on Thursday, Grandma does it", /did not understand who takes part/],
    ["what does Noah have on Friday, and does he need anything?", /One question at a time/],
    ["Tennis Mon 25 at 15:00", /is not a Monday/],
    ["meeting from 5pm to 4pm on Monday", /would end at 16:00/],
    ["Dentist on Tuesday 26 November at 10:00", /is not a Tuesday/],
    ["cancel yoga and move swimming to 5pm", /One request at a time/],
    ["Swim on Friday at 3pm and chess on Tuesday at 4pm", /Which first: "Swim on .* or "chess on/],
    ["cancel yoga", /Only the next one, Yoga Wed 25 Nov 19:00–20:00, or all of them\?/],
    ["cancel gymnastics except on 10 December", /did not understand "except on 10 December"/],
    ["move gymnastics to 6pm except on 10 December", /did not understand "except on 10 December"/],
    ["don't cancel piano on Monday", /did not understand "don't cancel piano"/],
    ["Dentist Noah Thursday or Friday at 4pm", /did not understand "Friday"/],
    ["move football to 11", /did not understand "football"/],
    ["Meeting 0 minutes tomorrow at 10:00", /length of 0 minutes/],
    ["", /What would you like to schedule\?/],
    ["bananas", /When is "Bananas"\?/],
    ["x".repeat(600), /at most 500 characters/],
  ])("%s", (text, answer) => {
    const request = read(text);
    expect(isClear(request)).toBe(false);
    expect(clarifyingQuestion(request, context)).toMatch(answer);
  });
});

test.each([
  "Chess every weekday at 7am except Friday until 18 December",
  "I'm gonna run every morning at 6:15 Monday thru Friday",
  "Six Mondays of ballet at 16:30 starting January 11",
  "Ballet on Tuesdays at 16:00, last one is 15 December",
  "Chess every 0 days at 5pm",
])("a rare wording is not guessed, but asked about: %s", (text) => {
  expect(isClear(read(text))).toBe(false);
});

test.each<[string, object]>([
  ["Add rowing to calendar on Thursday at 6pm", { title: "Rowing", day: "2026-11-26", start: "18:00" }],
  ["Add event: Rowing, 6pm on Thursday", { title: "Rowing", day: "2026-11-26", start: "18:00" }],
  ["Put a rowing lesson down for Thursday at 6pm", { title: "Rowing lesson", day: "2026-11-26", start: "18:00" }],
  ["There's a call with Bo at 4pm on Wednesday, can you remind me?", { title: "Call with Bo", day: "2026-11-25" }],
  ["Don't let me forget I have a call with Bo on Wednesday at 4pm", { title: "Call with Bo", start: "16:00" }],
  ["Every Tuesday at 6pm remind me to water the plants", { title: "Water the plants", start: "18:00" }],
  ["Set reminder for a call with Bo on Wednesday at 4pm", { title: "Call with Bo", start: "16:00" }],
  ["Add lunch with Bo to 2 January at 1pm", { title: "Lunch with Bo", day: "2027-01-02", start: "13:00" }],
  ["make a calendar entry for Thursday at 4pm", { missing: ["title"] }],
  ["Lunch with Bo everyday at 1pm", { title: "Lunch with Bo", repeat: { rule: "FREQ=DAILY", except: [] } }],
  ["Rowing on februry 14th at 6pm", { title: "Rowing", day: "2027-02-14" }],
  ["Kim's birthday next week", { title: "Kim's birthday", missing: ["time"] }],
  ["Remind me on Thursday at 4pm of an event", { missing: ["title"] }],
])("a title has only words of the event: %s", (text, parts) => {
  const request = readRequest(text, context);
  expect(named(request)).toMatchObject(parts);
  expect([request.unread, request.problems]).toEqual([[], []]);
});

test("a wish to be reminded is read as a new event", () => {
  expect(readRequest("Can you remind me about the rowing tomorrow at 4pm?", context)).toMatchObject({
    eventType: "create",
    title: "Rowing",
  });
});

test("a repetition without a rhythm is asked about", () => {
  expect(isClear(readRequest("create an event 'rowing' on monday and repeat it", context))).toBe(false);
});

test("a forwarded letter in quotation marks is read like any other text", () => {
  const letter =
    '"Dear parents, our crafts morning is on Friday 27 November from 8.10 to 11.45 in the classroom." - that\'s for Noah';
  const parts = { title: "Crafts morning", day: "2026-11-27", start: "08:10", end: "11:45", participants: ["noah"] };
  expect(named(readRequest(letter, context))).toMatchObject(parts);
});

test("a free evening is searched in the evening", () => {
  const request = readRequest("find Sam and me a free evening next week, two hours, for the tax papers", context);
  expect(request).toMatchObject({ part: { from: 1020, to: 1440 }, open: true, minutes: 120 });
});

test("an evening that ends after the waking hours may be meant", () => {
  const { missing } = readRequest("Ruth babysits on the 5th from half past six until 11", context);
  expect(missing).toEqual(["half"]);
});

test("a misspelled day or title is corrected, and the correction is said", () => {
  expect(read("gym for Noah on thrusday 2pm")).toMatchObject({
    day: "2026-11-26",
    start: 840,
    assumed: expect.arrayContaining(['"thrusday" as "thursday"']) as unknown,
  });
});

test("an hour is not moved into the evening in silence by a word of the title", () => {
  expect(read("show and tell on Friday at 9").missing).toEqual(["half"]);
  expect(read("Choir rehearsal on Friday 7.30").missing).toEqual(["half"]);
  expect(read("Movie on Friday at 9").missing).toEqual(["half"]);
});

describe("what else is said", () => {
  test.each<[string, object]>([
    ["Class trip on Friday 8:15-14:00, packed lunch", { note: "packed lunch", assumed: ['"packed lunch" as a note'] }],
    ["the ski trip ends on the 19th", { lastDay: "2027-02-19", allDay: true }],
    ["move the choir concert to Saturday", { day: "2026-12-05", assumed: ['"Saturday" as Sat 5 Dec, not Sat 28 Nov'] }],
    ["swap the van for the car on the ski trip", { resources: ["car"], removedResources: ["van"] }],
  ])("is stored or said: %s", (text, parts) => {
    const request = read(text);
    expect(request).toMatchObject(parts);
    expect(isClear(request)).toBe(true);
  });
});

describe("every word is used or named", () => {
  const words = fc.constantFrom(
    ..."not until midsummer before after without instead maybe 25:00 99 banana Zoe every swim café 30.2. never again both 17 if unless Tuesday noon van Emma third 5kg later".split(
      " ",
    ),
  );
  const sentence = fc.array(words, { minLength: 1, maxLength: 9 }).map((list) => list.join(" "));

  test("whatever is said, a clear request contains each content word in its parts", () => {
    fc.assert(
      fc.property(sentence, (text) => {
        const request = read(text);
        if (!isClear(request)) return true;
        const shown =
          `${request.title ?? ""} ${request.location ?? ""} ${request.newTitle ?? ""} ${request.assumed.join(" ")}`.toLowerCase();
        const meaning = "banana swim café zoe easter maybe never again if unless 99 25:00 30.2. 5kg".split(" ");
        return wordsOf(text).every(
          (word) => isSmall(word) || !meaning.includes(word.toLowerCase()) || shown.includes(word.toLowerCase()),
        );
      }),
      { numRuns: 300 },
    );
  });

  test("a word in front of a clear request changes it, or is named", () => {
    const odd = fc.constantFrom("perhaps", "unless", "purple", "never", "77", "maybe", "without");
    fc.assert(
      fc.property(
        odd,
        fc.constantFrom(
          "Dentist for Emma on Thursday at 4pm",
          "cancel gymnastics on Thursday",
          "move the choir concert to 7pm",
        ),
        (word, text) => {
          const request = read(`${word} ${text}`);
          const said = `${request.assumed.join(" ")} ${clarifyingQuestion(request, context)}`;
          const shown = `${request.title ?? ""} ${said}`.toLowerCase();
          return shown.includes(word) || !isClear(request);
        },
      ),
      { numRuns: 60 },
    );
  });

  test("a word anywhere in a clear request changes it, or is shown or named", () => {
    const odd = fc.constantFrom("perhaps", "unless", "purple", "77", "maybe", "12", "never");
    const requests = fc.constantFrom(
      "Dentist for Emma on Thursday at 4pm",
      "Meeting room on Friday at 9am with Ruth",
      "Chess for Sam every Monday at 7pm until 14 December",
      "cancel gymnastics on Thursday",
      "move the choir concert to 7pm",
      "Movie night Friday 7pm with the projector for 2 hours",
    );
    fc.assert(
      fc.property(odd, requests, fc.nat(9), (word, text, place) => {
        const split = text.split(" ");
        const plain = read(text);
        const request = read(split.toSpliced(Math.min(place, split.length), 0, word).join(" "));
        const shown = `${request.title ?? ""} ${request.location ?? ""} ${request.assumed.join(" ")}`.toLowerCase();
        return !isClear(request) || shown.includes(word) || JSON.stringify(request) !== JSON.stringify(plain);
      }),
      { numRuns: 300 },
    );
  });

  test("any text is read without an error, and never becomes a change of the calendar by itself", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary", maxLength: 80 }), (text) => {
        const request = read(text);
        return (
          request.eventType === "create" ||
          request.eventType === "query" ||
          request.target !== null ||
          request.missing.length + request.problems.length + request.unread.length > 0
        );
      }),
      { numRuns: 200 },
    );
  });
});

test.each([
  "Sam is away for a bit next month",
  "put something in for Emma on Thursday at 4pm",
  "when can we meet on Wednesday unless it rains?",
  "Chess every day at 5pm until Friday",
  "Chess every weekday at 5pm except Friday",
  "what's the weather tomorrow",
])("what is vague or in part unknown is asked about: %s", (text) => {
  expect(isClear(read(text))).toBe(false);
});

test("the mother of somebody else is not one of the household", () => {
  const speaking = { ...context, speaker: "alex" };
  const { participants } = readRequest(
    "Playdate for Emma at Clara's house on Sunday at 3pm, Clara's mum drives",
    speaking,
  );
  expect(participants).toEqual(["emma"]);
});

test('a length after "to" is the new one, and after "by" the change', () => {
  expect(read("shorten the book club to an hour")).toMatchObject({ minutes: 60, longer: null });
  expect(read("shorten the book club by an hour")).toMatchObject({ minutes: null, longer: -60 });
});

test("someone who comes instead is not the reason of a cancellation", () => {
  expect(isClear(read("Sam can't make the choir concert, Ruth will come instead"))).toBe(false);
});

test.each<[string, object]>([
  ["Add Meeting prep on Friday at 4pm", { eventType: "create", title: "Meeting prep" }],
  ["Add Mediterranean dinner on Friday at 7pm", { eventType: "create", title: "Mediterranean dinner" }],
  ["Dinner on Friday at 5pm for Sam, bring sausages", { eventType: "create", note: "bring sausages" }],
  ["Which days is the van busy next week?", { queryType: "resource_status", resources: ["van"] }],
  ["who uses the van on Tuesday?", { queryType: "resource_status", resources: ["van"] }],
  ["who can drive Noah on Tuesday at 4?", { queryType: "availability", participants: ["emma", "alex", "sam", "ruth"] }],
  ["what's on Saturday?", { day: "2026-11-21", assumed: ['"on Saturday" as today'] }],
  ["agenda 3", { eventType: "query", day: "2026-11-21", lastDay: "2026-11-23" }],
  ["help", { problems: [expect.stringContaining("find a free time")] }],
  ["swap piano and gymnastics next week", { problems: [expect.stringContaining("cannot swap")] }],
])("words are read whole, and questions by their subject: %s", (text, parts) => {
  expect(read(text)).toMatchObject(parts);
});
