import { Command, END, MemorySaver, START, StateGraph } from "@langchain/langgraph";
import { toStateSchema } from "@tidemark/core-state/langgraph";
import { asUser } from "@tidemark/state-manager";
import { blameHistory, defineNode, rootWriter, turnStart } from "@tidemark/state-manager/langgraph";
import { fixedClock } from "@tidemark/state-manager/testing";
import { describe, expect, test } from "vitest";
import { now, Trip } from "../trip.ts";
import { textLike } from "../matchers.ts";

const clock = fixedClock(now);
const config = { configurable: { thread_id: "t" } };

/** Each turn the planner proposes a seat, the root notes it, and the commit decides. */
function trip(checkpointer = new MemorySaver()) {
  return new StateGraph(toStateSchema(Trip))
    .addNode("turn_start", turnStart(Trip))
    .addNode(
      "planner",
      defineNode(Trip, {
        agent: "planner",
        clock,
        run: ({ task_user_input: seat }, { propose }) => ({
          control_proposals: [propose((draft) => void (draft.trip_outbound.seat = seat ?? ""), `They said ${seat}.`)],
        }),
      }),
    )
    .addNode(
      "note",
      defineNode(Trip, { agent: "root", run: ({ task_user_input }) => ({ trip_notes: [task_user_input ?? ""] }) }),
    )
    .addNode("commit", rootWriter(Trip, { clock }))
    .addEdge(START, "turn_start")
    .addEdge("turn_start", "planner")
    .addEdge("planner", "note")
    .addEdge("note", "commit")
    .addEdge("commit", END)
    .compile({ checkpointer });
}

const say = (graph: ReturnType<typeof trip>, content: string) =>
  graph.invoke({ messages: [{ role: "user", content }] }, config);

describe("blameHistory", () => {
  test.each([
    ["a thread with turns", true],
    ["an empty thread", false],
  ])("a field that the state does not have throws with the nearest name: %s", async (_, spoken) => {
    const graph = trip();
    if (spoken) await say(graph, "12A");
    await expect(blameHistory(graph, config, "trip_outbond.seat")).rejects.toMatchObject({
      code: "state-manager/unknownField",
      details: { field: "trip_outbond", nearest: "trip_outbound" },
      message: textLike('Did you mean "trip_outbound"?'),
    });
  });

  test("the values of the newest checkpoint are the fields where a graph shows no channels", async () => {
    const graph = trip();
    await say(graph, "12A");
    const remote = { getStateHistory: graph.getStateHistory.bind(graph) };
    await expect(blameHistory(remote, config, "trip_outbond")).rejects.toMatchObject({
      details: { nearest: "trip_outbound" },
    });
    expect(await blameHistory(remote, config, "trip_outbound.seat")).toMatchObject({ outcome: "proposal" });
  });

  test("names the proposal, its reason, its turn and its step", async () => {
    const graph = trip();
    await say(graph, "12A");
    await say(graph, "1C");
    expect(await blameHistory(graph, config, "trip_outbound.seat")).toMatchObject({
      outcome: "proposal",
      by: "planner",
      decidedBy: "root",
      reason: "They said 1C.",
      turnId: "turn_2",
      step: 10,
    });
  });

  test("looks past turns that wrote the same value again", async () => {
    const graph = trip();
    await say(graph, "12A");
    await say(graph, "12A");
    expect(await blameHistory(graph, config, "trip_outbound.seat")).toMatchObject({ turnId: "turn_1" });
  });

  test("names the node of a value that was written without a proposal, by its place in a list", async () => {
    const graph = trip();
    await say(graph, "12A");
    await say(graph, "1C");
    expect(await blameHistory(graph, config, "trip_notes[0]")).toMatchObject({
      outcome: "node",
      by: "note",
      turnId: "turn_1",
    });
    expect(await blameHistory(graph, config, "trip_notes[1]")).toMatchObject({
      outcome: "node",
      by: "note",
      turnId: "turn_2",
    });
  });

  test("names the person of an edit from outside", async () => {
    const graph = trip();
    await say(graph, "12A");
    const entry = {
      action: "edit",
      author: asUser("ann"),
      reason: "A typo.",
      turnId: "turn_1",
      fields: ["trip_city"],
      timestamp: now,
    } as const;
    await graph.updateState(config, { trip_city: "Oslo", runtime_audit_log: [entry] }, "commit");
    expect(await blameHistory(graph, config, "trip_city")).toMatchObject({
      outcome: "edit",
      by: "user:ann",
      reason: "A typo.",
    });
  });

  test("an edit that nobody signed is unknown, not somebody's", async () => {
    const graph = trip();
    await say(graph, "12A");
    await graph.updateState(config, { trip_city: "Oslo" }, "commit");
    expect(await blameHistory(graph, config, "trip_city")).toEqual({ outcome: "unknown" });
  });

  test("says what came with the input, and what nobody wrote", async () => {
    const graph = trip();
    await graph.invoke({ trip_city: "Oslo", messages: [{ role: "user", content: "12A" }] }, config);
    expect(await blameHistory(graph, config, "trip_city")).toMatchObject({ outcome: "input" });
    expect(await blameHistory(graph, config, "trip_locked")).toEqual({ outcome: "initial" });
  });

  test("reads an older checkpoint as it was then", async () => {
    const graph = trip();
    await say(graph, "12A");
    const { config: then } = await graph.getState(config);
    await say(graph, "1C");
    expect(await blameHistory(graph, then, "trip_outbound.seat")).toMatchObject({ reason: "They said 12A." });
  });

  test("survives a fork", async () => {
    const graph = trip();
    await say(graph, "12A");
    const { config: then } = await graph.getState(config);
    await say(graph, "1C");
    await graph.invoke(new Command({ goto: "note", update: {} }), then);
    expect(await blameHistory(graph, config, "trip_outbound.seat")).toMatchObject({ reason: "They said 12A." });
  });

  test("survives pruning: the audit log answers where history is gone", async () => {
    const saver = new MemorySaver();
    const graph = trip(saver);
    await say(graph, "12A");
    await say(graph, "and the sea");
    const tuple = await saver.getTuple(config);
    const pruned = new MemorySaver();
    if (tuple?.metadata !== undefined) {
      await pruned.put(
        { configurable: { thread_id: "t", checkpoint_ns: "", checkpoint_id: "gone" } },
        tuple.checkpoint,
        tuple.metadata,
      );
    }
    expect(await blameHistory(trip(pruned), config, "trip_outbound.seat")).toMatchObject({
      outcome: "proposal",
      reason: "They said and the sea.",
      step: null,
    });
    expect(await blameHistory(trip(pruned), config, "trip_notes[0]")).toEqual({ outcome: "unknown" });
  });

  test("a thread that was never written to has nobody to name", async () => {
    expect(await blameHistory(trip(), config, "trip_city")).toEqual({ outcome: "unknown" });
  });
});
