import { spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { text } from "node:stream/consumers";
import { expect, onTestFinished, test } from "vitest";

const SAMPLES: Readonly<Record<string, readonly RegExp[]>> = {
  scheduler: [
    /^Add "Soccer practice" .* This conflicts with the calendar\.[^]*1\. Use the Car instead of the Van[^]*2\. Move every Soccer practice/,
    /^Done: "Soccer practice" .* was added\.$/,
    /- Soccer practice Tue 24 Nov 16:00–17:00, for Emma, with the Car/,
    /^Which one: 1\. Dentist/,
    /^Change "Dentist" on Wed 25 Nov 14:30–15:15: move to Fri 27 Nov 10:00–10:45\?/,
    /^Done: "Dentist"/,
    /^Undo the last change\?/,
    /^Undone: "Dentist"[^]*To begin yours,/,
  ],
  travel: [
    /^Lisbon, [^]*This trip is not booked yet/,
    /Changed flight back:/,
    /Book Lisbon for .*\? \(yes \/ no\)$/,
    /^Booked as TM-[^]*To begin yours,/,
  ],
  research: [
    /^A turn is one user message [^]*\[1\] Turns, /,
    /a session queues the turns of a thread, across processes\. \[[12]\]/,
    /^I did not find an answer to this [^]*To begin yours,/,
  ],
};

test.each(Object.entries(SAMPLES))(
  "%s shows a whole conversation without a terminal, arguments and a model, and exits with 0",
  async (example, expected) => {
    const folder = mkdtempSync(path.join(tmpdir(), "sample-"));
    onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
    const main = path.join(import.meta.dirname, "..", "..", example, "src", "main.ts");
    const { PATH, HOME } = process.env;
    const child = spawn(process.execPath, [main], {
      cwd: folder,
      stdio: ["ignore", "pipe", "pipe"],
      env: { PATH, HOME, TIDEMARK_MODEL: "openai:not-asked" },
    });
    const closed = new Promise<number | null>((resolve) => child.on("close", resolve));
    const [out, err, code] = await Promise.all([text(child.stdout), text(child.stderr), closed]);
    expect([code, err]).toEqual([0, ""]);
    const answers = out.split(/^> .*$/m).slice(1);
    expect(answers).toHaveLength(expected.length);
    for (const [index, answer] of expected.entries()) expect(answers[index]?.trim()).toMatch(answer);
  },
);
