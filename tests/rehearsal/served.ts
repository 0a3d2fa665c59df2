import { spawn } from "node:child_process";
import process from "node:process";
import { stripVTControlCharacters } from "node:util";
import { cleanEnvironment, type Place } from "./run.ts";

/** A command that serves until it is ended. */
export interface Served {
  readonly output: string;
  /** Seconds until the last pattern was printed. */
  readonly seconds: number;
  /** First group of each pattern, in their order. */
  readonly found: readonly string[];
}

/** Longest time until a command serves, on a busy machine. */
const LONGEST = 300_000;

/**
 * Starts a line, waits until it has printed each pattern, lets `visit` look at what it serves, and ends it with everything that it has started.
 *
 * Throws with its output when it ends before.
 */
export async function serveUntil(
  line: string,
  { cwd, env = {} }: Place,
  { patterns, visit }: { readonly patterns: readonly RegExp[]; readonly visit: (served: Served) => Promise<void> },
): Promise<Served> {
  const started = performance.now();
  // A group of processes, so that all of them can be ended.
  const child = spawn(line, {
    cwd,
    env: { ...cleanEnvironment(), ...env },
    shell: true,
    stdio: "pipe",
    detached: true,
  });
  child.stdin.end();
  let output = "";
  const ended = new Promise<void>((resolve) => child.once("close", () => resolve()));
  try {
    const served = await new Promise<Served>((resolve, reject) => {
      const limit = setTimeout(() => reject(new Error(`\`${line}\` does not serve:\n${output}`)), LONGEST);
      const fail = () => {
        clearTimeout(limit);
        reject(new Error(`\`${line}\` ends before it serves:\n${output}`));
      };
      child.once("close", fail);
      const read = (text: string) => {
        output += stripVTControlCharacters(text);
        const found = patterns.map((pattern) => pattern.exec(output)?.[1]).filter((each) => each !== undefined);
        if (found.length < patterns.length) return;
        clearTimeout(limit);
        child.off("close", fail);
        resolve({ output, seconds: (performance.now() - started) / 1_000, found });
      };
      for (const stream of [child.stdout, child.stderr]) stream.setEncoding("utf8").on("data", read);
    });
    await visit(served);
    return served;
  } finally {
    if (child.pid !== undefined && child.exitCode === null) process.kill(-child.pid, "SIGTERM");
    await ended;
  }
}

/** Text at an address. Throws unless the answer is a success. */
export async function textAt(address: string): Promise<string> {
  const response = await fetch(address);
  const text = await response.text();
  if (!response.ok) throw new Error(`${address} answers ${response.status}: ${text.slice(0, 200)}`);
  return text;
}
