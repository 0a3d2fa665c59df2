import { type ChildProcessWithoutNullStreams, spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { PassThrough } from "node:stream";
import { text } from "node:stream/consumers";
import { fileURLToPath } from "node:url";
import { z } from "zod";
import { runTravel } from "../../src/terminal/run-travel.ts";
import { now } from "../travel.ts";

/** What a run of the program came to. */
export interface Run {
  readonly code: number | null;
  readonly out: string;
  readonly err: string;
}

/** A folder of its own with a database in it; it is gone when the test has ended. */
export class Place implements Disposable {
  readonly folder = mkdtempSync(path.join(tmpdir(), "travel-"));

  file(name: string): string {
    return path.join(this.folder, name);
  }

  /** Runs the program in this process. */
  async run(words: readonly string[], { input = "", interactive = false, env = {} } = {}): Promise<Run> {
    const streams = { input: new PassThrough(), output: new PassThrough(), errors: new PassThrough() };
    streams.input.end(input);
    const collected = Promise.all([text(streams.output), text(streams.errors)]);
    const terminal = { input: streams.input, output: streams.output, interactive };
    const code = await runTravel(this.#words(words), { env, terminal, errors: streams.errors });
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
    const child = this.start(words);
    child.stdin.on("error", () => {});
    child.stdin.end(input);
    const closed = new Promise<number | null>((resolve) => child.on("close", resolve));
    const [out, err, code] = await Promise.all([text(child.stdout), text(child.stderr), closed]);
    return { code, out, err };
  }

  #words(words: readonly string[]): string[] {
    return [
      ...(words.includes("--db") ? [] : ["--db", this.file("travel.db")]),
      ...(words.includes("--now") ? [] : ["--now", now]),
      ...words,
    ];
  }

  [Symbol.dispose](): void {
    rmSync(this.folder, { recursive: true, force: true });
  }
}

const Line = z.looseObject({ type: z.literal("result"), outcome: z.string(), message: z.string() });

/** Reads an output of one JSON object a line; a line that is none fails. */
export const jsonLines = (out: string): readonly z.infer<typeof Line>[] =>
  out
    .trimEnd()
    .split("\n")
    .map((line) => Line.parse(JSON.parse(line)));
