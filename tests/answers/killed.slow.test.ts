// A process is killed while a node works with the answer of a person. The answer is stored, so nobody is asked again.
import { execFile } from "node:child_process";
import { existsSync } from "node:fs";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { promisify } from "node:util";
import { startPostgres, type TestPostgres } from "@tidemark/test-fixtures/postgres";
import { Client } from "pg";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { bundleWorker } from "../fixtures/bundle.ts";
import type { Ended, WorkerArguments } from "./worker.ts";

const start = promisify(execFile);

let folder = "";
let worker = "";
let postgres: TestPostgres;
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), "answers-"));
  [worker, postgres] = await Promise.all([
    bundleWorker(path.join(import.meta.dirname, "worker.ts"), folder),
    startPostgres(),
  ]);
});
afterAll(async () => {
  await postgres.stop();
  await rm(folder, { recursive: true });
});

let threads = 0;

/** A thread in a new database, and what has been paid. */
async function newThread(kind: WorkerArguments["saver"]["kind"], graph: WorkerArguments["graph"]) {
  threads += 1;
  const log = path.join(folder, `${threads}.log`);
  let at = path.join(folder, `${threads}.sqlite`);
  if (kind === "postgresSaver") {
    const client = new Client({ connectionString: postgres.connectionString });
    await client.connect();
    await client.query(`CREATE DATABASE answers${threads}`);
    await client.end();
    const url = new URL(postgres.connectionString);
    url.pathname = `/answers${threads}`;
    at = url.href;
  }
  const run = async (calls: WorkerArguments["calls"], kill?: string): Promise<Ended> => {
    const orders: WorkerArguments = { saver: { kind, at }, log, graph, calls, ...(kill !== undefined && { kill }) };
    const { stdout } = await start(process.execPath, [worker, JSON.stringify(orders)]);
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the worker prints it
    return JSON.parse(stdout) as Ended;
  };
  return {
    run,
    killedIn: async (payment: string, calls: WorkerArguments["calls"]) => {
      await expect(run(calls, payment)).rejects.toMatchObject({ signal: "SIGKILL" });
    },
    paid: async () => (existsSync(log) ? (await readFile(log, "utf8")).trim().split("\n") : []),
  };
}

const done = [{ outcome: "done" }];

describe.each(["sqliteSaver", "stock", "postgresSaver"] as const)("a killed call of a tool on %s", (kind) => {
  /** A thread whose process was killed in the approved call. */
  async function killedInCall() {
    const thread = await newThread(kind, "agent");
    const asked = await thread.run([{ send: "Pay" }]);
    const id = asked.pending["approval"] ?? "";
    await thread.killedIn("500", [{ resume: id, answer: "yes", key: "k" }]);
    return { ...thread, id };
  }

  test("is not asked about again, and continues with the stored answer", async () => {
    const thread = await killedInCall();
    expect(await thread.run([])).toEqual({ results: [], pending: {} });
    expect(await thread.run([{ continues: true }])).toEqual({ results: done, pending: {} });
    expect(await thread.paid()).toEqual(["500"]);
  });

  test("continues when its answer is repeated with the same key", async () => {
    const thread = await killedInCall();
    const repeated = await thread.run([{ resume: thread.id, answer: "yes", key: "k" }]);
    expect(repeated).toEqual({ results: done, pending: {} });
    expect(await thread.paid()).toEqual(["500"]);
  });

  test("has been answered for another answer, can be killed again, and then be continued", async () => {
    const thread = await killedInCall();
    const late = await thread.run([{ resume: thread.id, answer: "no" }]);
    expect(late).toEqual({ results: [{ outcome: "alreadyResolved" }], pending: {} });
    await thread.killedIn("500", [{ continues: true }]);
    expect((await thread.run([{ continues: true }])).results).toEqual(done);
    expect(await thread.paid()).toEqual(["500"]);
  });
});

test.each(["sqliteSaver", "stock", "postgresSaver"] as const)(
  "a killed call on %s was approved by the person who answered, also if another one continues it",
  async (kind) => {
    const thread = await newThread(kind, "agent");
    const asked = await thread.run([{ send: "Pay" }]);
    await thread.killedIn("500", [{ resume: asked.pending["approval"] ?? "", answer: "yes", as: "bob" }]);
    const { results } = await thread.run([{ continues: true, as: "carl" }]);
    expect(results).toEqual([{ outcome: "done", signed: ["user:bob"] }]);
  },
);

test("a new message finishes the killed call first, unless it is to be refused or to end it", async () => {
  for (const [unfinished, outcome, paid] of [
    ["end", "interrupted", []],
    ["refuse", "unfinished", []],
    ["finish", "interrupted", ["yes yes"]],
    [undefined, "interrupted", ["yes yes"]],
  ] as const) {
    const thread = await newThread("sqliteSaver", "nested");
    await thread.run([{ send: "Pay" }, { resume: "a", answer: "yes" }]);
    await thread.killedIn("yes yes", [{ resume: "b", answer: "yes" }]);
    expect((await thread.run([{ send: "Pay", unfinished }])).results).toEqual([{ outcome }]);
    expect(await thread.paid()).toEqual(paid);
  }
});

test.each(["sqliteSaver", "stock"] as const)(
  "a node of a nested graph on %s keeps its answers to two questions",
  async (kind) => {
    const thread = await newThread(kind, "nested");
    await thread.run([{ send: "Pay" }, { resume: "a", answer: "yes" }]);
    await thread.killedIn("yes yes", [{ resume: "b", answer: "yes" }]);
    expect(await thread.run([{ continues: true }])).toEqual({ results: done, pending: {} });
    expect(await thread.paid()).toEqual(["yes yes"]);
  },
);

describe.each(["sqliteSaver", "stock"] as const)("two parallel questions on %s", (kind) => {
  /** A thread whose process was killed with the answer to one of two questions. */
  async function killedWithOne() {
    const thread = await newThread(kind, "parallel");
    const { pending } = await thread.run([{ send: "Pay" }]);
    expect(Object.keys(pending)).toEqual(["a", "b"]);
    await thread.killedIn("a 1", [{ resume: "a", answer: 1 }]);
    expect((await thread.run([])).pending).toEqual({ b: pending["b"] });
    return { ...thread, ids: pending };
  }

  test("the answered one continues, and the other one still waits", async () => {
    const thread = await killedWithOne();
    const { results, pending } = await thread.run([{ continues: true }, { continues: true }]);
    expect(results).toEqual([{ outcome: "interrupted" }, { outcome: "nothingToContinue" }]);
    expect(pending).toEqual({ b: thread.ids["b"] });
    expect((await thread.run([{ resume: "b", answer: 2 }])).results).toEqual(done);
    expect(await thread.paid()).toEqual(["a 1", "b 2"]);
  });

  test("an answer to the other one continues both", async () => {
    const thread = await killedWithOne();
    expect(await thread.run([{ resume: "b", answer: 2 }])).toEqual({ results: done, pending: {} });
    expect((await thread.paid()).toSorted()).toEqual(["a 1", "b 2"]);
  });
});
