import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { type BaseCheckpointSaver, END, START, StateGraph } from "@langchain/langgraph";
import { sqliteSaver } from "@tidemark/checkpoint/sqlite";
import { defineState, field, fields } from "@tidemark/core-state";
import { toStateSchema } from "@tidemark/core-state/langgraph";
import { append } from "@tidemark/reducers";
import { defineMigrations } from "@tidemark/state-manager";
import { afterEach, expect, test } from "vitest";
import { z } from "zod";
import { defineTurns, startWorker, type Turns } from "../../src/index.ts";
import { localEngine } from "../../src/local.ts";
import { countingGraph } from "../counting-graph.ts";

const open: (() => Promise<void> | void)[] = [];

afterEach(async () => {
  for (const close of open.splice(0).toReversed()) await close();
});

/** The log of `counting-graph.ts` after a change of its shape: entries with authors, under another name. */
const Diary = defineState({
  version: 2,
  fields: fields("log", {
    text: field({
      description: "Text of the turn.",
      schema: z.string(),
      default: () => "",
      lifetime: "thread",
      owner: "root",
    }),
    entries: field({
      description: "Entries, in order.",
      schema: z.array(z.object({ text: z.string(), by: z.enum(["old", "new"]) })).readonly(),
      default: () => [],
      lifetime: "thread",
      owner: "root",
      reducer: append<{ text: string; by: "old" | "new" }>(),
    }),
  }),
});

const migrations = defineMigrations(Diary, [
  {
    to: 2,
    description: "Entries have authors.",
    rename: { log_done: "log_entries" },
    change: {
      log_entries: (texts) =>
        z
          .array(z.string())
          .parse(texts)
          .map((text) => ({ text, by: "old" as const })),
    },
  },
]);

const pause = (milliseconds: number) => new Promise<void>((resolve) => setTimeout(resolve, milliseconds));

const diaryGraph = (checkpointer: BaseCheckpointSaver) =>
  new StateGraph(toStateSchema(Diary))
    .addNode("work", async () => {
      await pause(5);
      return {};
    })
    .addNode("note", ({ log_text }) => ({ log_entries: [{ text: log_text, by: "new" as const }] }))
    .addEdge(START, "work")
    .addEdge("work", "note")
    .addEdge("note", END)
    .compile({ checkpointer });

/** Turns of both versions on one file. */
function bothVersions() {
  const folder = mkdtempSync(path.join(tmpdir(), "tidemark-rolling-"));
  const file = path.join(folder, "turns.db");
  open.push(() => rmSync(folder, { recursive: true }));
  const parts = () => {
    const saver = sqliteSaver({ file, busyTimeout: 60_000 });
    open.push(() => saver.close());
    return { saver, engine: localEngine({ file }) };
  };
  const before = parts();
  const work = { work: () => pause(5) };
  const old = defineTurns({ name: "desk", graph: countingGraph(before.saver, work), engine: before.engine });
  const after = parts();
  const renewed = defineTurns({ name: "desk", graph: diaryGraph(after.saver), engine: after.engine, migrations });
  open.push(
    () => old.close(),
    () => renewed.close(),
  );
  return { old, renewed };
}

test("a worker leaves a turn of a newer version to the others", async () => {
  const { old, renewed } = bothVersions();
  const second = await startWorker(renewed);
  await renewed.send("ann", { log_text: "sea" }, { idempotencyKey: "1" });
  expect(await renewed.result("1")).toMatchObject({ outcome: "done" });
  await second.stop();
  // Its turns of other threads go on.
  const first = await startWorker(old);
  open.push(() => first.stop());
  await old.send("ann", { log_text: "hills" }, { idempotencyKey: "2" });
  await old.send("ben", { log_text: "sand" }, { idempotencyKey: "3" });
  expect(await old.result("3")).toMatchObject({ outcome: "done", state: { log_done: ["sand"] } });
  await pause(1_500);
  expect((await old.status("ben")).running).toBeNull();
  const third = await startWorker(renewed);
  open.push(() => third.stop());
  expect(await renewed.result("2")).toMatchObject({
    outcome: "done",
    state: { log_entries: [{ text: "sea" }, { text: "hills", by: "new" }] },
  });
});

test("a new version of the state is deployed under load: every turn is done once and in order", async () => {
  const { old, renewed } = bothVersions();
  const threads = Array.from({ length: 12 }, (_, index) => `thread ${index}`);
  const count = 8;
  const send = async (threadId: string, index: number): Promise<void> => {
    // Both versions accept turns while they run side by side.
    const turns: Turns = index % 2 === 0 ? old : renewed;
    const id = `${threadId}/${index}`;
    expect(await turns.send(threadId, { log_text: id }, { idempotencyKey: id })).toMatchObject({ repeated: false });
  };
  const first = await startWorker(old, { concurrency: 4 });
  for (let index = 0; index < count / 2; index += 1) for (const each of threads) await send(each, index);
  const second = await startWorker(renewed, { concurrency: 4 });
  for (let index = count / 2; index < count; index += 1) for (const each of threads) await send(each, index);
  // The old version meets threads that the new one has migrated.
  await pause(500);
  await first.stop();
  for (const threadId of threads) {
    const ids = Array.from({ length: count }, (_, index) => `${threadId}/${index}`);
    const results = await Promise.all(ids.map((id) => renewed.result(id)));
    expect(results.map(({ outcome }) => outcome)).toEqual(ids.map(() => "done"));
    const [one] = results;
    expect(one !== undefined && "state" in one ? one.state.log_entries.map(({ text }) => text) : []).toEqual([ids[0]]);
    const last = results.at(-1);
    expect(last !== undefined && "state" in last ? last.state.log_entries.map(({ text }) => text) : []).toEqual(ids);
  }
  await second.stop();
});
