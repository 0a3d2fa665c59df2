import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, expect, test } from "vitest";
import { openCalendar } from "../../src/calendar/sqlite-calendar.ts";
import type { Calendar } from "../../src/domain/calendar.ts";
import { home, now } from "./home.ts";

const folder = mkdtempSync(path.join(tmpdir(), "sample-household-"));
const calendar: Calendar = openCalendar({ file: path.join(folder, "calendar.db"), now });
afterAll(() => {
  calendar.close();
  rmSync(folder, { recursive: true, force: true });
});

/** What the scheduler says to the last of several messages about the sample calendar. */
async function answerTo(...said: readonly string[]): Promise<string> {
  const { say, decide, offer } = home({ calendar });
  let message = "";
  for (const text of said) {
    const waits = await offer();
    const result = waits === null ? await say(text) : await decide(text);
    message = result.offer?.question ?? result.message;
  }
  return message;
}

test.each<[said: string, answer: RegExp]>([
  ["cancel movie night every other Friday", /cancel dates of "Movie night" that you name, all of them/],
  ["cancel school every Friday", /cancel dates of "School" that you name/],
  ["Noah's scouts moves to Thursdays", /"Scouts" is every 2 weeks on Wednesday/],
  ["cancel school on Thursday", /Cancel "School" only on Thu 26 Nov/],
  ["move school on Thursday to 9", /"School" only on Thu 26 Nov .*move to Thu 26 Nov 09:00/],
  ["cancel everything on Thursday / 1", /Cancel "School" only on Thu 26 Nov/],
  ["move gymnastics in December to 5pm", /Only the first one, Gymnastics Thu 3 Dec 16:00–17:30, or all 3 of them\?/],
  ["move gymnastics in December to 5pm / all of them", /on 3 dates from Thu 3 Dec .*to Thu 17 Dec/],
  ["move gymnastics in December to 5pm / the first", /only on Thu 3 Dec/],
  ["Cancel gymnastics until Christmas", /on 4 dates from Thu 26 Nov .*to Thu 17 Dec/],
  ["Emma can't go to gymnastics until January", /on 4 dates from Thu 26 Nov .*to Thu 17 Dec: now for Sam/],
  ["cancel all swimming lessons in December except the 15th", /on 2 dates from Tue 1 Dec .*to Tue 8 Dec/],
  ["Piano exam for Emma on Friday at 2:15pm, be there 15 minutes early", /not understand "15 minutes early"/],
  ["Piano exam for Emma on Friday at 2:15pm, be there 15 minutes early / leave it out", /14:15–15:15/],
  ["Vet on Monday at 10, bring the vaccination card, about half an hour", /10:00–10:30/],
  ["Tennis for Sam, Alex and Noah on Friday at 5pm / without Sam and Noah", /, for Alex\?/],
  ["Tennis for Sam, Alex and Noah on Friday at 5pm / Emma instead of Sam and Alex", /, for Noah and Emma\?/],
  ["Book club dinner at Maria's on Friday at 7, Sam stays home with the kids", /"Book club dinner" .*, at Maria's\?/],
  ["Emma's gymnastics now starts at 4:30 and ends at 6 / all of them", /move to Thu 26 Nov 16:30–18:00/],
  ["the dentist on Wednesday is at 3 and it's Mom who goes, not Dad", /now for Emma and Alex\?/],
  ["Emma tennis Friday 4pm, Noah judo Friday 5pm", /Which first: "Emma tennis Friday 4pm" or "Noah judo Friday 5pm"/],
  ["add tennis for Emma on Friday at 4 and judo for Noah on Saturday at 5 / 1", /"Tennis" on Fri 27 Nov .*for Emma\?/],
  ["make movie night half an hour longer from now on", /Change "Movie night" from Fri 27 Nov 19:30–21:30 on/],
  ["Piano is cancelled on Monday because the teacher is sick", /Cancel "Piano lesson" only on Mon 23 Nov/],
  ["Sam has no night shift on 4 December", /Which one: 1\. Movie night Fri 4 Dec/],
  ["which days next week is Alex free in the evening?", /Tue 24 Nov 17:15–22:00, .*Sun 29 Nov 17:00–22:00/],
  ["Call the plumber in two hours", /not understand "two hours"/],
  ["Chess for Emma on Monday at 17 / what about 18:00?", /Mon 23 Nov 18:00–19:00/],
  ["what's on Friday? / what about Monday?", /^Mon 23 Nov:/],
  ["Tennis for Sam every Wednesday 18:00 from January to March", /"Tennis" .*until Wed 31 Mar 2027/],
  ["Noah isn't going to the chess tournament, Emma goes instead", /now for Sam and Emma\?/],
  ["Noah can't go to the chess tournament, but Emma can", /now for Sam and Emma\?/],
  ["Replace Alex with Grandma at swimming on Tuesday", /now for Noah and Ruth\?/],
  ["Swimming on the 1st is an hour later, on the 8th it's cancelled", /not understand "an hour later"/],
  ["Judo for Noah every Monday 5pm / wait, is Sam free on Mondays?", /Add "Judo" .*for Noah\?/],
  ["Lunch for Emma, Noah and Sam Sunday noon / hold on, does Sam work on Sunday?", /, for Emma, Noah and Sam\?/],
  ["When is everybody but Noah free on Sunday?", /^Emma, Alex, Sam and Ruth are free/],
  ["Is anybody but Sam free on Tuesday at 5?", /Emma and Ruth are free Tue 24 Nov 17:00\./],
  ["Lunch for all of us but Sam, Sunday at noon", /, for Emma, Noah, Alex and Ruth\? .*without Sam/],
  ["Movie for Emma and Sam on Sunday 4pm, Noah is too young", /, for Emma and Sam\? .*"Noah is too young" as a note/],
  ["On Friday at 5pm, Emma has a judo exam", /Add "Judo exam" .*, for Emma\?/],
  ["School run weekdays 7:45 to 8:15 with the car, dad does it", /, for Sam, with the Car/],
  [
    "School trip for Emma 8 December all day, back at 5",
    /"School trip" a new event \(1\), or a change of "School" \(2\)/,
  ],
  ["move gymnastics on Thursday to 5pm / only for Emma", /now for Emma\?/],
  ["move the choir concert to 6pm / without Sam", /"without Sam" changes nothing/],
  ["Lunch for Emma, Noah and Sam Sunday noon / neither Emma nor Sam", /, for Noah\?/],
  ["When is the next dentist, and who takes Noah?", /One question at a time/],
  ["Judo for Noah every Monday 5pm / no, cancel piano on Monday", /Cancel "Piano lesson" only on Mon 23 Nov/],
  ["add Grandma to movie night", /Only the next one, Movie night Sat 28 Nov 19:00/],
  ["Christmas shopping with Emma but without Noah next Saturday 1pm to 4pm", /"Christmas shopping with Emma" on/],
  ["Family meeting every first Sunday of the month at 6pm, not in January", /except Sun 3 Jan 2027\?/],
  ["We don't need the van for swimming on Tuesday, take the small car", /now with the Car\?/],
  ["Party for Emma on Saturday 5 December 14:00-17:00 / an hour later, so 3 to 6", /Sat 5 Dec 15:00–18:00/],
  ["move gymnastics to 6pm next week", /only on Thu 26 Nov .*move to Thu 26 Nov 18:00/],
  ["move the choir concert to 6pm next week", /On which day is "choir concert"\?/],
  ["move the choir concert to 6pm next week / Friday", /move to Fri 27 Nov 18:00–19:30/],
  ["is Noah free on 16 February?", /^Nothing else is planned for Noah Tue 16 Feb 2027: Ski trip/],
  ["Zoo with the kids but not Noah on Sunday 6 December at 10", /, for Emma\? .*without Noah/],
  ["Lunch for Ruth on Sunday at 12, no kids", /, for Ruth\? .*without Emma and Noah/],
  ["Lunch for Ruth on Sunday at 12, not the van", /without the Van/],
  ["when's dad's next day off? / what's for dinner?", /^(?!.*"off").*not understand/],
  ["how many piano lessons are left?", /not count them/],
  ["cancel scouts except on 16 December / yes", /not understand "except on 16 December"/],
])("nothing that was said is lost: %s", async (said, answer) => {
  expect(await answerTo(...said.split(" / "))).toMatch(answer);
});

test("a question in between is about the time that is asked, and is answered beside it", async () => {
  const { say, decide } = home({ calendar });
  await say("Picnic for Sam on 5 December noon");
  const { offer } = await decide("is Emma free then?");
  expect(offer).toMatchObject({ aside: "Emma is free Sat 5 Dec 12:00–13:00." });
});

test("no resolution of a changed series keeps an occurrence that it has no date for", async () => {
  const { say } = home({ calendar });
  const { offer } = await say("make movie night half an hour longer from now on");
  expect(offer?.choices.map(({ label }) => label).join("\n")).toMatch(/Move every Movie night to another time/);
});
