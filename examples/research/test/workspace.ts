import { type ChildProcessWithoutNullStreams, spawn } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { PassThrough } from "node:stream";
import { text } from "node:stream/consumers";
import { fileURLToPath } from "node:url";
import { runProgram } from "@tidemark/terminal";
import { z } from "zod";
import { researchProgram } from "../src/terminal/program.ts";

/** Bundled sample documents. */
export const sampleLibrary = fileURLToPath(new URL("../library", import.meta.url));

/** Result of a run of the program. */
export interface Run {
  readonly code: number | null;
  readonly out: string;
  readonly err: string;
}

/** Temporary folder with documents and a database, deleted at the end of the test. */
export class Workspace implements Disposable {
  readonly folder = mkdtempSync(path.join(tmpdir(), "research-"));
  readonly documents = path.join(this.folder, "documents");
  readonly database = path.join(this.folder, "research.db");

  constructor(files: Readonly<Record<string, string | Uint8Array>> = {}) {
    mkdirSync(this.documents);
    this.write(files);
  }

  write(files: Readonly<Record<string, string | Uint8Array>>): void {
    for (const [name, content] of Object.entries(files)) {
      mkdirSync(path.dirname(this.file(name)), { recursive: true });
      writeFileSync(this.file(name), content);
    }
  }

  file(name: string): string {
    return path.join(this.documents, name);
  }

  /** Runs the program in this process. The documents default to the sample library. */
  async run(args: readonly string[], { input = "", interactive = false } = {}): Promise<Run> {
    const streams = { input: new PassThrough(), output: new PassThrough(), errors: new PassThrough() };
    streams.input.end(input);
    const collected = Promise.all([text(streams.output), text(streams.errors)]);
    const code = await runProgram(researchProgram, this.#withDefaults(args), { env: {}, ...streams, interactive });
    streams.output.end();
    streams.errors.end();
    const [out, err] = await collected;
    return { code, out, err };
  }

  /** Runs the program in a separate process until it exits. */
  async spawn(args: readonly string[], input = ""): Promise<Run> {
    const main = fileURLToPath(new URL("../src/main.ts", import.meta.url));
    const child: ChildProcessWithoutNullStreams = spawn(process.execPath, [main, ...this.#withDefaults(args)]);
    child.stdin.on("error", () => {});
    child.stdin.end(input);
    const closed = new Promise<number | null>((resolve) => child.on("close", resolve));
    const [out, err, code] = await Promise.all([text(child.stdout), text(child.stderr), closed]);
    return { code, out, err };
  }

  #withDefaults(args: readonly string[]): string[] {
    return [
      ...(args.includes("--db") ? [] : ["--db", this.database]),
      ...(args.includes("--docs") ? [] : ["--docs", sampleLibrary]),
      ...args,
    ];
  }

  [Symbol.dispose](): void {
    rmSync(this.folder, { recursive: true, force: true });
  }
}

const Line = z.looseObject({
  type: z.string(),
  outcome: z.string().optional(),
  message: z.string().optional(),
  sources: z.array(z.looseObject({ document: z.string() })).optional(),
  confidence: z.number().nullish(),
});

/** Parses an output of one JSON object per line. Throws for an invalid line. */
export const jsonLines = (out: string): readonly z.infer<typeof Line>[] =>
  out
    .trimEnd()
    .split("\n")
    .map((line) => Line.parse(JSON.parse(line)));
