import { type ChildProcessWithoutNullStreams, spawn } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { PassThrough } from "node:stream";
import { text } from "node:stream/consumers";
import { fileURLToPath } from "node:url";
import { z } from "zod";
import { runResearch } from "../src/terminal/run-research.ts";

/** The made-up documents that ship along. */
export const sampleLibrary = fileURLToPath(new URL("../library", import.meta.url));

/** What a run of the program came to. */
export interface Run {
  readonly code: number | null;
  readonly out: string;
  readonly err: string;
}

/** A folder of its own, with documents and a database in it; it is gone when the test has ended. */
export class Place implements Disposable {
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

  /** Runs the program in this process, over the sample library when nothing else is said. */
  async run(words: readonly string[], { input = "", interactive = false } = {}): Promise<Run> {
    const streams = { input: new PassThrough(), output: new PassThrough(), errors: new PassThrough() };
    streams.input.end(input);
    const collected = Promise.all([text(streams.output), text(streams.errors)]);
    const terminal = { input: streams.input, output: streams.output, interactive };
    const code = await runResearch(this.#words(words), { env: {}, terminal, errors: streams.errors });
    streams.output.end();
    streams.errors.end();
    const [out, err] = await collected;
    return { code, out, err };
  }

  /** Runs it as a process of its own, to its end. */
  async spawn(words: readonly string[], input = ""): Promise<Run> {
    const main = fileURLToPath(new URL("../src/main.ts", import.meta.url));
    const child: ChildProcessWithoutNullStreams = spawn(process.execPath, [main, ...this.#words(words)]);
    child.stdin.on("error", () => {});
    child.stdin.end(input);
    const closed = new Promise<number | null>((resolve) => child.on("close", resolve));
    const [out, err, code] = await Promise.all([text(child.stdout), text(child.stderr), closed]);
    return { code, out, err };
  }

  #words(words: readonly string[]): string[] {
    return [
      ...(words.includes("--db") ? [] : ["--db", this.database]),
      ...(words.includes("--docs") ? [] : ["--docs", sampleLibrary]),
      ...words,
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
  added: z.array(z.string()).optional(),
});

/** Reads an output of one JSON object a line; a line that is none fails. */
export const jsonLines = (out: string): readonly z.infer<typeof Line>[] =>
  out
    .trimEnd()
    .split("\n")
    .map((line) => Line.parse(JSON.parse(line)));
