import { type ChildProcess, spawn } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";

const bin = path.join(import.meta.dirname, "../../src/bin/tidemark.ts");
const app = path.join(import.meta.dirname, "orders.ts");

let folder = "";
const started: ChildProcess[] = [];

beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), "tidemark-cli-"));
});
afterEach(async () => {
  for (const child of started.splice(0)) {
    if (child.exitCode !== null || child.signalCode !== null) continue;
    const ended = new Promise((resolve) => child.once("exit", resolve));
    child.kill("SIGKILL");
    await ended;
  }
  rmSync(folder, { recursive: true });
});

/** Starts the command in the folder of the test. */
function start(...args: readonly string[]) {
  const child = spawn(process.execPath, [bin, ...args], { cwd: folder });
  started.push(child);
  const text = { out: "", problem: "" };
  child.stdout.on("data", (chunk: Buffer) => (text.out += chunk.toString()));
  child.stderr.on("data", (chunk: Buffer) => (text.problem += chunk.toString()));
  const ended = new Promise<number | null>((resolve) => child.once("close", resolve));
  /** Waits for a line that contains a text. */
  const printed = async (part: string): Promise<string> => {
    while (!text.out.includes(part)) {
      if (child.exitCode !== null) throw new Error(`It ended with ${child.exitCode}: ${text.problem}`);
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
    return text.out;
  };
  return { child, text, ended, printed };
}

async function run(...args: readonly string[]) {
  const { text, ended } = start(...args);
  const code = await ended;
  return { code, out: text.out.trim(), problem: text.problem.trim() };
}

const send = (...args: readonly string[]) => run("send", ...args, "--app", app);

describe("the command tidemark", () => {
  test("prints its commands, and the options of each", async () => {
    const [all, worker] = await Promise.all([run("--help"), run("worker", "--help")]);
    expect(all).toMatchObject({ code: 0, problem: "" });
    expect(all.out).toMatch(/^ {2}worker .*\n {2}send .*\n {2}status /m);
    expect(worker.out).toContain("--drain <seconds>");
  });

  test.for([
    [
      ["fly"],
      'There is no command "fly". Use inspect, threads, steps, state, diff, blame, why, field, proposals, worker, send, status.',
    ],
    [["worker"], "tidemark worker needs a module that exports turns. Run it with --help."],
    [["worker", app, "--concurency", "2"], "tidemark worker has no option --concurency. Did you mean --concurrency?"],
    [["worker", app, "--concurrency", "many"], '"--concurrency" must be a number of at least 1, but it is "many".'],
    [
      ["worker", app, "--engine", "carrier-pigeon"],
      'There is no engine "carrier-pigeon". Use one of: local, postgres, dbos, restate.',
    ],
    [["worker", app, "--engine", "postgres"], "--engine postgres needs --url or the variable DATABASE_URL."],
    [["send", "ann", "--app", app], "tidemark send needs a text. Run it with --help."],
    [["send", "ann", "Hi"], "tidemark send needs --app with a module that exports turns. Run it with --help."],
    [["send", "ann", "Hi", "Ho", "--app", app], 'tidemark send has no option "Ho". Run it with --help.'],
    [["send", "ann", "Hi", "--app", app, "--key", "--wait"], "tidemark send needs a value for --key."],
    [["status", "--app", app, "--json=no"], "tidemark status has no option --json=no. Did you mean --json?"],
  ] as const)("refuses %j with a sentence and the exit code 2", async ([args, sentence]) => {
    const { code, problem, out } = await run(...args);
    expect({ code, out, problem: problem.slice(0, sentence.length + 10) }).toEqual({
      code: 2,
      out: "",
      problem: expect.stringContaining(sentence.replace(/[.]$/, "")) as unknown,
    });
  });

  test.for([
    ["missing.ts", undefined, '"missing.ts" cannot be loaded: Cannot find module'],
    ["empty.mjs", "export const turn = 1;", '"empty.mjs" must export "turns"'],
    ["number.mjs", "export const turns = () => 7;", "It is a function that returns number."],
  ] as const)("says what is wrong with the app %s", async ([name, text, sentence]) => {
    if (text !== undefined) writeFileSync(path.join(folder, name), text);
    const { code, problem } = await run("status", "--app", name);
    expect([code, problem]).toEqual([1, expect.stringContaining(sentence)]);
  });

  test("sends a turn before there is a worker, which then runs it and ends when it is asked to", async () => {
    expect(await send("ann", "No nuts", "--key", "request 7")).toMatchObject({ code: 0, out: "accepted request 7" });
    expect(await send("ann", "No nuts", "--key", "request 7")).toMatchObject({ code: 0, out: "accepted request 7" });
    expect((await run("status", "--app", app, "--json")).out).toContain('"waiting":1,');
    expect((await run("status", "ann", "--app", app)).out).toBe("waiting request 7");
    const worker = start("worker", app);
    const waited = await send("ann", "Hello", "--wait");
    expect(waited).toEqual({ code: 0, out: "done\nNoted: Hello.", problem: "" });
    expect((await run("status", "ann", "--app", app)).out).toBe("nothing open");
    worker.child.kill("SIGTERM");
    expect(await worker.ended).toBe(0);
    expect(worker.text.out).toContain('Runs the turns "orders" with the engine local, up to 10 at a time.');
    expect((await run("status", "--app", app)).out).toContain("ended 2, taken over 0, set aside 0");
  });

  test("a worker that is asked to stop finishes what it runs", async () => {
    const worker = start("worker", app, "--drain", "60");
    await worker.printed("Runs the turns");
    await send("ann", "wait", "--key", "slow");
    while (!(await run("status", "ann", "--app", app)).out.includes("running slow"));
    await send("ann", "later", "--key", "next");
    worker.child.kill("SIGTERM");
    expect(await worker.ended).toBe(0);
    expect((await run("status", "ann", "--app", app)).out).toBe("waiting next");
  });

  test("a worker returns a turn that does not end in time to its place", async () => {
    const worker = start("worker", app, "--drain", "0");
    await worker.printed("Runs the turns");
    await send("ann", "hang", "--key", "endless");
    while (!(await run("status", "ann", "--app", app)).out.includes("running endless"));
    worker.child.kill("SIGTERM");
    expect(await worker.ended).toBe(0);
    expect((await run("status", "ann", "--app", app)).out).toBe("waiting endless");
  });

  test("a worker ends although its engine does not stop, and says so", async () => {
    const worker = start("worker", path.join(import.meta.dirname, "stuck.ts"), "--drain", "0");
    await worker.printed("Runs the turns");
    worker.child.kill("SIGTERM");
    expect(await worker.ended).toBe(3);
    expect(worker.text.problem).toContain("Some turns did not stop. Other workers take them over.");
  });

  test("a turn that fails makes the exit code 1", async () => {
    const failing = path.join(import.meta.dirname, "failing.ts");
    const worker = start("worker", failing);
    const sent = await run("send", "ann", "Hi", "--app", failing, "--wait");
    expect(sent).toEqual({ code: 1, out: "failed: The kitchen is closed.", problem: "" });
    worker.child.kill("SIGTERM");
    expect(await worker.ended).toBe(0);
  });

  test("turns with a fixed engine refuse options for another one", async () => {
    const own = path.join(import.meta.dirname, "failing.ts");
    const refused = await run("status", "--app", own, "--engine", "postgres");
    expect([refused.code, refused.problem]).toEqual([2, expect.stringContaining('have the engine "local"')]);
    expect((await run("status", "--app", own, "--engine", "local")).code).toBe(0);
  });

  test("a worker serves its health and its metrics, on this machine only", async () => {
    const worker = start("worker", app, "--port", "0", "--drain", "60");
    const url = /http:\S+/.exec(await worker.printed("/metrics on"))?.[0] ?? "";
    expect(new URL(url).hostname).toBe("127.0.0.1");
    await send("ann", "Hi", "--wait");
    const get = async (page: string) => {
      const response = await fetch(`${url}${page}`);
      return [response.status, await response.text()] as const;
    };
    expect(await get("/healthz")).toEqual([200, "alive\n"]);
    expect(await get("/readyz")).toEqual([200, "ready\n"]);
    const [, metrics] = await get("/metrics");
    expect(metrics).toContain('tidemark_runs_total{turns="orders",outcome="done"} 1');
    expect(metrics).toContain('tidemark_turns_oldest_seconds{turns="orders"} 0');
    expect((await get("/other"))[0]).toBe(404);
    await send("ann", "wait", "--key", "slow");
    while (!(await run("status", "ann", "--app", app)).out.includes("running slow"));
    worker.child.kill("SIGTERM");
    await worker.printed("Stops:");
    expect(await get("/readyz")).toEqual([503, "stopping\n"]);
    expect(await worker.ended).toBe(0);
  });

  test("a port that is taken is an error", async () => {
    const first = start("worker", app, "--port", "0");
    const port = /:(\d+)\n/.exec(await first.printed("/metrics on"))?.[1] ?? "";
    const second = await run("worker", app, "--port", port);
    expect([second.code, second.problem]).toEqual([1, expect.stringContaining(`cannot listen on 127.0.0.1:${port}`)]);
  });
});
