import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { isClear } from "../../src/domain/parser-data.ts";
import { questionAbout, reading, saidIn } from "./setting.ts";

const target = (eventId: string, starts: string[] | null = null, following = false) => ({
  eventId: `${eventId}@lund.example`,
  starts,
  following,
});

describe("the small language", () => {
  test.each<[string, object]>([
    [
      "Dentist for Emma on Thursday at 4pm, 45 minutes",
      { title: "Dentist", startTime: "2026-11-26T16:00", participants: ["emma"], minutes: 45 },
    ],
    [
      "add a haircut for Emma and Dad on 24 November 16:00-17:30 with the van",
      {
        title: "Haircut",
        startTime: "2026-11-24T16:00",
        endTime: "T17:30",
        participants: ["emma", "sam"],
        resources: ["van"],
      },
    ],
    [
      '"Dinner with Anna and Bo" for the parents on 2026-12-04 from 7pm to 10pm at Noma',
      {
        title: "Dinner with Anna and Bo",
        startTime: "2026-12-04T19:00",
        endTime: "T22:00",
        participants: ["alex", "sam"],
        location: "Noma",
      },
    ],
    [
      "Piano for Noah every Monday and Thursday at 5pm until 14 June",
      {
        title: "Piano",
        startTime: "2026-11-23T17:00",
        participants: ["noah"],
        recurrenceRule: "FREQ=WEEKLY;BYDAY=MO,TH;UNTIL=20270614",
      },
    ],
    [
      "Yoga for Mom every two weeks on Thursday at 18:00, 6 times, except 24 December",
      {
        title: "Yoga",
        startTime: "2026-11-26T18:00",
        participants: ["alex"],
        recurrenceRule: "FREQ=WEEKLY;INTERVAL=2;BYDAY=TH;COUNT=6",
        exceptDays: ["2026-12-24"],
      },
    ],
    [
      "Dinner on the last Friday of every month at 7pm",
      { title: "Dinner", startTime: "2026-11-27T19:00", recurrenceRule: "FREQ=MONTHLY;BYDAY=-1FR" },
    ],
    [
      "Camp for Emma from 3 July to 10 July",
      { title: "Camp", startTime: "2027-07-03", endTime: "2027-07-10", participants: ["emma"], allDay: true },
    ],
    ["Holiday on Friday all day", { title: "Holiday", startTime: "2026-11-27", allDay: true }],
    [
      "Haircut for Emma next week in the afternoon",
      {
        title: "Haircut",
        startTime: "2026-11-23",
        participants: ["emma"],
        search: { lastDay: "2026-11-29", from: 720, to: 1080 },
      },
    ],
    [
      "find an hour for a haircut for Emma next week",
      {
        title: "Haircut",
        startTime: "2026-11-23",
        participants: ["emma"],
        minutes: 60,
        search: { lastDay: "2026-11-29", from: null, to: null },
      },
    ],
    [
      "Party on Friday from 2pm to 5pm, priority: high, flexibility: fixed, note: bring a cake",
      {
        title: "Party",
        startTime: "2026-11-27T14:00",
        endTime: "T17:00",
        priority: "high",
        flexibility: "fixed",
        description: "bring a cake",
      },
    ],
    [
      "move the choir concert to 11 December at 7pm",
      { eventType: "modify", startTime: "2026-12-11T19:00", target: target("choir-concert") },
    ],
    [
      "move piano on Monday an hour later",
      { eventType: "modify", startTime: "T16:30", target: target("piano", ["2026-11-23T15:30:00"]) },
    ],
    [
      "move gymnastics from 3 December on to 5pm",
      { eventType: "modify", startTime: "T17:00", target: target("gymnastics", ["2026-12-03T16:00:00"], true) },
    ],
    ["rename the choir concert to Carols", { eventType: "modify", title: "Carols", target: target("choir-concert") }],
    ["add Dad to the choir concert", { eventType: "modify", participants: ["sam"], target: target("choir-concert") }],
    [
      "remove the van from swimming on Tuesday",
      { eventType: "modify", removedResources: ["van"], target: target("swimming", ["2026-11-24T16:30:00"]) },
    ],
    [
      "set piano lesson on Monday priority: low",
      { eventType: "modify", priority: "low", target: target("piano", ["2026-11-23T15:30:00"]) },
    ],
    ["make the choir concert 2 hours long", { eventType: "modify", minutes: 120, target: target("choir-concert") }],
    ["cancel all piano lessons", { eventType: "cancel", target: target("piano") }],
    ["cancel piano on Monday", { eventType: "cancel", target: target("piano", ["2026-11-23T15:30:00"]) }],
    ["what's on Tuesday?", { eventType: "query", queryType: "event_lookup", startTime: "2026-11-24" }],
    ["when is the next dentist?", { eventType: "query", queryType: "event_lookup", title: "dentist" }],
    [
      "is Emma free on Monday at 4pm?",
      { eventType: "query", queryType: "availability", startTime: "2026-11-23T16:00", participants: ["emma"] },
    ],
    [
      "is the van free tomorrow?",
      { eventType: "query", queryType: "resource_status", startTime: "2026-11-22", resources: ["van"] },
    ],
  ])("reads %j", (text, said) => {
    const { data } = reading(text);
    expect(saidIn(data)).toEqual(said);
    expect(isClear(data)).toBe(true);
  });
});

describe("what is not sure is asked, with the form that works", () => {
  test.each<[string, RegExp]>([
    ["Tennis on Friday at 4", /"at 4" can be two times\. Write "4am" or "4pm"\./],
    ["Tennis on Friday at 4:30", /Write "4:30am" or "4:30pm"\./],
    [
      "Tennis next Friday at 4pm",
      /"next Friday" can be Fri 27 Nov or Fri 4 Dec\. Write "27 November" or "4 December"\./,
    ],
    ["Tennis on Saturday at 4pm", /"Saturday" can be today or Sat 28 Nov\. Write "today" or "28 November"\./],
    ["Tennis on 5/12 at 4pm", /"5\/12" can be two days\. Write the month as a word/],
    ["Tennis on 30 February at 4pm", /There is no "30 February"\./],
    ["Tennis on Thursday 27 November at 4pm", /Fri 27 Nov is not the weekday that you wrote\./],
    ["Tennis on 20 November 2026 at 4pm", /Fri 20 Nov is in the past\./],
    ["Tennis on 20 November 2031 at 4pm", /more than 2 years ahead/],
    ["Tennis on Friday", /What time is "Tennis" on Fri 27 Nov\? "All day" is an answer too\./],
    ["Tennis at 4pm", /On which day is "Tennis"\?/],
    ["Tennis next week at 4pm", /Write a day in place of "next week"\./],
    ["Tennis for Zoe on Friday at 4pm", /not sure about "Tennis for Zoe"\. Put it in quotes if it is the name/],
    ["Tennis for me on Friday at 4pm", /Who is "me"\? Answer with a name\./],
    ["don't add tennis on Friday at 4pm", /not sure about "don't add tennis"/],
    ["Emma has tennis on Friday at 4pm", /not sure about "Emma has tennis"/],
    ["Tennis on Friday at 4pm, priority: urgent", /I cannot use "priority: urgent": .*"low"\|"normal"\|"high"/],
    ["Tennis on Friday at 4pm and cancel piano", /I did not use "cancel piano"/],
    ["Tennis every Monday at 4pm until half term", /I did not use "until half term"\. .*"leave it out"/],
    ["Tennis every Tuesday at 4pm on Monday", /I did not use|not a date of this series/],
    ["cancel everything", /There is no "everything" in the calendar/],
    ["move piano to 5pm", /Only the next one, Piano lesson Mon 23 Nov 15:30–16:15, or all of them\?/],
    ["move the dentist to 5pm", /Which one: 1\. Dentist Wed 25 Nov .*2\. Dentist Fri 4 Dec/],
    ["move the choir concert", /What should change about "Choir concert"\?/],
    ["how many days until Christmas?", /I do not know this question\. Ask, for example/],
  ])("%j", (text, question) => {
    expect(questionAbout(reading(text).data)).toMatch(question);
  });
});

describe("an answer", () => {
  test.each<[string, object]>([
    ["Tennis for Emma / Tuesday at 4pm", { title: "Tennis", startTime: "2026-11-24T16:00", participants: ["emma"] }],
    ["on Friday at 4pm / Tennis", { title: "Tennis", startTime: "2026-11-27T16:00" }],
    ["Tennis on Friday / all day", { title: "Tennis", startTime: "2026-11-27", allDay: true }],
    ["Tennis on Friday at 4 / 4pm", { title: "Tennis", startTime: "2026-11-27T16:00" }],
    [
      "Tennis for me on Friday at 4pm / Emma",
      { title: "Tennis", startTime: "2026-11-27T16:00", participants: ["emma"] },
    ],
    ["Tennis on Friday 4pm-6pm / no, I meant 5pm", { title: "Tennis", startTime: "2026-11-27T17:00", minutes: 120 }],
    [
      "Tennis on Friday 4pm-6pm / an hour later",
      { title: "Tennis", startTime: "2026-11-27T17:00", endTime: "2026-11-27T19:00" },
    ],
    [
      "Tennis for Emma on Friday at 4pm / also Noah",
      { title: "Tennis", startTime: "2026-11-27T16:00", participants: ["emma", "noah"] },
    ],
    [
      "Tennis for Emma on Friday at 4pm / for Noah instead",
      { title: "Tennis", startTime: "2026-11-27T16:00", participants: ["noah"] },
    ],
    ["Tennis for Emma on Friday at 4pm / without Emma", { title: "Tennis", startTime: "2026-11-27T16:00" }],
    ["Tennis on Friday at 4pm / with the van", { title: "Tennis", startTime: "2026-11-27T16:00", resources: ["van"] }],
    [
      "Tennis on Friday at 4pm, hm / leave it out",
      { title: "Tennis", startTime: "2026-11-27T16:00", assumed: [`without "hm"`] },
    ],
    [
      "Tennis every Friday at 4pm / until 18 December",
      { title: "Tennis", startTime: "2026-11-27T16:00", recurrenceRule: "FREQ=WEEKLY;BYDAY=FR;UNTIL=20261218" },
    ],
    [
      "Tennis on Friday until spring / 4pm",
      { title: "Tennis", startTime: "2026-11-27T16:00", assumed: ['without "until spring"'] },
    ],
    ["cancel the dentist / the second one", { eventType: "cancel", target: target("dentist-noah") }],
    ["cancel piano / only the next one", { eventType: "cancel", target: target("piano", ["2026-11-23T15:30:00"]) }],
    ["cancel piano / all of them", { eventType: "cancel", target: target("piano") }],
  ])("completes or corrects a request: %j", (text, said) => {
    const { data, kind } = reading(...text.split(" / "));
    expect([kind, saidIn(data)]).toEqual(["changed", said]);
    expect([data.plain, isClear(data)]).toEqual([false, true]);
  });

  test.each([
    ["Tennis on Friday at 4pm / Lunch on Sunday at noon", "new"],
    ["Tennis on Friday at 4pm / what's on Friday?", "new"],
    ["Tennis on Friday at 4pm / cancel piano on Monday", "new"],
    ["Tennis on Friday at 4pm / never mind", "dropped"],
    ["Tennis on Friday at 4pm / purple", "changed"],
  ])("can be a separate request, or give up: %j is %s", (text, kind) => {
    expect(reading(...text.split(" / ")).kind).toBe(kind);
  });

  test("of which a word is not used changes nothing", () => {
    const { data } = reading("Tennis on Friday at 4pm", "5pm or so");
    expect(questionAbout(data)).toBe('I did not use "or so". Say it another way.');
    expect(data.startTime).toBe("2026-11-27T16:00");
  });
});

test("a word that is put into a message is used as a name or a place, or named in a question", () => {
  const sentences = [
    "Dentist for Emma on Thursday at 4pm, 45 minutes",
    "Piano for Noah every Monday at 5pm until 14 June",
    "move the choir concert to 11 December at 7pm",
    "cancel piano on Monday",
    "is Emma free on Monday at 4pm?",
    "add Dad to the choir concert",
  ];
  const word = fc.constantFrom("xylo", "unless", "never", "twice", "Zoe", "cheaply", "17b", "notwithstanding");
  fc.assert(
    fc.property(fc.constantFrom(...sentences), word, fc.nat(12), (sentence, added, place) => {
      const words = sentence.split(" ");
      const at = place % words.length;
      const { data } = reading([...words.slice(0, at), added, ...words.slice(at)].join(" "));
      const isUsed = [data.title, data.location].some((text) => text?.toLowerCase().includes(added.toLowerCase()));
      expect(isUsed || !isClear(data)).toBe(true);
    }),
    { numRuns: 400 },
  );
});
