import { Annotation, END, START, StateGraph } from "@langchain/langgraph";
import type { BaseCheckpointSaver } from "@langchain/langgraph-checkpoint";
import { sqliteSaver } from "@tidemark/checkpoint/sqlite";
import { describe, expect, onTestFinished, test } from "vitest";
import { threadReader } from "../src/index.ts";
import { savers } from "./sources.ts";
import { askPlain, at } from "./threads.ts";

const State = Annotation.Root({ done: Annotation<readonly string[]>({ reducer: (all, more) => [...all, ...more] }) });

/** A graph whose last node waits for two others. */
const joiningGraph = (checkpointer: BaseCheckpointSaver) =>
  new StateGraph(State)
    .addNode("train", () => ({ done: ["train"] }))
    .addNode("hotel", () => ({ done: ["hotel"] }))
    .addNode("book", () => ({ done: ["book"] }))
    .addEdge(START, "train")
    .addEdge(START, "hotel")
    .addEdge(["train", "hotel"], "book")
    .addEdge("book", END)
    .compile({ checkpointer });

describe.each(Object.entries(savers))("%s", (_, make) => {
  test("says which nodes run after one checkpoint as it says it of all of them", async () => {
    const stored = make();
    await askPlain(stored.saver, "ann");
    await joiningGraph(stored.saver).invoke({ done: [] }, at("ben"));
    const source = await stored.open();
    onTestFinished(() => source.close());
    const all: string[] = [];
    for (const threadId of ["ann", "ben"])
      for (const { id, next } of await source.steps(threadId)) {
        expect(await source.next({ threadId, id })).toEqual(next);
        all.push(...next);
      }
    expect(new Set(all)).toEqual(new Set(["__start__", "plan", "search", "choose", "book", "train", "hotel"]));
  });
});

test("a list of threads whose turns have ended reads no checkpoint as a whole", async () => {
  const saver = sqliteSaver();
  onTestFinished(() => saver.close());
  for (const threadId of ["ann", "ben"]) await joiningGraph(saver).invoke({ done: [] }, at(threadId));
  let reads = 0;
  const read = saver.getTuple.bind(saver);
  saver.getTuple = (config) => {
    reads += 1;
    return read(config);
  };
  const { threads } = await threadReader({ saver }).threads();
  expect(threads.map(({ status, next }) => [status, next])).toEqual([
    ["idle", []],
    ["idle", []],
  ]);
  expect(reads).toBe(0);
});
