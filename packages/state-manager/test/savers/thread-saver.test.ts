import { type BaseCheckpointSaver, Command, MemorySaver } from "@langchain/langgraph";
import { emptyCheckpoint } from "@langchain/langgraph-checkpoint";
import { SqliteSaver } from "@langchain/langgraph-checkpoint-sqlite";
import { fixedClock } from "@tidemark/state-manager/testing";
import { describe, expect, test } from "vitest";
import { interruptIds, newestTuple, pendingWrites, writeEdit } from "../../src/savers/thread-saver.graph.ts";
import { now } from "../trip.ts";
import { untyped } from "../untyped.ts";
import { putPoints } from "../sessions/raw-thread.ts";
import { tripGraph } from "../sessions/session-graph.ts";

const clock = fixedClock(now);
const config = { configurable: { thread_id: "t" } };
const tupleWith = (...writes: readonly (readonly [task: string, channel: string, value: unknown])[]) => ({
  config: {},
  checkpoint: emptyCheckpoint(),
  pendingWrites: writes.map(([task, channel, value]): [string, string, unknown] => [task, channel, value]),
});
const say = (saver: BaseCheckpointSaver, content: string) =>
  tripGraph(saver, { asks: true }).invoke({ messages: [{ role: "user", content }] }, config);

/** Counts with text, like savers whose versions are sorted in a database. */
class TextVersions extends MemorySaver {
  override getNextVersion(current: number | undefined): number {
    const count = current === undefined ? 0 : Number.parseInt(String(current), 10);
    return untyped(`${String(count + 1).padStart(8, "0")}.5`);
  }
}

describe("pendingWrites", () => {
  test("returns the writes of nodes without LangGraph's own", () => {
    const tuple = tupleWith(["1", "trip_city", "Oslo"], ["1", "__interrupt__", []], ["2", "branch:to:note", null]);
    expect(pendingWrites(tuple)).toEqual([
      ["1", "trip_city", "Oslo"],
      ["2", "branch:to:note", null],
    ]);
  });

  test.each(["__error__", "__no_writes__", "__resume__", "__scheduled__", "__start__"])(
    "%s is LangGraph's own",
    (channel) => {
      expect(pendingWrites(tupleWith(["1", channel, 1]))).toEqual([]);
    },
  );

  test("returns nothing without pending writes", () => {
    expect(pendingWrites(tupleWith())).toEqual([]);
    expect(pendingWrites({ config: {}, checkpoint: emptyCheckpoint() })).toEqual([]);
  });
});

describe("interruptIds", () => {
  test("returns the ids of all interrupts of all tasks", () => {
    const tuple = tupleWith(
      ["1", "__interrupt__", { id: "a", value: 1 }],
      ["2", "__interrupt__", [{ id: "b" }, { id: "c" }]],
      ["3", "trip_city", { id: "d" }],
    );
    expect(interruptIds(tuple)).toEqual(["a", "b", "c"]);
  });

  test.each([null, "a", 7, {}, [null, "a", { id: 7 }, []]])("finds none in %j", (value) => {
    expect(interruptIds(tupleWith(["1", "__interrupt__", value]))).toEqual([]);
  });

  test("are the ids that LangGraph reports for the interrupts", async () => {
    const saver = new MemorySaver();
    await say(saver, "sea");
    const tuple = await newestTuple(saver, "t");
    const [task] = (await tripGraph(saver).getState(config)).tasks;
    expect(tuple === undefined ? [] : interruptIds(tuple)).toEqual([task?.interrupts[0]?.id]);
  });
});

describe("newestTuple", () => {
  test("is the newest of the graph itself, not of a subgraph or another thread", async () => {
    const saver = new MemorySaver();
    expect(await newestTuple(saver, "t")).toBeUndefined();
    await putPoints(saver, "t", [{ id: "2" }, { id: "1" }, { id: "3", namespace: "sub" }]);
    await putPoints(saver, "other", [{ id: "4" }]);
    expect((await newestTuple(saver, "t"))?.checkpoint.id).toBe("2");
  });
});

describe.each([
  ["MemorySaver", () => new MemorySaver()],
  ["SqliteSaver", () => SqliteSaver.fromConnString(":memory:")],
  ["versions of text", () => new TextVersions()],
])("writeEdit with %s", (_, makeSaver) => {
  const ended = async () => {
    const saver = makeSaver();
    await say(saver, "sea");
    await tripGraph(saver, { asks: true }).invoke(new Command({ resume: "yes" }), config);
    return saver;
  };

  test("writes a separate checkpoint after the newest and keeps every other value", async () => {
    const saver = await ended();
    const before = await newestTuple(saver, "t");
    await writeEdit(saver, "t", { values: { trip_city: "Oslo" }, clock });
    const after = await newestTuple(saver, "t");
    expect(after?.checkpoint).toMatchObject({
      ts: now,
      channel_values: { ...before?.checkpoint.channel_values, trip_city: "Oslo" },
    });
    expect(after?.metadata).toMatchObject({ source: "update", step: (before?.metadata?.step ?? 0) + 1 });
    expect(after?.parentConfig?.configurable?.["checkpoint_id"]).toBe(before?.checkpoint.id);
    expect(after?.checkpoint.id.localeCompare(before?.checkpoint.id ?? "")).toBe(1);
  });

  test("runs no node, and the graph continues from it", async () => {
    const saver = await ended();
    await writeEdit(saver, "t", { values: { trip_city: "Oslo" }, clock });
    const graph = tripGraph(saver);
    const state = await graph.getState(config);
    expect([state.next, state.values]).toMatchObject([[], { trip_city: "Oslo", trip_notes: ["sea"] }]);
    const next = await graph.invoke({ messages: [{ role: "user", content: "hills" }] }, config);
    expect(next).toMatchObject({ trip_city: "Oslo", trip_notes: ["sea", "hills"] });
  });

  test("raises the version of the written channels above all others", async () => {
    const saver = await ended();
    // From here on the newest version is in the middle.
    await writeEdit(saver, "t", { values: { task_user_input: "snow" }, clock });
    const before = (await newestTuple(saver, "t"))?.checkpoint.channel_versions ?? {};
    await writeEdit(saver, "t", { values: { trip_city: "Oslo" }, clock });
    const { trip_city: raised, ...others } = (await newestTuple(saver, "t"))?.checkpoint.channel_versions ?? {};
    const { trip_city: __, ...rest } = before;
    expect(others).toEqual(rest);
    const highest = Object.values(before).reduce((most, each) => (each > most ? each : most));
    expect(raised !== undefined && raised > highest).toBe(true);
    expect(typeof raised).toBe(typeof highest);
  });

  test("scheduled nodes stay scheduled", async () => {
    const saver = makeSaver();
    const graph = tripGraph(saver, { failures: 1 });
    const input = { messages: [{ role: "user" as const, content: "sea" }] };
    await expect(graph.invoke(input, { ...config, durability: "sync" })).rejects.toThrow("power cut");
    const { next } = await graph.getState(config);
    await writeEdit(saver, "t", { values: { trip_city: "Oslo" }, clock });
    expect(next).toEqual(["work"]);
    expect((await graph.getState(config)).next).toEqual(next);
    expect(await graph.invoke(null, config)).toMatchObject({ trip_city: "Oslo", trip_notes: ["sea"] });
  });

  test("creates the first checkpoint of a thread", async () => {
    const saver = makeSaver();
    await writeEdit(saver, "t", { values: { trip_city: "Oslo" }, clock });
    const tuple = await newestTuple(saver, "t");
    expect(tuple).toMatchObject({ metadata: { source: "update", step: -1, parents: {} } });
    expect(tuple?.parentConfig).toBeUndefined();
    expect((await tripGraph(saver).getState(config)).values).toMatchObject({ trip_city: "Oslo", trip_notes: [] });
  });

  test("writes null and empty values unchanged", async () => {
    const saver = await ended();
    await writeEdit(saver, "t", { values: { trip_city: null, trip_notes: [] }, clock });
    const state = await tripGraph(saver).getState(config);
    expect(state.values).toMatchObject({ trip_city: null, trip_notes: [] });
  });
});

test("an edit that the saver refuses is an error, and changes nothing", async () => {
  class Full extends MemorySaver {
    full = false;
    override put(...args: Parameters<MemorySaver["put"]>) {
      return this.full ? Promise.reject(new Error("disk full")) : super.put(...args);
    }
  }
  const saver = new Full();
  await say(saver, "sea");
  const before = await newestTuple(saver, "t");
  saver.full = true;
  await expect(writeEdit(saver, "t", { values: { trip_city: "Oslo" }, clock })).rejects.toThrow("disk full");
  expect(await newestTuple(saver, "t")).toEqual(before);
});
