import { sqliteSaver } from "@tidemark/checkpoint/sqlite";
import { type BaseCheckpointSaver, Command, END, MemorySaver, START, StateGraph } from "@langchain/langgraph";
import { toStateSchema } from "@tidemark/core-state/langgraph";
import { AgentState, type AuditEntry, extendState, field, fields } from "@tidemark/core-state";
import { mergeByKey } from "@tidemark/reducers";
import { asUser } from "@tidemark/state-manager";
import { blameHistory, defineNode, commitNode, turnStart } from "@tidemark/state-manager/langgraph";
import { fixedClock } from "@tidemark/state-manager/testing";
import { describe, expect, test } from "vitest";
import { z } from "zod";
import { now, Trip } from "../trip.ts";
import { textLike } from "../matchers.ts";

const clock = fixedClock(now);
const config = { configurable: { thread_id: "t" } };

/** In each turn the planner proposes a seat, the root adds a note, and the commit decides. */
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
    .addNode("commit", commitNode(Trip, { clock }))
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
  ])("throws for an unknown field, with the nearest name: %s", async (_, spoken) => {
    const graph = trip();
    if (spoken) await say(graph, "12A");
    await expect(blameHistory(graph, config, "trip_outbond.seat")).rejects.toMatchObject({
      code: "state-manager/unknownField",
      details: { field: "trip_outbond", nearest: "trip_outbound" },
      message: textLike('Did you mean "trip_outbound"?'),
    });
  });

  test("without channels, the values of the newest checkpoint are the known fields", async () => {
    const graph = trip();
    await say(graph, "12A");
    const remote = { getStateHistory: graph.getStateHistory.bind(graph) };
    await expect(blameHistory(remote, config, "trip_outbond")).rejects.toMatchObject({
      details: { nearest: "trip_outbound" },
    });
    expect(await blameHistory(remote, config, "trip_outbound.seat")).toMatchObject({ outcome: "proposal" });
  });

  test("returns the proposal with its reason, its turn and its step", async () => {
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

  test("skips turns that wrote the same value again", async () => {
    const graph = trip();
    await say(graph, "12A");
    await say(graph, "12A");
    expect(await blameHistory(graph, config, "trip_outbound.seat")).toMatchObject({ turnId: "turn_1" });
  });

  test("returns the node of a value that was written without a proposal, by its index in a list", async () => {
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

  test("returns the person of an edit from outside", async () => {
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

  test("an unsigned edit is unknown", async () => {
    const graph = trip();
    await say(graph, "12A");
    await graph.updateState(config, { trip_city: "Oslo" }, "commit");
    expect(await blameHistory(graph, config, "trip_city")).toEqual({ outcome: "unknown" });
  });

  test("recognizes input, and values that nobody wrote", async () => {
    const graph = trip();
    await graph.invoke({ trip_city: "Oslo", messages: [{ role: "user", content: "12A" }] }, config);
    expect(await blameHistory(graph, config, "trip_city")).toMatchObject({ outcome: "input" });
    expect(await blameHistory(graph, config, "trip_locked")).toEqual({ outcome: "default" });
  });

  test("examines an older checkpoint", async () => {
    const graph = trip();
    await say(graph, "12A");
    const { config: then } = await graph.getState(config);
    await say(graph, "1C");
    expect(await blameHistory(graph, then, "trip_outbound.seat")).toMatchObject({ reason: "They said 12A." });
  });

  test("works on a fork", async () => {
    const graph = trip();
    await say(graph, "12A");
    const { config: then } = await graph.getState(config);
    await say(graph, "1C");
    await graph.invoke(new Command({ goto: "note", update: {} }), then);
    expect(await blameHistory(graph, config, "trip_outbound.seat")).toMatchObject({ reason: "They said 12A." });
  });

  test("uses the audit log after pruning, when history is missing", async () => {
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

  test("returns nobody for a new thread", async () => {
    expect(await blameHistory(trip(), config, "trip_city")).toEqual({ outcome: "unknown" });
  });
});

const amounts = z.record(z.string(), z.number());
const Desk = extendState(AgentState, {
  version: 1,
  fields: fields("desk", {
    refunds: field({
      description: "Refunds by order.",
      schema: amounts,
      default: () => ({}),
      lifetime: "thread",
      owner: "refunds",
      reducer: mergeByKey<number>(),
    }),
    last: field({
      description: "The last refund.",
      schema: amounts.nullable(),
      default: () => null,
      lifetime: "thread",
      owner: "refunds",
    }),
  }),
});

/** Refunds the amount in a message such as `S1 80`; from 100 on with an approval by bob. */
function desk(checkpointer: BaseCheckpointSaver) {
  const pay = defineNode(Desk, {
    agent: "refunds",
    roles: ["runtime"],
    run: ({ task_user_input: said, runtime_turn_id: turnId }) => {
      const [order = "", amount = 0] = (said ?? "")
        .split(" ")
        .map((word, index) => (index === 0 ? word : Number(word)));
      const refund = { [order]: Number(amount) };
      const update = {
        desk_refunds: refund,
        desk_last: refund,
        messages: [{ role: "assistant", content: "Paid." }],
      };
      if (Number(amount) < 100) return update;
      const entry: AuditEntry = {
        action: "effect",
        requestId: `r-${order}`,
        by: "refunds",
        approvedBy: asUser("bob"),
        edited: false,
        fields: Object.keys(update),
        turnId,
        timestamp: now,
      };
      return { ...update, runtime_audit_log: [entry] };
    },
  });
  return new StateGraph(toStateSchema(Desk))
    .addNode("turn_start", turnStart(Desk))
    .addNode("pay", pay)
    .addEdge(START, "turn_start")
    .addEdge("turn_start", "pay")
    .addEdge("pay", END)
    .compile({ checkpointer });
}

/** Thread with these turns, pruned as given. */
async function deskAfter(turns: readonly string[], keepTurns = turns.length) {
  const saver = sqliteSaver();
  const graph = desk(saver);
  for (const content of turns) {
    // oxlint-disable-next-line eslint/no-await-in-loop -- turns of one thread follow each other
    await graph.invoke({ messages: [{ role: "user", content }] }, config);
  }
  await saver.prune("t", { keepTurns });
  return (place: string) => blameHistory(graph, config, place);
}

describe("blameHistory of a refund that a person approved", () => {
  const bob = { outcome: "approved", by: "refunds", approvedBy: "user:bob", requestId: "r-S2", turnId: "turn_2" };
  const refunds = { outcome: "node", by: "pay", turnId: "turn_1" };

  test("returns the person for the write of the approved step only", async () => {
    const who = await deskAfter(["S1 80", "S2 180"]);
    expect(await who("desk_refunds.S1")).toMatchObject(refunds);
    expect(await who("desk_refunds.S2")).toMatchObject(bob);
    expect(await who("desk_refunds")).toMatchObject(bob);
    expect(await who("desk_last.S2")).toMatchObject(bob);
    expect(await who("messages[1]")).toMatchObject(refunds);
    expect(await who("messages[3]")).toMatchObject(bob);
  });

  test("returns nobody for the refunds and messages of pruned turns", async () => {
    const who = await deskAfter(["S1 80", "S2 180"], 1);
    expect(await who("desk_refunds.S2")).toMatchObject(bob);
    expect(await who("desk_last")).toMatchObject(bob);
    for (const place of ["desk_refunds.S1", "messages[0]", "messages[1]"]) {
      expect([place, await who(place)]).toEqual([place, { outcome: "unknown" }]);
    }
  });

  test.each([
    [2, "default"],
    [1, "unknown"],
  ])("returns nobody for a missing place, with %i turns of two: %s", async (kept, outcome) => {
    const who = await deskAfter(["S1 80", "S2 180"], kept);
    for (const place of ["desk_refunds.nope", "desk_refunds.S1.nope", "messages[99]", "messages[0].nope"]) {
      expect([place, await who(place)]).toEqual([place, { outcome }]);
    }
  });

  test("uses the audit log while no other write changed the field, and only for the whole field", async () => {
    const who = await deskAfter(["S2 180", "S2 180"], 1);
    expect(await who("desk_last")).toMatchObject({ ...bob, turnId: "turn_1", step: null });
    expect(await who("desk_last.S2")).toEqual({ outcome: "unknown" });
    expect(await who("desk_refunds")).toEqual({ outcome: "unknown" });
  });

  test("does not attribute a later unapproved write to the person", async () => {
    const who = await deskAfter(["S2 180", "S1 80", "S1 80"], 1);
    expect(await who("desk_last")).toEqual({ outcome: "unknown" });
  });
});

describe("blameHistory of a pruned thread", () => {
  test("does not treat the oldest remaining state as the first one", async () => {
    const who = await deskAfter(["S1 80", "S1 80"], 1);
    for (const place of [
      "desk_refunds",
      "desk_refunds.S1",
      "desk_last",
      "messages[0].content",
      "runtime_field_versions",
    ]) {
      const answer = await who(place);
      expect([place, answer.outcome]).not.toEqual([place, "default"]);
    }
    expect(await who("desk_refunds.S1")).toEqual({ outcome: "unknown" });
    expect(await who("task_ledger")).toEqual({ outcome: "unknown" });
  });

  test("recognizes unwritten values while the history is complete", async () => {
    const who = await deskAfter(["S1 80", "S1 80"]);
    expect(await who("task_ledger")).toEqual({ outcome: "default" });
    expect(await who("desk_last")).toMatchObject({ outcome: "node", by: "pay", turnId: "turn_1" });
  });
});

describe("blameHistory of messages", () => {
  test.each([
    ["sqliteSaver", () => sqliteSaver()],
    ["MemorySaver", () => new MemorySaver()],
  ])("returns the node and the turn of each: %s", async (_, make) => {
    const graph = desk(make());
    for (const content of ["S1 80", "S2 90"]) {
      // oxlint-disable-next-line eslint/no-await-in-loop -- turns of one thread follow each other
      await graph.invoke({ messages: [{ role: "user", content }] }, config);
    }
    const answers = await Promise.all([0, 1, 2, 3].map((index) => blameHistory(graph, config, `messages[${index}]`)));
    expect(answers).toMatchObject([
      { outcome: "input", turnId: "turn_1" },
      { outcome: "node", by: "pay", turnId: "turn_1" },
      { outcome: "input", turnId: "turn_2" },
      { outcome: "node", by: "pay", turnId: "turn_2" },
    ]);
  });
});
