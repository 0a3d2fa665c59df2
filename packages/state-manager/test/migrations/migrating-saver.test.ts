import type { RunnableConfig } from "@langchain/core/runnables";
import {
  type BaseCheckpointSaver,
  Command,
  END,
  interrupt,
  MemorySaver,
  START,
  StateGraph,
} from "@langchain/langgraph";
import type { ChannelVersions, Checkpoint, CheckpointMetadata, CheckpointTuple } from "@langchain/langgraph-checkpoint";
import type { StateDeclaration } from "@tidemark/core-state";
import { toStateSchema } from "@tidemark/core-state/langgraph";
import { migratingSaver } from "@tidemark/state-manager/langgraph";
import { describe, expect, test } from "vitest";
import { BareOne, BareTwo, bareToTwo, JourneyOne, JourneyTwo, toTwo } from "./journeys.ts";

const bareGraph = (state: typeof BareOne, checkpointer: BaseCheckpointSaver, added: number) =>
  new StateGraph(toStateSchema(state))
    .addNode("add", ({ bare_amount: amount }) => ({ bare_amount: amount + added }))
    .addEdge(START, "add")
    .addEdge("add", END)
    .compile({ checkpointer });

/** Graph of either version, whose fields are unknown to the compiler. */
const untyped = (state: StateDeclaration) => new StateGraph(toStateSchema(state));

const sizeOfNotes = (values: object) => ({ bare_amount: JSON.stringify(Reflect.get(values, "journey_notes")).length });

/** Graph of either version with a subgraph that waits for an answer. */
const outer = (version: 1 | 2, checkpointer: BaseCheckpointSaver) => {
  const inner = untyped(version === 1 ? JourneyOne : JourneyTwo)
    .addNode("note", () => ({ journey_notes: version === 1 ? ["sea"] : [{ text: "sea" }] }))
    .addNode("ask", (values) => ({ journey_draft: interrupt(Reflect.get(values, "journey_notes")) }))
    .addEdge(START, "note")
    .addEdge("note", "ask")
    .addEdge("ask", END)
    .compile();
  return untyped(version === 1 ? BareOne : BareTwo)
    .addNode("inner", async (_, config) => sizeOfNotes(await inner.invoke({}, config)))
    .addEdge(START, "inner")
    .addEdge("inner", END)
    .compile({ checkpointer });
};

const thread = (name: string) => ({ configurable: { thread_id: name } });

describe("migratingSaver", () => {
  test("reads the version from the metadata when the state has no version field", async () => {
    const stored = new MemorySaver();
    await bareGraph(BareOne, stored, 0).invoke({ bare_amount: 3 }, thread("a"));
    const graph = bareGraph(BareTwo, migratingSaver(stored, bareToTwo), 1);
    expect(await graph.invoke({}, thread("a"))).toEqual({ bare_amount: 301 });
    expect(await graph.invoke({}, thread("a"))).toEqual({ bare_amount: 302 });
    const again = bareGraph(BareTwo, migratingSaver(stored, bareToTwo), 1);
    expect((await again.getState(thread("a"))).values).toEqual({ bare_amount: 302 });
  });

  test("records the version of new threads", async () => {
    const stored = new MemorySaver();
    await bareGraph(BareTwo, migratingSaver(stored, bareToTwo), 0).invoke({ bare_amount: 3 }, thread("a"));
    expect((await stored.getTuple(thread("a")))?.metadata).toMatchObject({ tidemark_schema_version: 2 });
    const graph = bareGraph(BareTwo, migratingSaver(stored, bareToTwo), 0);
    expect((await graph.getState(thread("a"))).values).toEqual({ bare_amount: 3 });
  });

  test("writes nothing when it reads", async () => {
    const stored = new MemorySaver();
    await bareGraph(BareOne, stored, 0).invoke({ bare_amount: 3 }, thread("a"));
    const before = JSON.stringify(stored.storage);
    const saver = migratingSaver(stored, bareToTwo);
    await bareGraph(BareTwo, saver, 0).getState(thread("a"));
    for await (const tuple of saver.list(thread("a"))) expect(tuple.metadata).toBeDefined();
    expect(JSON.stringify(stored.storage)).toBe(before);
  });

  test("migrates again after threads were evicted from its cache", async () => {
    const stored = new NeedsVersions();
    const old = bareGraph(BareOne, stored, 0);
    const names = Array.from({ length: 300 }, (_, index) => `thread ${index}`);
    for (const name of names) await old.invoke({ bare_amount: 3 }, thread(name));
    const saver = migratingSaver(stored, bareToTwo);
    const tuples = await Promise.all(names.map((name) => saver.getTuple(thread(name))));
    const [first] = tuples;
    if (first === undefined) throw new Error("The thread is there.");
    await saver.put(
      first.config,
      { ...first.checkpoint, id: "ffffffff-0000-0000-0000-000000000000" },
      { source: "loop", step: 9, parents: {} },
      {},
    );
    expect((await saver.getTuple(thread("thread 0")))?.checkpoint.channel_values).toMatchObject({ bare_amount: 300 });
  });

  test("migrates the state of a subgraph by separate migrations and leaves others unchanged", async () => {
    const stored = new MemorySaver();
    await outer(1, stored).invoke({ bare_amount: 2 }, thread("a"));
    const graph = outer(2, migratingSaver(stored, bareToTwo, { subgraphs: { inner: toTwo } }));
    const resumed = await graph.invoke(new Command({ resume: "yes" }), thread("a"));
    expect(resumed).toEqual({ bare_amount: JSON.stringify([{ text: "sea" }]).length });

    await outer(1, stored).invoke({ bare_amount: 2 }, thread("b"));
    const alone = outer(2, migratingSaver(stored, bareToTwo));
    expect(await alone.invoke(new Command({ resume: "yes" }), thread("b"))).toEqual({
      bare_amount: JSON.stringify(["sea"]).length,
    });
  });

  test("deletes threads and counts versions like the wrapped saver", async () => {
    const stored = new MemorySaver();
    const saver = migratingSaver(stored, bareToTwo);
    await bareGraph(BareTwo, saver, 0).invoke({ bare_amount: 3 }, thread("a"));
    await saver.deleteThread("a");
    expect(await stored.getTuple(thread("a"))).toBeUndefined();
    expect(saver.getNextVersion(4)).toBe(stored.getNextVersion(4));
  });
});

/** Stores a value only with a new version of its channel, like savers that store each version once. */
class NeedsVersions extends MemorySaver {
  readonly #values = new Map<string, unknown>();

  override put(
    config: RunnableConfig,
    checkpoint: Checkpoint,
    metadata: CheckpointMetadata,
    versions?: ChannelVersions,
  ) {
    for (const [name, version] of Object.entries(versions ?? {})) {
      this.#values.set(keyOf(config, name, version), checkpoint.channel_values[name]);
    }
    return super.put(config, checkpoint, metadata);
  }

  override async getTuple(config: RunnableConfig): Promise<CheckpointTuple | undefined> {
    const tuple = await super.getTuple(config);
    if (tuple === undefined) return undefined;
    const values: Record<string, unknown> = {};
    for (const [name, version] of Object.entries(tuple.checkpoint.channel_versions)) {
      const value = this.#values.get(keyOf(config, name, version));
      if (value !== undefined) values[name] = value;
    }
    return { ...tuple, checkpoint: { ...tuple.checkpoint, channel_values: values } };
  }
}

const keyOf = (config: RunnableConfig, name: string, version: number | string): string =>
  JSON.stringify([config.configurable?.["thread_id"], name, version]);
