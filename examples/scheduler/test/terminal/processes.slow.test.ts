import { spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { describe, expect, test } from "vitest";
import { ended, jsonLines, now, Place } from "./program.ts";

const VIOLIN = "Violin for Noah on Monday at 5pm";
const DONE = 'Done: "Violin" on Mon 23 Nov 17:00–18:00, for Noah, was added.';

/** Number of writes to the calendar after the sample calendar was loaded. */
const written = (place: Place): number => place.look((calendar) => calendar.revision()) - 1;

test("a question of one process is answered in a second", async () => {
  using place = new Place();
  const asked = await place.spawn([VIOLIN]);
  expect([asked.code, asked.err]).toEqual([0, ""]);
  const done = await place.spawn(["--json", "1"]);
  expect(jsonLines(done.out).at(-1)).toMatchObject({ type: "result", outcome: "confirmed", message: DONE });
  expect(place.added()).toEqual(["Violin 2026-11-23T17:00:00"]);
});

const killedAt = (place: Place, moment: string) =>
  ended(
    spawn(process.execPath, [fileURLToPath(new URL("./killed-at.ts", import.meta.url)), place.database, moment, now]),
  );

describe("a process that is killed after the approval", () => {
  test.each([
    "before the calendar is written",
    "after the calendar is written",
    "once the result of the writing step is stored",
    "before the checkpoint of the writing step",
    "after the checkpoint of the writing step",
  ])(
    "%s: the next process completes it, once",
    async (moment) => {
      using place = new Place();
      await place.run([VIOLIN]);
      expect(await killedAt(place, moment)).toMatchObject({ code: null, err: "" });
      expect(place.added()).toHaveLength(moment === "before the calendar is written" ? 0 : 1);
      const next = await place.spawn([]);
      expect(next.out).toBe(`Resuming an interrupted turn.\n${next.out.split("\n").slice(1).join("\n")}`);
      expect(next.out).toContain(DONE);
      expect(place.added()).toEqual(["Violin 2026-11-23T17:00:00"]);
      expect(written(place)).toBe(1);
      // There is nothing left to do.
      expect((await place.run([])).out).toBe("");
      expect(written(place)).toBe(1);
    },
    60_000,
  );

  test("once the answer is stored, but nothing was done with it: it is done, or asked again", async () => {
    using place = new Place();
    await place.run([VIOLIN]);
    expect((await killedAt(place, "once the answer is stored")).code).toBeNull();
    expect(place.added()).toEqual([]);
    await place.spawn([], "1\n");
    expect(place.added()).toEqual(["Violin 2026-11-23T17:00:00"]);
    expect(written(place)).toBe(1);
  });

  test("at no moment: it ends by itself", async () => {
    using place = new Place();
    await place.run([VIOLIN]);
    expect(await killedAt(place, "never")).toEqual({ code: 0, out: DONE, err: "" });
  });
});

test("two processes that answer the same question at once write once, and both tell what is", async () => {
  using place = new Place();
  await place.run([VIOLIN]);
  const runs = await Promise.all([place.spawn(["--json", "1"]), place.spawn(["--json", "1"])]);
  expect(place.added()).toEqual(["Violin 2026-11-23T17:00:00"]);
  expect(written(place)).toBe(1);
  for (const { code, out, err } of runs) {
    expect([code, err]).toEqual([0, ""]);
    // The slower process answers late, or after the question is closed.
    expect(jsonLines(out).at(-1)?.message).toMatch(
      /^Done: |^This was already decided in another session\. Done: |^No question is open/,
    );
  }
});

test("a reader that stops reading, like head, ends the program quietly", async () => {
  using place = new Place();
  await place.run(["agenda"]);
  const child = place.start(["what is on next month?"]);
  child.stdout.destroy();
  const err: string[] = [];
  child.stderr.on("data", (chunk) => err.push(String(chunk)));
  expect(await new Promise((resolve) => child.on("close", resolve))).toBe(0);
  expect(err).toEqual([]);
});

const SCRIPT = "/usr/bin/script";

/** Types each text as soon as the one before it was answered by the given output. */
const typed = async (place: Place, steps: readonly (readonly [seen: string, keys: string])[]) => {
  const main = fileURLToPath(new URL("../../src/main.ts", import.meta.url));
  const command = `${process.execPath} ${main} --db ${place.database} --now ${now}`;
  const child = spawn(SCRIPT, ["-qec", command, "/dev/null"], { env: { ...process.env, TERM: "xterm" } });
  let out = "";
  let from = 0;
  const waiting = [...steps];
  child.stdout.on("data", (chunk) => {
    out += String(chunk);
    const [next] = waiting;
    const at = next === undefined ? -1 : out.indexOf(next[0], from);
    if (next === undefined || at < 0) return;
    from = at + next[0].length;
    waiting.shift();
    child.stdin.write(next[1]);
  });
  const code = await new Promise<number | null>((resolve) => child.on("close", resolve));
  return { code, out };
};

/** The tests use a pseudo terminal created by `script` of util-linux, and are skipped without it. */
describe.skipIf(process.platform !== "linux" || !existsSync(SCRIPT))("in a real terminal", () => {
  test("prompts, shows progress and choices, and accepts an answer", async () => {
    using place = new Place();
    const { code, out } = await typed(place, [
      ["> ", `${VIOLIN}\r`],
      ["Do not add", "1\r"],
      ["was added", "quit\r"],
    ]);
    expect(code).toBe(0);
    expect(out).toContain("Reading the request …");
    expect(out).toContain("  1. Add it");
    expect(out).toContain(DONE);
    expect(place.added()).toHaveLength(1);
  });

  test.each([
    ["Ctrl-D", "while it works", "\u0004", "Reading the request"],
    ["Ctrl-D", "at a question", "\u0004", "Do not add it"],
    ["Ctrl-C", "while it works", "\u0003", "Reading the request"],
    ["Ctrl-C", "at a question", "\u0003", "Do not add it"],
  ])(
    "%s leaves cleanly, %s, with nothing written",
    async (_, __, key, seen) => {
      using place = new Place();
      const { code, out } = await typed(place, [
        ["> ", `${VIOLIN}\r`],
        [seen, key],
      ]);
      expect(code).toBe(0);
      expect(out).not.toMatch(/Error|\n\s+at /);
      expect(out.includes("Stopped. A turn that was running goes on at the next start.")).toBe(key === "\u0003");
      expect(place.added()).toEqual([]);
    },
    60_000,
  );
});
