import path from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { SqliteSaver } from "@langchain/langgraph-checkpoint-sqlite";
import { sqliteSaver } from "@tidemark/checkpoint/sqlite";
import { describe, expect, onTestFinished, test } from "vitest";
import { inspector, threadReader } from "../src/index.ts";
import type { ThreadQuery } from "../src/reader/thread-list.ts";
import { ThreadReader } from "../src/reader/thread-reader.ts";
import { inspectCommands } from "../src/internal.ts";
import { openDatabase } from "../src/source/open-database.graph.ts";
import { plainGraph } from "./killed-graph.ts";
import { kindNames, openThread } from "./killed-kinds.ts";
import { killedThread } from "./killed-thread.ts";
import { temporaryFolder } from "./sources.ts";
import { act, ask, post } from "./writing/writing-app.ts";

/** Milliseconds in which no process runs a thread that was killed. */
const PAUSE = 1_500;

/**
 * Reads a database and closes it again. LangGraph's saver has another build of SQLite than the reader, and the two do not see each other's
 * locks within a process: a reader that stayed open would read the old log of a saver that was collected and opened again.
 */
async function read<Answer>(database: string, answer: (reader: ThreadReader) => Promise<Answer>): Promise<Answer> {
  const reader = new ThreadReader(await openDatabase({ database }));
  try {
    return await answer(reader);
  } finally {
    await reader.close();
  }
}

const threadsIn = (database: string, query: ThreadQuery = {}) => read(database, (reader) => reader.threads(query));
const stepsIn = (database: string) => read(database, (reader) => reader.steps("ann"));

async function run(name: string, ...argv: readonly string[]): Promise<string> {
  const printed: string[] = [];
  const print = (line: string) => printed.push(line);
  await inspectCommands[name]?.run(argv, { stop: Promise.resolve(), print, warn: print });
  return printed.join("\n");
}

const book = () => Promise.resolve("To Bergen");

describe.each(kindNames)("%s", (kind) => {
  test("that was killed is unfinished, and after it was continued the time between counts as stopped", async () => {
    const database = await killedThread(kind);
    expect((await threadsIn(database)).threads).toMatchObject([{ status: "unfinished", next: ["book"] }]);
    expect(await stepsIn(database)).toMatchObject({ status: "unfinished", next: ["book"] });
    expect((await threadsIn(database, { status: "unfinished" })).matching).toBe(1);
    expect((await threadsIn(database, { status: "idle" })).matching).toBe(0);
    expect(await run("threads", database)).toContain("unfinished, next: book");
    expect(await run("steps", database, "ann")).toContain("\nunfinished, next: book");

    await wait(PAUSE);
    await openThread(kind, database, book).resume();
    expect((await threadsIn(database)).threads).toMatchObject([{ status: "idle", next: [] }]);
    const ran = (await stepsIn(database)).steps.find(({ nodes }) => nodes.includes("book"));
    // LangGraph stores no time at which a run began, so only a session knows it.
    if (kind === "a plain graph on LangGraph's saver") return;
    expect(ran?.stopped).toBeGreaterThanOrEqual(PAUSE - 50);
    expect(ran?.waited).toBeNull();
    expect(await run("steps", database, "ann")).toMatch(/after a stop of \d|stopped for \d/);
  });
});

describe("a plain graph that the inspector may run", () => {
  const ann = { thread: "ann", person: "maria" };

  test("is continued where its process ended", async () => {
    const saver = SqliteSaver.fromConnString(await killedThread("a plain graph on LangGraph's saver"));
    const app = inspector({ saver, graph: plainGraph(saver, book), write: true, token: "token" });
    expect((await ask(app, "steps", { thread: "ann" })).body).toMatchObject({ status: "unfinished", next: ["book"] });
    await wait(PAUSE);
    expect(await act(app, "continue", ann)).toMatchObject({ outcome: "done" });
    const { status, steps } = await threadReader({ saver }).steps("ann");
    expect(status).toBe("idle");
    const ran = steps.at(-1);
    expect(ran).toMatchObject({ nodes: ["book"], waited: null });
    expect(ran?.stopped).toBeGreaterThanOrEqual(PAUSE - 50);
    // What has ended is not continued.
    expect(await act(app, "continue", ann)).toMatchObject({ outcome: "nothingToContinue" });
  });

  test("is not continued without the token, or without a name", async () => {
    const saver = SqliteSaver.fromConnString(await killedThread("a plain graph on LangGraph's saver"));
    const app = inspector({ saver, graph: plainGraph(saver, book), write: true, token: "token" });
    expect((await post(app, "continue", ann, { "x-inspect-token": "" })).status).toBe(401);
    expect((await post(app, "continue", { thread: "ann" })).status).toBe(400);
  });
});

test("a thread whose lease is held is running, and is not continued by somebody else", async () => {
  const database = path.join(temporaryFolder(), "threads.db");
  const { promise: isBooking, resolve: began } = Promise.withResolvers<void>();
  const { promise: ticket, resolve: booked } = Promise.withResolvers<string>();
  const thread = openThread("a plain graph in a session on Tidemark's saver", database, () => {
    began();
    return ticket;
  });
  const turn = thread.send("Book a train");
  await isBooking;
  expect((await threadsIn(database)).threads).toMatchObject([{ status: "running", next: ["book"] }]);
  expect(await stepsIn(database)).toMatchObject({ status: "running" });
  const saver = sqliteSaver({ file: database });
  onTestFinished(() => saver.close());
  const app = inspector({ saver, graph: plainGraph(saver, book), write: true, token: "token" });
  expect(await act(app, "continue", { thread: "ann", person: "maria" })).toMatchObject({ outcome: "busy" });
  booked("To Bergen");
  await turn;
  expect((await threadsIn(database)).threads).toMatchObject([{ status: "idle" }]);
  expect(await stepsIn(database)).toMatchObject({ status: "idle", next: [] });
});

test("a step that failed and was repeated later has no separate running time", async () => {
  const database = path.join(temporaryFolder(), "threads.db");
  const kind = "a plain graph on LangGraph's saver";
  await openThread(kind, database, () => Promise.reject(new Error("No train")))
    .send("Book a train")
    .catch(() => null);
  expect((await threadsIn(database)).threads).toMatchObject([{ status: "failed", next: ["book"] }]);
  await wait(PAUSE);
  await openThread(kind, database, book).resume();
  const { steps } = await stepsIn(database);
  expect(steps.at(-1)).toMatchObject({ nodes: ["book"], milliseconds: null, waited: null });
  expect(steps.at(-1)?.stopped).toBeGreaterThanOrEqual(PAUSE - 50);
  expect(await run("steps", database, "ann")).toContain(", with the time it was stopped");
});
