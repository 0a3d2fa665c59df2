import { type ChildProcess, spawn } from "node:child_process";
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
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
  /** Waits for a warning that contains a text. */
  const warned = async (part: string): Promise<string> => {
    while (!text.problem.includes(part)) {
      if (child.exitCode !== null) throw new Error(`It ended with ${child.exitCode}: ${text.problem}`);
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
    return text.problem;
  };
  return { child, text, ended, printed, warned };
}

/** Creates the file of the engine, as only a worker does. */
async function created(): Promise<void> {
  const worker = start("worker", app);
  await worker.printed("Runs the turns");
  worker.child.kill("SIGTERM");
  await worker.ended;
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
    expect(all.out).toMatch(/^ {2}worker .*\n {2}send .*\n {2}answer .*\n {2}continue .*\n {2}cancel .*\n {2}status /m);
    expect(worker.out).toContain("--drain <seconds>");
    expect(worker.out).toMatch(/\/metrics needs the\s+package prom-client[.]/);
  });

  test.for([
    [
      ["fly"],
      'There is no command "fly". Use inspect, threads, steps, state, diff, blame, why, calls, field, share, check, replay, case, proposals, worker, send, answer, continue, cancel, status.',
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
    [
      ["send", "ann", "Hi", "--app", app, "--file", "other.db"],
      "only tidemark worker creates it. Start a worker first",
    ],
    [["status", "--app", app], 'tidemark.db" does not exist'],
    [["answer", "ann", "--app", app], "tidemark answer needs an answer. Run it with --help."],
    [["continue", "--app", app], "tidemark continue needs a thread. Run it with --help."],
    [["cancel", "--app", app], "tidemark cancel needs the id of a turn. Run it with --help."],
    [["status", "--app", app, "--json=no"], "tidemark status has no option --json=no. Did you mean --json?"],
  ] as const)("refuses %j with a sentence and the exit code 2", async ([args, sentence]) => {
    const { code, problem, out } = await run(...args);
    expect({ code, out, problem }).toEqual({
      code: 2,
      out: "",
      problem: expect.stringContaining(sentence.replace(/[.]$/, "")) as unknown,
    });
    expect(readdirSync(folder)).toEqual([]);
  });

  test.for([
    [
      "missing.ts",
      undefined,
      /^tidemark: "missing[.]ts" cannot be loaded: Cannot find module '[^']*missing[.]ts'[.] Name a module that Node can run[.]$/,
    ],
    [
      "orders.yaml",
      "turns: 1",
      /^tidemark: "orders[.]yaml" cannot be loaded: Unknown file extension .*[^.][.] Name a module that Node can run[.]$/,
    ],
    [
      "throws.mjs",
      'throw new Error("No key.\\nNo gas.");',
      /^tidemark: "throws[.]mjs" cannot be loaded: No key[.] Correct the module[.]$/,
    ],
    ["empty.mjs", "export const turn = 1;", /^tidemark: "empty[.]mjs" must export "turns".*$/],
    ["number.mjs", "export const turns = () => 7;", /^tidemark: .*It is a function that returns number[.]$/],
  ] as const)("says in one line what is wrong with the app %s", async ([name, text, line]) => {
    if (text !== undefined) writeFileSync(path.join(folder, name), text);
    const { code, problem } = await run("worker", name);
    expect([code, problem]).toEqual([1, expect.stringMatching(line)]);
  });

  test.for([["status", "--app"], ["worker"]] as const)(
    "%j does not speak of sending again when the storage does not answer",
    async (command) => {
      writeFileSync(path.join(folder, "failing.db"), "This is not a database, and has not been one. ".repeat(40));
      const { code, problem } = await run(...command, path.join(import.meta.dirname, "failing.ts"));
      expect([code, problem]).toEqual([1, expect.not.stringContaining("again")]);
    },
  );

  test("sends a turn while there is no worker, and the next one runs it and ends when it is asked to", async () => {
    await created();
    expect(await send("ann", "No nuts", "--key", "request 7")).toMatchObject({ code: 0, out: "accepted request 7" });
    expect(await send("ann", "No nuts", "--key", "request 7")).toMatchObject({ code: 0, out: "accepted request 7" });
    expect((await run("status", "--app", app, "--json")).out).toContain('"waiting":1,');
    expect((await run("status", "ann", "--app", app)).out).toBe("waiting request 7");
    const worker = start("worker", app);
    await worker.printed("Runs the turns");
    const waited = await send("ann", "Hello", "--wait", "--key", "request 8");
    expect(waited).toEqual({ code: 0, out: "accepted request 8\ndone\nNoted: Hello.", problem: "" });
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
    await worker.printed("Stops:");
    writeFileSync(path.join(folder, "go"), "");
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
    await worker.printed("Runs the turns");
    const sent = await run("send", "ann", "Hi", "--app", failing, "--wait", "--key", "1");
    expect(sent).toEqual({ code: 1, out: "accepted 1\nfailed: The kitchen is closed.", problem: "" });
    const continued = await run("continue", "ann", "--app", failing, "--wait", "--key", "2");
    expect(continued).toEqual({ code: 1, out: "accepted 2\nfailed: The kitchen is closed.", problem: "" });
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
    writeFileSync(path.join(folder, "go"), "");
    expect(await worker.ended).toBe(0);
  });

  test.for(["SIGTERM", "SIGINT"] as const)("%s ends the waiting for a turn, which stays accepted", async (signal) => {
    await created();
    const waiting = start("send", "ann", "Hi", "--app", app, "--wait", "--key", "7");
    expect(await waiting.warned("tidemark worker.")).toBe(
      'tidemark: No worker runs the turns of "orders". Start one with tidemark worker.\n',
    );
    expect(waiting.text.out).toBe("accepted 7\n");
    waiting.child.kill(signal);
    expect(await waiting.ended).toBe(1);
    expect(waiting.text.problem).toContain('Waits no longer. The turn "7" stays accepted, and a worker runs it.');
    expect((await run("status", "ann", "--app", app)).out).toBe("waiting 7");
  });

  test("prints nothing but the result on standard output with --json and --wait", async () => {
    const worker = start("worker", app);
    await worker.printed("Runs the turns");
    const { out, problem } = await send("ann", "Hi", "--wait", "--json", "--key", "7");
    expect(JSON.parse(out)).toMatchObject({ turnId: "7", outcome: "done" });
    expect(problem).toBe("tidemark: accepted 7");
  });

  test("cancels a turn that is open, and says when there is none", async () => {
    await created();
    await send("ann", "Hi", "--key", "7");
    expect(await run("cancel", "7", "--app", app)).toEqual({ code: 0, out: "cancelled 7", problem: "" });
    expect(await run("cancel", "7", "--app", app)).toEqual({
      code: 1,
      out: "",
      problem: 'tidemark: There is no open turn "7". It has ended, or was never accepted.',
    });
    expect((await run("cancel", "7", "--app", app, "--json")).out).toBe('{"turnId":"7","cancelled":false}');
  });

  test("answers the only open question with text or JSON, and names one of several by its id", async () => {
    const asking = path.join(import.meta.dirname, "asking.ts");
    const worker = start("worker", asking);
    await worker.printed("Runs the turns");
    const wait = ["--app", asking, "--wait", "--key"] as const;
    expect(await run("answer", "ann", "no", "--app", asking)).toEqual({
      code: 1,
      out: "",
      problem: 'tidemark: The thread "ann" has no open question. Look at it with tidemark status.',
    });
    const asked = await run("send", "ann", "Cake", ...wait, "1");
    // What a model or a user wrote does not control the terminal.
    expect(asked.out).toMatch(
      /^accepted 1\ninterrupted\nasks \w+\n {2}Nuts\? \[2J\n {2}Answer with: tidemark answer ann <answer>$/,
    );
    expect((await run("answer", "ann", "no", ...wait, "2")).out).toBe('accepted 2\ndone\nNuts? [2J "no"');
    await run("send", "ann", "Cake", ...wait, "3");
    expect((await run("answer", "ann", '{"few":3}', ...wait, "4")).out).toContain('{"few":3}');

    await run("send", "bob", "Cake and milk", ...wait, "5");
    const several = await run("answer", "bob", "no", "--app", asking);
    expect([several.code, several.problem]).toEqual([1, expect.stringContaining("several open questions: ")]);
    const shown = (await run("status", "bob", "--app", asking)).out;
    const milk = /asks (\w+)\n {2}Milk/.exec(shown)?.[1] ?? "";
    const other = await run("answer", "bob", "no", "--app", asking, "--id", "other");
    expect([other.code, other.problem]).toEqual([1, expect.stringContaining('no open question with the id "other".')]);
    expect((await run("answer", "bob", "yes", "--id", milk, ...wait, "6")).out).toContain("Nuts?");
    expect((await run("status", "bob", "--app", asking)).out).not.toContain("Milk");
  });

  test("shows an approval with the command that gives it", async () => {
    const approving = path.join(import.meta.dirname, "approving.ts");
    const worker = start("worker", approving);
    await worker.printed("Runs the turns");
    await run("send", "ann's", "Cake", "--app", approving, "--wait");
    const { out } = await run("status", "ann's", "--app", approving);
    expect(out).toMatch(/^asks \w+\n {2}[^{}]+\n {2}Answer with: tidemark answer 'ann'\\''s' yes$/);
    expect((await run("status", "ann's", "--app", approving, "--json")).out).toContain('"type":"approval"');
    const approved = await run("answer", "ann's", "yes", "--app", approving, "--wait", "--key", "2");
    expect(approved).toEqual({ code: 0, out: "accepted 2\ndone\nCooked.", problem: "" });
  });

  test("a worker without prom-client says what its metrics need", async () => {
    const worker = start("worker", path.join(import.meta.dirname, "without-metrics.ts"), "--port", "0");
    expect(await worker.printed("metrics on")).toMatch(
      /metrics on http:\S+ \(\/metrics needs the package prom-client: npm install prom-client\)\n/,
    );
  });

  test("a port that is taken is an error", async () => {
    const first = start("worker", app, "--port", "0");
    const port = /:(\d+)\n/.exec(await first.printed("/metrics on"))?.[1] ?? "";
    const second = await run("worker", app, "--port", port);
    expect([second.code, second.problem]).toEqual([1, expect.stringContaining(`cannot listen on 127.0.0.1:${port}`)]);
  });
});
