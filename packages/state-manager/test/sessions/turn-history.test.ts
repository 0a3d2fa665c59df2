import { MemorySaver, type StateSnapshot } from "@langchain/langgraph";
import { expect, describe, test } from "vitest";
import { turnsOf } from "../../src/sessions/turn-history.graph.ts";
import { untyped } from "../untyped.ts";
import { tripGraph } from "./session-graph.ts";

// oxlint-disable-next-line require-yield -- it fails before it can yield
async function* broken(): AsyncGenerator<StateSnapshot> {
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

/** One checkpoint as LangGraph returns it. Values of a thread persist, so each checkpoint names its turn. */
const snapshot = (
  { id, turn, userInput = null, source = "loop", next = [], at, parent }: Point,
  index: number,
  points: readonly Point[],
): StateSnapshot => ({
  values: { ...(turn !== undefined && { runtime_turn_id: turn }), task_user_input: userInput },
  next,
  config: { configurable: { thread_id: "t", checkpoint_id: id } },
  metadata: { source, step: 0, parents: {} },
  ...((parent ?? points[index - 1]?.id) !== undefined && {
    parentConfig: { configurable: { thread_id: "t", checkpoint_id: parent ?? points[index - 1]?.id } },
  }),
  ...(at !== undefined && { createdAt: at }),
  tasks: [],
});

/** Turns of checkpoints given oldest first; LangGraph lists them newest first. */
async function* listed(snapshots: readonly StateSnapshot[]) {
  for (const each of snapshots.toReversed()) yield await Promise.resolve(each);
}
const turns = (...points: readonly Point[]) => turnsOf(listed(points.map(snapshot)), points.at(-1)?.id ?? null);

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
    let read = 0;
    async function* counted() {
      for await (const each of listed(points.map(snapshot))) {
        read += 1;
        yield each;
      }
    }
    const newest = points.at(-1)?.id ?? null;
    const all = await turnsOf(counted(), newest);
    expect([all.length, read]).toEqual([50, 150]);
    for (const limit of [1, 2, 10, 49, 50, 51]) {
      read = 0;
      expect(await turnsOf(counted(), newest, limit)).toEqual(all.slice(0, limit));
      expect(read).toBeLessThanOrEqual(3 * (limit + 1) + 2);
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

  test.each([null, undefined, [], "values"])("a checkpoint with the values %j is skipped", async (values) => {
    const [first, last] = [
      { id: "1", turn: "a" },
      { id: "2", turn: "a" },
    ].map(snapshot);
    if (first === undefined || last === undefined) throw new Error("There are two points.");
    const history = await turnsOf(listed([first, { ...last, values: untyped(values) }]), "2");
    expect(history).toMatchObject([{ turnId: "a", checkpoints: 1 }]);
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
    await expect(turnsOf(broken(), null)).rejects.toThrow("connection lost");
  });

  test("reads the history of a real graph", async () => {
    const graph = tripGraph(new MemorySaver(), { failures: 1 });
    const config = { configurable: { thread_id: "t" }, durability: "sync" as const };
    const say = (content: string) => graph.invoke({ messages: [{ role: "user", content }] }, config);
    await expect(say("sea")).rejects.toThrow("power cut");
    expect(await turnsOf(graph.getStateHistory(config), null)).toMatchObject([
      { turnId: "turn_1", userInput: "sea", status: "open", checkpoints: 1 },
    ]);
    await say("hills");
    const history = await turnsOf(graph.getStateHistory(config), null);
    expect(history.map(({ turnId, userInput, status }) => [turnId, userInput, status])).toEqual([
      ["turn_2", "hills", "ended"],
      ["turn_1", "sea", "open"],
    ]);
    const { config: newest, createdAt } = await graph.getState(config);
    expect(history[0]?.endedAt).toBe(createdAt);
    expect(history[0]?.checkpointId).toBe(newest.configurable?.["checkpoint_id"]);
  });
});
