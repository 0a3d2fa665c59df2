import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { gunzipSync } from "node:zlib";
import { expect, test } from "vitest";
import { jsonLines, Place } from "./program.ts";

/** Conversations as the first version kept them: Violin on Monday was asked for, and the question waits. */
const stored = gunzipSync(readFileSync(new URL("./first-version.threads.gz", import.meta.url)));

test("a question that an earlier version asked waits after the upgrade, and is answered", async () => {
  using place = new Place();
  const old = `${place.database}.threads`;
  writeFileSync(old, stored);
  const waiting = await place.run([]);
  expect(waiting.out).toContain("This question is still open:");
  expect(waiting.out).toContain('1. Yes, add "Violin" on Mon 23 Nov 17:00–18:00, for Noah');
  expect(existsSync(old)).toBe(false);
  expect(readFileSync(`${old}.imported`)).toEqual(stored);
  // The question has a new format: it is asked again, and nothing is written before.
  expect(jsonLines((await place.run(["--json", "1"])).out).at(-1)).toMatchObject({ outcome: "approval" });
  expect(place.added()).toEqual([]);
  const run = await place.run(["--json", "1"]);
  expect(jsonLines(run.out).at(-1)).toMatchObject({ outcome: "confirmed" });
  expect(place.added()).toEqual(["Violin 2026-11-23T17:00:00"]);
});

test("an unreadable file of an earlier version is named in the error, and stays in place", async () => {
  using place = new Place();
  const old = `${place.database}.threads`;
  const damaged = Buffer.from(stored);
  damaged.fill(0xff, 4096 * 3);
  writeFileSync(old, damaged);
  const refused = await place.run(["agenda"]);
  expect(refused.code).toBe(2);
  expect(refused.err).toContain(`The database "${old}" cannot be used`);
  expect(existsSync(old)).toBe(true);
});
