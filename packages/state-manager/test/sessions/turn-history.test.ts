import { MemorySaver, type StateSnapshot } from "@langchain/langgraph";
import { type CheckpointTuple, emptyCheckpoint } from "@langchain/langgraph-checkpoint";
import { expect, describe, test } from "vitest";
import { ListedCheckpoints, turnsOf } from "../../src/sessions/turn-history.graph.ts";
import { untyped } from "../untyped.ts";
import { tripGraph } from "./session-graph.ts";

// oxlint-disable-next-line require-yield -- it fails before it can yield
async function* broken(): AsyncGenerator<CheckpointTuple> {
  await Promise.reject(new Error("connection lost"));
}

interface Point {
  readonly id: string;
  readonly turn?: unknown;
  readonly userInput?: unknown;
  readonly source?: "input" | "loop" | "update";
  readonly next?: string[];
  readonly at?: string;
  /** Parent checkpoint. Defaults to the previous one. */
  readonly parent?: string;
}

/** One checkpoint as a saver lists it. Values of a thread persist, so each checkpoint names its turn. */
const tuple = (
  { id, turn, userInput = null, source = "loop", at, parent }: Point,
  index: number,
  points: readonly Point[],
): CheckpointTuple => ({
  checkpoint: {
    ...emptyCheckpoint(),
    id,
    ts: untyped(at),
    channel_values: { ...(turn !== undefined && { runtime_turn_id: turn }), task_user_input: userInput },
  },
  config: { configurable: { thread_id: "t", checkpoint_id: id } },
  metadata: { source, step: 0, parents: {} },
  ...((parent ?? points[index - 1]?.id) !== undefined && {
    parentConfig: { configurable: { thread_id: "t", checkpoint_id: parent ?? points[index - 1]?.id } },
  }),
});

/** A checkpoint as LangGraph reads it. */
const snapshot = ({ config, checkpoint: { ts, channel_values: values } }: CheckpointTuple, next: string[]) => ({
  values,
  next,
  config,
  tasks: [],
  ...(ts !== undefined && { createdAt: ts }),
});

async function* listed(points: readonly Point[], read: { listed: number }): AsyncGenerator<CheckpointTuple> {
  for (const each of points.map(tuple).toReversed()) {
    read.listed += 1;
    yield await Promise.resolve(each);
  }
}

/** History of checkpoints given oldest first; savers list them newest first. `read` counts those that were listed and read. */
const historyOf = (points: readonly Point[], read = { listed: 0, snapshots: 0 }) => ({
  checkpoints: listed(points, read),
  snapshots: async function* snapshots(this: void, tuples: readonly CheckpointTuple[]): AsyncGenerator<StateSnapshot> {
    for (const each of tuples) {
      read.snapshots += 1;
      const { next = [] } = points.find(({ id }) => id === each.checkpoint.id) ?? {};
      yield await Promise.resolve(snapshot(each, next));
    }
  },
  newestId: points.at(-1)?.id ?? null,
});
const turns = (...points: readonly Point[]) => turnsOf(historyOf(points));

describe("turnsOf", () => {
  test("groups checkpoints into turns, newest first, with start and end", async () => {
    const [later, earlier, ...more] = await turns(
      { id: "1", turn: "a", userInput: "sea", at: "10:00", next: ["work"] },
      { id: "2", turn: "a", userInput: "sea", at: "10:01" },
      { id: "3", turn: "b", userInput: "hills", at: "11:00" },
    );
    expect(earlier).toEqual({
      turnId: "a",
      userInput: "sea",
      startedAt: "10:00",
      endedAt: "10:01",
      checkpoints: 2,
      checkpointId: "2",
      status: "ended",
    });
    expect(later).toMatchObject({ turnId: "b", checkpoints: 1, startedAt: "11:00", endedAt: "11:00" });
    expect(more).toEqual([]);
  });

  test("with a limit, reads the newest turns and no more than one before them", async () => {
    const points: Point[] = Array.from({ length: 50 }, (_, index) => [
      { id: `${100 + 3 * index}`, turn: `turn_${index}`, source: "input" as const },
      { id: `${101 + 3 * index}`, turn: `turn_${index + 1}` },
      { id: `${102 + 3 * index}`, turn: `turn_${index + 1}` },
    ]).flat();
    const read = { listed: 0, snapshots: 0 };
    const all = await turnsOf(historyOf(points, read));
    expect([all.length, read]).toEqual([50, { listed: 150, snapshots: 50 }]);
    for (const limit of [1, 2, 10, 49, 50, 51]) {
      Object.assign(read, { listed: 0, snapshots: 0 });
      expect(await turnsOf(historyOf(points, read), limit)).toEqual(all.slice(0, limit));
      expect(read.listed).toBeLessThanOrEqual(3 * (limit + 1) + 2);
      expect(read.snapshots).toBe(Math.min(limit, 50));
    }
  });

  test("a turn is open while its last checkpoint has nodes to run", async () => {
    expect(await turns({ id: "1", turn: "a" }, { id: "2", turn: "a", next: ["ask"] })).toMatchObject([
      { status: "open" },
    ]);
    expect(await turns({ id: "1", turn: "a", next: ["ask"] }, { id: "2", turn: "a" })).toMatchObject([
      { status: "ended" },
    ]);
  });

  test("an input with the id of the previous turn belongs to neither turn", async () => {
    const history = await turns(
      { id: "1", turn: "a" },
      { id: "2", turn: "a", source: "input" },
      { id: "3", turn: "a" },
      { id: "4", turn: "b" },
    );
    expect(history.map(({ turnId, checkpoints, checkpointId }) => [turnId, checkpoints, checkpointId])).toEqual([
      ["b", 1, "4"],
      ["a", 1, "1"],
    ]);
  });

  test("checkpoints before the first turn are left out", async () => {
    expect(await turns({ id: "1", source: "input" }, { id: "2" }, { id: "3", turn: "a" })).toMatchObject([
      { turnId: "a", checkpoints: 1 },
    ]);
  });

  test("an edit from outside belongs to the turn it follows", async () => {
    expect(await turns({ id: "1", turn: "a" }, { id: "2", turn: "a", source: "update" })).toMatchObject([
      { turnId: "a", checkpoints: 2, checkpointId: "2" },
    ]);
  });

  test.each([null, 7, {}, undefined])("the turn id %j is ignored", async (turn) => {
    expect(await turns({ id: "1", turn })).toEqual([]);
  });

  test.each([null, 7, ["sea"], undefined])("input of %j counts as missing", async (userInput) => {
    expect(await turns({ id: "1", turn: "a", userInput })).toMatchObject([{ userInput: null }]);
  });

  test("custom turn ids are distinguished, and unknown times are null", async () => {
    const ids = ["__proto__", "constructor", "", "🚂"];
    const history = await turns(...ids.map((turn, index) => ({ id: String(index), turn })));
    expect(history.map(({ turnId }) => turnId)).toEqual(ids.toReversed());
    expect(history[0]).toMatchObject({ startedAt: null, endedAt: null });
  });

  test.each([null, undefined, [], "values"])("a turn that the graph reads as %j has no input", async (values) => {
    const { snapshots, ...history } = historyOf([{ id: "1", turn: "a", userInput: "sea" }]);
    async function* odd(tuples: readonly CheckpointTuple[]) {
      for await (const each of snapshots(tuples)) yield { ...each, values: untyped(values) };
    }
    expect(await turnsOf({ ...history, snapshots: odd })).toMatchObject([{ turnId: "a", userInput: null }]);
  });

  test("turns of an abandoned branch are left out, even with the same ids", async () => {
    const history = await turns(
      { id: "1", turn: "turn_1" },
      { id: "2", turn: "turn_2", userInput: "hills", parent: "1" },
      { id: "3", turn: "turn_3", userInput: "snow", parent: "2" },
      { id: "4", turn: "turn_2", userInput: "rain", parent: "1" },
    );
    expect(history.map(({ turnId, userInput, checkpoints }) => [turnId, userInput, checkpoints])).toEqual([
      ["turn_2", "rain", 1],
      ["turn_1", null, 1],
    ]);
  });

  test("two turns with the same id are two turns", async () => {
    const history = await turns({ id: "1", turn: "a" }, { id: "2", turn: "b" }, { id: "3", turn: "a" });
    expect(history.map(({ turnId, checkpointId }) => [turnId, checkpointId])).toEqual([
      ["a", "3"],
      ["b", "2"],
      ["a", "1"],
    ]);
  });

  test("a thread without checkpoints has no turns", async () => {
    expect(await turns()).toEqual([]);
  });

  test("an error of the history is rethrown", async () => {
    await expect(turnsOf({ ...historyOf([]), checkpoints: broken() })).rejects.toThrow("connection lost");
  });

  test("reads the history of a real graph", async () => {
    const saver = new MemorySaver();
    const graph = tripGraph(saver, { failures: 1 });
    const config = { configurable: { thread_id: "t" }, durability: "sync" as const };
    const say = (content: string) => graph.invoke({ messages: [{ role: "user", content }] }, config);
    const read = () =>
      turnsOf({
        checkpoints: saver.list(config),
        snapshots: (each) =>
          graph.getStateHistory({
            configurable: { ...config.configurable, __pregel_checkpointer: new ListedCheckpoints(saver, each) },
          }),
        newestId: null,
      });
    await expect(say("sea")).rejects.toThrow("power cut");
    expect(await read()).toMatchObject([{ turnId: "turn_1", userInput: "sea", status: "open", checkpoints: 1 }]);
    await say("hills");
    const history = await read();
    expect(history.map(({ turnId, userInput, status }) => [turnId, userInput, status])).toEqual([
      ["turn_2", "hills", "ended"],
      ["turn_1", "sea", "open"],
    ]);
    const { config: newest, createdAt } = await graph.getState(config);
    expect(history[0]?.endedAt).toBe(createdAt);
    expect(history[0]?.checkpointId).toBe(newest.configurable?.["checkpoint_id"]);
  });
});
