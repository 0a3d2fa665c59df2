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
  ["cancel school on Thursday", /Cancel "School" only on Thu 26 Nov/],
  ["move school on Thursday to 9am", /"School" only on Thu 26 Nov .*move to Thu 26 Nov 09:00/],
  ["move gymnastics in December to 5pm", /Only the first one, Gymnastics Thu 3 Dec 16:00–17:30, or all 3 of them\?/],
  ["move gymnastics in December to 5pm / all of them", /on 3 dates from Thu 3 Dec .*to Thu 17 Dec/],
  ["move gymnastics in December to 5pm / the first one", /only on Thu 3 Dec/],
  ["move gymnastics next week to 6pm", /only on Thu 26 Nov .*move to Thu 26 Nov 18:00/],
  ["Piano exam for Emma on Friday at 2:15pm, be there early", /I did not use "be there early"/],
  ["Piano exam for Emma on Friday at 2:15pm, be there early / leave it out", /14:15–15:15/],
  ["Tennis for Sam, Alex and Noah on Friday at 5pm / without Sam and Noah", /, for Alex\?/],
  ["Book club dinner at Maria's on Friday at 7pm", /"Book club dinner" .*, at Maria's\?/],
  ["Emma tennis Friday 4pm, Noah judo Friday 5pm", /not sure about "Emma tennis".*did not use "Noah judo/],
  ["Chess for Emma on Monday at 17:00 / 18:00", /Mon 23 Nov 18:00–19:00/],
  ["Tennis for Sam every Wednesday 18:00 until 31 March", /"Tennis" .*until Wed 31 Mar 2027/],
  ["Judo for Noah every Monday 5pm / wait, is Sam free on Monday?", /Add "Judo" .*for Noah\?/],
  ["Judo for Noah every Monday 5pm / no, cancel piano on Monday", /Cancel "Piano lesson" only on Mon 23 Nov/],
  ["School run every weekday 7:45am to 8:15am for Dad with the car", /, for Sam, with the Car/],
  ["move gymnastics on Thursday to 5pm / only for Emma", /^Change "Gymnastics" only on Thu 26 Nov (?!.*now for)/],
  ["add Grandma to movie night", /Only the next one, Movie night Sat 28 Nov 19:00/],
  ["Family meeting on the first Sunday of every month at 6pm except 3 January", /except Sun 3 Jan 2027\?/],
  ["Party for Emma on Saturday 5 December 14:00-17:00 / an hour later", /Sat 5 Dec 15:00–18:00/],
  ["is Noah free on 16 February?", /^Nothing else is planned for Noah Tue 16 Feb 2027: Ski trip/],
  ["set piano lesson on Monday priority: low", /only on Mon 23 Nov .*: priority: low\?/],
  ["Lunch for Ruth on Sunday at noon, not the van", /, for Ruth\? I assumed: 1 hour long\.$/],
])("nothing that was said is lost: %s", async (said, answer) => {
  expect(await answerTo(...said.split(" / "))).toMatch(answer);
});

test("a question in between is answered beside the offer", async () => {
  const { say, decide } = home({ calendar });
  await say("Picnic for Sam on 5 December noon");
  const { offer } = await decide("is Emma free on 5 December at noon?");
  expect(offer).toMatchObject({ aside: "Emma is free Sat 5 Dec 12:00." });
});

test("no resolution of a changed series keeps an occurrence that it has no date for", async () => {
  const { say } = home({ calendar });
  const { offer } = await say("make movie night from 28 November on 3 hours long");
  expect(offer?.choices.map(({ label }) => label).join("\n")).toMatch(/Move every Movie night to another time/);
});
