import { type ChildProcessWithoutNullStreams, spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { PassThrough } from "node:stream";
import { text } from "node:stream/consumers";
import { fileURLToPath } from "node:url";
import { z } from "zod";
import { openCalendar } from "../../src/calendar/sqlite-calendar.ts";
import type { Calendar } from "../../src/domain/calendar.ts";
import { runScheduler } from "../../src/terminal/run-scheduler.ts";

/** Saturday, 21 November 2026, 10:00 in Copenhagen. */
export const now = "2026-11-21T09:00:00Z";

/** What a run of the program came to. */
export interface Run {
  readonly code: number | null;
  readonly out: string;
  readonly err: string;
}

/** A folder of its own with a database in it; it is gone when the test has ended. */
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
    const terminal = { input: streams.input, output: streams.output, interactive };
    const code = await runScheduler(this.#words(words), { env: {}, terminal, errors: streams.errors });
    streams.output.end();
    streams.errors.end();
    const [out, err] = await collected;
    return { code, out, err };
  }

  /** Starts the program as a process of its own. */
  start(words: readonly string[]): ChildProcessWithoutNullStreams {
    const main = fileURLToPath(new URL("../../src/main.ts", import.meta.url));
    return spawn(process.execPath, [main, ...this.#words(words)]);
  }

  /** Runs it as a process of its own, to its end. */
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

/** Reads an output of one JSON object a line; a line that is none fails. */
export const jsonLines = (out: string): readonly z.infer<typeof Line>[] =>
  out
    .trimEnd()
    .split("\n")
    .map((line) => Line.parse(JSON.parse(line)));
