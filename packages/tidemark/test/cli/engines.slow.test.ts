import { type ChildProcess, spawn } from "node:child_process";
import path from "node:path";
import { startPostgres, type TestPostgres } from "@tidemark/test-fixtures/postgres";
import { freePort, startRestate, type TestRestate } from "@tidemark/test-fixtures/restate";
import { afterAll, beforeAll, describe, expect, test } from "vitest";

const bin = path.join(import.meta.dirname, "../../src/bin/tidemark.ts");

let postgres: TestPostgres;
let restate: TestRestate;
const started: ChildProcess[] = [];

beforeAll(async () => {
  [postgres, restate] = await Promise.all([startPostgres(), startRestate()]);
});
afterAll(async () => {
  for (const child of started) if (child.exitCode === null) child.kill("SIGKILL");
  await Promise.all([postgres.stop(), restate.stop()]);
});

/** Starts the command. */
function start(...args: readonly string[]) {
  const child = spawn(process.execPath, [bin, ...args]);
  started.push(child);
  const text = { out: "", problem: "" };
  child.stdout.on("data", (chunk: Buffer) => (text.out += chunk.toString()));
  child.stderr.on("data", (chunk: Buffer) => (text.problem += chunk.toString()));
  const ended = new Promise<number | null>((resolve) => child.once("close", resolve));
  return { child, text, ended };
}

async function run(...args: readonly string[]) {
  const { text, ended } = start(...args);
  const code = await ended;
  // DBOS sends a setting on a new connection, of which pg 8.23 says that version 9 will not queue it.
  const problem = text.problem.replace(/^\(node:\d+\) DeprecationWarning: Calling client[.]query.*\n.*\n/m, "");
  return { code, out: text.out.trim(), problem: problem.trim() };
}

/** Options of an engine, each with its own schema. */
async function optionsOf(engine: string): Promise<readonly string[]> {
  const options = ["--engine", engine, "--url", postgres.connectionString, "--schema", `cli_${engine}`];
  if (engine !== "restate") return options;
  const port = String(await freePort());
  const places = ["--ingress", restate.ingress, "--admin", restate.admin];
  return [...options, ...places, "--endpoint", `http://127.0.0.1:${port}`, "--endpoint-port", port];
}

describe.each(["postgres", "dbos", "restate"])("on %s, the commands", (engine) => {
  test("run turns, ask and take answers, cancel what waits, and continue after a worker was killed", async () => {
    const options = await optionsOf(engine);
    const asking = ["--app", path.join(import.meta.dirname, "asking.ts"), ...options];
    const wait = [...asking, "--wait", "--key"];
    const worker = async () => {
      const begun = start("worker", path.join(import.meta.dirname, "asking.ts"), ...options);
      while (!begun.text.out.includes(`with the engine ${engine}`)) {
        if (begun.child.exitCode !== null) throw new Error(begun.text.problem);
        await new Promise((resolve) => setTimeout(resolve, 50));
      }
      return begun;
    };
    const first = await worker();
    const asked = await run("send", "ann", "Cake", ...wait, "1");
    expect(asked).toMatchObject({ code: 0, problem: "" });
    expect(asked.out).toMatch(/^accepted 1\ninterrupted\nasks \w+\n {2}Nuts\?/);
    first.child.kill("SIGKILL");
    await first.ended;

    expect(await run("send", "bob", "Cake", ...asking, "--key", "2")).toMatchObject({ out: "accepted 2", problem: "" });
    expect((await run("status", "bob", ...asking)).out).toBe("waiting 2");
    expect(await run("cancel", "2", ...asking)).toEqual({ code: 0, out: "cancelled 2", problem: "" });

    const second = await worker();
    expect(await run("answer", "ann", "no", ...wait, "3")).toMatchObject({
      code: 0,
      out: expect.stringMatching(/^accepted 3\ndone\nNuts\?.*"no"$/) as unknown,
    });
    expect((await run("status", "ann", ...asking)).out).toBe("nothing open");
    second.child.kill("SIGTERM");
    expect(await second.ended).toBe(0);
  });
});
