import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, expect, test } from "vitest";
import { openCalendar } from "../../src/calendar/sqlite-calendar.ts";
import { event } from "../household.ts";
import { home, now, question } from "./home.ts";

const folder = mkdtempSync(path.join(tmpdir(), "ten-thousand-"));
afterAll(() => rmSync(folder, { recursive: true }));

const day = (index: number): string => new Date(Date.UTC(2025, 0, 1 + (index % 1000))).toISOString().slice(0, 10);
const hour = (index: number): string => String(8 + (index % 12)).padStart(2, "0");

test("a turn works on a SQLite calendar of 10,000 events, 200 of them series", async () => {
  const calendar = openCalendar({ file: path.join(folder, "many.db"), now, calendarFile: null });
  calendar.apply(
    Array.from({ length: 10_000 }, (_, index) => ({
      kind: "put_event",
      event: event({
        id: `event-${index}`,
        title: `Errand ${index}`,
        start: `${day(index)}T${hour(index)}:00:00`,
        end: `${day(index)}T${hour(index)}:30:00`,
        participants: index % 7 === 0 ? ["emma"] : ["ruth"],
        resources: index % 11 === 0 ? ["van"] : [],
        recurrenceRule: index % 50 === 0 ? "FREQ=WEEKLY" : null,
      }),
    })),
  );
  const there = home({ calendar });
  const used = process.cpuUsage();
  const asked = question(await there.say("Soccer practice for Emma every Tuesday 4pm, needs the van"));
  const { user, system } = process.cpuUsage(used);
  process.stdout.write(`A whole turn over 10,000 events: ${Math.round((user + system) / 1000)} ms of CPU.\n`);
  expect(asked.choices.length).toBeGreaterThan(1);
  expect((await there.decide("1")).outcome).toBe("confirmed");
  expect(calendar.events().filter(({ title }) => title === "Soccer practice")).toHaveLength(1);
  calendar.close();
});
