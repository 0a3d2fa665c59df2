import { expect, describe, test } from "vitest";
import { isClear } from "../../src/domain/request.ts";
import { readRequest } from "../../src/domain/reading/read-request.ts";
import { context, named } from "./setting.ts";

const speaking = { ...context, speaker: "alex" };
const read = (text: string) => readRequest(text, speaking);

describe("a new event is read from", () => {
  test.each<[string, object]>([
    ["Sam takes the van on 11 December, leaving 6:30, back 20:00", { start: "06:30", end: "20:00" }],
    [
      "Water the plants every three days from the 1st to the 22nd of December, 5pm",
      { day: "2026-12-01", repeat: { rule: "FREQ=DAILY;INTERVAL=3;UNTIL=20261222T225959Z", except: [] } },
    ],
    ["Vacation the whole week 51", { day: "2026-12-14", lastDay: "2026-12-20", allDay: true }],
    ["Sam is away next week", { day: "2026-11-23", lastDay: "2026-11-29", allDay: true }],
    [
      "Pay the cleaner first of every month at 9:00",
      { title: "Pay the cleaner", repeat: { rule: "FREQ=MONTHLY;BYMONTHDAY=1", except: [] } },
    ],
    [
      "Choir for Emma on Tuesdays after school at 15:00, but no choir on 22 December",
      { title: "Choir", note: "after school", repeat: { rule: "FREQ=WEEKLY;BYDAY=TU", except: ["2026-12-22"] } },
    ],
    [
      "Chess every Tuesday 5pm until easter",
      { repeat: { rule: "FREQ=WEEKLY;BYDAY=TU;UNTIL=20270328T215959Z", except: [] } },
    ],
    [
      "the van goes to Germany with Sam on Friday at 9am",
      { title: "Van goes to Germany", participants: ["sam"], resources: ["van"] },
    ],
    [
      "Night shift for Sam 24, 25 and 26 Nov, 22:00 to 06:00",
      { day: "2026-11-24", end: "30:00", repeat: { rule: "FREQ=DAILY;COUNT=3", except: [] } },
    ],
    ["Gym for Sam mon wed fri 6:30 am", { repeat: { rule: "FREQ=WEEKLY;BYDAY=MO,WE,FR", except: [] } }],
    [
      "Water the plants Mon, Wed and Fri next week at 6pm",
      { day: "2026-11-23", repeat: { rule: "FREQ=WEEKLY;BYDAY=MO,WE,FR;COUNT=3", except: [] } },
    ],
    ["Workshop 9-10 January 10 to 15 both days", { repeat: { rule: "FREQ=DAILY;COUNT=2", except: [] }, end: "15:00" }],
    [
      "School run every weekday next week at 7:45",
      { repeat: { rule: "FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR;UNTIL=20261127T225959Z", except: [] } },
    ],
    ["Class trip on Friday at 8.30, they'll be back about 13.45", { start: "08:30", end: "13:45" }],
    [
      "We fly to Oslo on Boxing Day and come back 2 January",
      { title: "Fly to Oslo", lastDay: "2027-01-02", allDay: true },
    ],
    ["Could you please put in dentist for Emma on Thursday 4pm?", { title: "Dentist", participants: ["emma"] }],
    ["The kids are at Ruth's on 12-13 December", { title: "Kids at Ruth's", lastDay: "2026-12-13", allDay: true }],
    [
      "No school on 11 December",
      { title: "No school", allDay: true, assumed: expect.arrayContaining(["all day"]) as unknown },
    ],
    ["Pay the deposit by Friday", { title: "Pay the deposit", day: "2026-11-27", allDay: true }],
    ["Squeeze in a haircut on Thursday at 4pm", { title: "Haircut", start: "16:00" }],
    ["Choir concert nxt Friday 7pm", { title: "Choir concert" }],
    [
      "Optician for Emma on Friday at 9:20am, don't forget to bring the glasses",
      { title: "Optician", note: "bring the glasses" },
    ],
    ["I am afraid Noah has a blood test on Friday at 8am", { title: "Blood test", participants: ["noah"] }],
    ["Concert on Friday at 19:00, gate B7", { title: "Concert", note: "gate B7" }],
    ["Vet on Friday at 4pm because the cat is sick", { title: "Vet", note: "because the cat is sick" }],
    ["Noah here, band practice on Sunday from 2 to 4pm", { title: "Band practice", day: "2026-11-22" }],
    [
      "Choir rehearsal every Monday in December at 17:00",
      { repeat: { rule: "FREQ=WEEKLY;BYDAY=MO;UNTIL=20261228T225959Z", except: [] } },
    ],
    ["Ski camp for all four of us in week 7, Mon to Fri", { day: "2027-02-15", lastDay: "2027-02-19", allDay: true }],
    ["Emma has horse riding from January on Mondays at 16:00", { title: "Horse riding", day: "2027-01-04" }],
    ["The kids have no school on 7 and 8 January", { day: "2027-01-07", lastDay: "2027-01-08" }],
    ["Put down that I am working from home on Monday", { title: "Working from home", allDay: true }],
    ["I'm on call from 20:00 on the 28th to 8:00 the morning after", { title: "On call", end: "32:00" }],
    ["Noah & Emma at Grandma's on Friday 4pm to 6pm", { title: "Noah & Emma at Grandma's" }],
    ["Party for Noah on Saturday 2-5pm, 12 kids coming", { participants: ["noah"], note: "12 kids coming" }],
    ["Parents' night out on Friday at 19:00", { participants: ["alex", "sam"] }],
    ["Teacher talk for Noah on 2/12 at 8.20, both of us", { participants: ["noah", "alex", "sam"] }],
    ["Emma needs one of the tablets Tuesday 4-5pm for a maths test", { title: "Maths test", resources: ["tablet"] }],
    ["gotta watch the match with Sam on Friday at 20:45", { title: "Watch the match", participants: ["sam", "alex"] }],
  ])("%s", (text, parts) => {
    const request = read(text);
    expect(named(request)).toMatchObject(parts);
    expect(isClear(request)).toBe(true);
  });
});

describe("what was derived or kept is said, so that nothing is written without a question", () => {
  test.each([
    ["Concert on Friday at 19:00, gate B7", '"gate B7" as a note'],
    [
      "Dentist for Emma on Friday at 10:00 (Sam takes the others to school)",
      '"Sam takes the others to school" as a note',
    ],
    ["Class trip on Friday 8:30, they'll be back about 13:45", '"they\'ll be back about" as its end'],
    ["Gym for Sam mon wed fri 6:30 am", "every week, not only once"],
    ["Pay the rent on 1 December", "all day"],
    ["New Year's Eve at the cabin, from 18:00 to 1:00", 'named "Cabin"'],
    ["The van goes to the car wash on Monday at 4pm", '"van" as needed'],
  ])("%s", (text, note) => {
    expect(read(text).assumed).toContain(note);
  });
});

describe("what could change the day, the time, the people or the kind is asked about", () => {
  test.each([
    "Haircut for Noah at 16:00 and Emma at 16:30 on Friday",
    "Chess on Friday at 16:00, but not in school",
    "Trip to Berlin from Thursday to Friday next week, leaving at 6:00",
    "Oscar and Noah bowling on 5 December at 14:00",
    "Lunch on Friday at noon, cancel the other one",
    "Chess 24, 26 and 30 November and 9 December at 17:00",
    "Meeting on Friday",
    "Piano break on Monday, back on Wednesday",
  ])("%s", (text) => {
    expect(isClear(read(text))).toBe(false);
  });
});
