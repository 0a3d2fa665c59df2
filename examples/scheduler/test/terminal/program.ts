import { type ChildProcessWithoutNullStreams, spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { PassThrough } from "node:stream";
import { text } from "node:stream/consumers";
import { fileURLToPath } from "node:url";
import { runProgram } from "@tidemark/terminal";
import { z } from "zod";
import { openCalendar } from "../../src/calendar/sqlite-calendar.ts";
import type { Calendar } from "../../src/domain/calendar.ts";
import { schedulerProgram } from "../../src/terminal/program.ts";

/** Saturday, 21 November 2026, 10:00 in Copenhagen. */
export const now = "2026-11-21T09:00:00Z";

/** Result of a run of the program. */
export interface Run {
  readonly code: number | null;
  readonly out: string;
  readonly err: string;
}

/** Temporary folder with a database, deleted at the end of the test. */
export class Place implements Disposable {
  readonly folder = mkdtempSync(path.join(tmpdir(), "scheduler-"));
  readonly database = path.join(this.folder, "scheduler.db");

  file(name: string): string {
    return path.join(this.folder, name);
  }

  /** Runs the program in this process. */
  async run(words: readonly string[], { input = "", interactive = false } = {}): Promise<Run> {
    const streams = { input: new PassThrough(), output: new PassThrough(), errors: new PassThrough() };
    streams.input.end(input);
    const collected = Promise.all([text(streams.output), text(streams.errors)]);
    const code = await runProgram(schedulerProgram, this.#words(words), { env: {}, ...streams, interactive });
    streams.output.end();
    streams.errors.end();
    const [out, err] = await collected;
    return { code, out, err };
  }

  /** Starts the program in a separate process. */
  start(words: readonly string[]): ChildProcessWithoutNullStreams {
    const main = fileURLToPath(new URL("../../src/main.ts", import.meta.url));
    return spawn(process.execPath, [main, ...this.#words(words)]);
  }

  /** Runs the program in a separate process until it ends. */
  async spawn(words: readonly string[], input = ""): Promise<Run> {
    return ended(this.start(words), input);
  }

  /** Looks into the calendar, from outside. */
  look<Found>(see: (calendar: Calendar) => Found): Found {
    const calendar = openCalendar({ file: this.database, now });
    try {
      return see(calendar);
    } finally {
      calendar.close();
    }
  }

  /** The entries that are not those of the calendar that ships along, as lines. */
  added(): readonly string[] {
    return this.look((calendar) =>
      calendar
        .events()
        .filter(({ id }) => !id.includes("@lund.example"))
        .map(({ title, start }) => `${title} ${start}`),
    );
  }

  #words(words: readonly string[]): string[] {
    return [
      ...(words.includes("--db") ? [] : ["--db", this.database]),
      ...(words.includes("--now") ? [] : ["--now", now]),
      ...words,
    ];
  }

  [Symbol.dispose](): void {
    rmSync(this.folder, { recursive: true, force: true });
  }
}

/** Waits for the end of a process; null is the code of one that was killed. */
export async function ended(child: ChildProcessWithoutNullStreams, input = ""): Promise<Run> {
  child.stdin.on("error", () => {});
  child.stdin.end(input);
  const closed = new Promise<number | null>((resolve) => child.on("close", resolve));
  const [out, err, code] = await Promise.all([text(child.stdout), text(child.stderr), closed]);
  return { code, out, err };
}

const Line = z.looseObject({ type: z.string(), outcome: z.string().optional(), message: z.string().optional() });

/** Parses an output with one JSON object per line; an invalid line throws. */
export const jsonLines = (out: string): readonly z.infer<typeof Line>[] =>
  out
    .trimEnd()
    .split("\n")
    .map((line) => Line.parse(JSON.parse(line)));
