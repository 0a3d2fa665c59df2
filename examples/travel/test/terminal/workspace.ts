import { type ChildProcessWithoutNullStreams, spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { PassThrough } from "node:stream";
import { text } from "node:stream/consumers";
import { fileURLToPath } from "node:url";
import { runProgram } from "@tidemark/terminal";
import { z } from "zod";
import { travelProgram } from "../../src/terminal/program.ts";
import { now } from "../test-app.ts";

/** Result of a run of the program. */
export interface Run {
  readonly code: number | null;
  readonly out: string;
  readonly err: string;
}

/** Temporary folder with a database, deleted at the end of the test. */
export class Workspace implements Disposable {
  readonly folder = mkdtempSync(path.join(tmpdir(), "travel-"));

  file(name: string): string {
    return path.join(this.folder, name);
  }

  /** Runs the program in this process. */
  async run(args: readonly string[], { input = "", interactive = false, env = {} } = {}): Promise<Run> {
    const streams = { input: new PassThrough(), output: new PassThrough(), errors: new PassThrough() };
    streams.input.end(input);
    const collected = Promise.all([text(streams.output), text(streams.errors)]);
    const code = await runProgram(travelProgram, this.#withDefaults(args), { env, ...streams, interactive });
    streams.output.end();
    streams.errors.end();
    const [out, err] = await collected;
    return { code, out, err };
  }

  /** Starts the program in a separate process. */
  start(args: readonly string[]): ChildProcessWithoutNullStreams {
    const main = fileURLToPath(new URL("../../src/main.ts", import.meta.url));
    return spawn(process.execPath, [main, ...this.#withDefaults(args)]);
  }

  /** Runs the program in a separate process until it exits. */
  async spawn(args: readonly string[], input = ""): Promise<Run> {
    const child = this.start(args);
    child.stdin.on("error", () => {});
    child.stdin.end(input);
    const closed = new Promise<number | null>((resolve) => child.on("close", resolve));
    const [out, err, code] = await Promise.all([text(child.stdout), text(child.stderr), closed]);
    return { code, out, err };
  }

  #withDefaults(args: readonly string[]): string[] {
    return [
      ...(args.includes("--db") ? [] : ["--db", this.file("travel.db")]),
      ...(args.includes("--now") ? [] : ["--now", now]),
      ...args,
    ];
  }

  [Symbol.dispose](): void {
    rmSync(this.folder, { recursive: true, force: true });
  }
}

const Any = z.looseObject({ type: z.string() });
const Line = z.looseObject({ type: z.literal("result"), outcome: z.string(), message: z.string() });

/** Parses an output of one JSON object per line, and returns the results. Throws for an invalid line. */
export const jsonLines = (out: string): readonly z.infer<typeof Line>[] =>
  out
    .trimEnd()
    .split("\n")
    .map((line) => Any.parse(JSON.parse(line)))
    .flatMap((line) => (line.type === "result" ? [Line.parse(line)] : []));
