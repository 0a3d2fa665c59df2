import { type BaseCheckpointSaver, END, interrupt, MemorySaver, START, StateGraph } from "@langchain/langgraph";
import { SqliteSaver } from "@langchain/langgraph-checkpoint-sqlite";
import { sqliteSaver } from "@tidemark/checkpoint/sqlite";
import { toStateSchema } from "@tidemark/core-state/langgraph";
import { describe, expect, test } from "vitest";
import { openSession, turnStart } from "../../src/langgraph.ts";
import { Trip } from "../trip.ts";
import { untyped } from "../untyped.ts";
import { tripSession } from "./session-graph.ts";

/** A node that waits for an answer, beside one that pays and fails once after its payment, with or without an answer. */
function besides(checkpointer: BaseCheckpointSaver, { asks }: { readonly asks: boolean }) {
  const paid: string[] = [];
  let failures = 1;
  const graph = new StateGraph(toStateSchema(Trip))
    .addNode("turn_start", turnStart(Trip))
    .addNode("wait", ({ task_user_input: said }) =>
      said === "pay" ? { trip_notes: [interrupt<string, string>("?")] } : {},
    )
    .addNode("pay", ({ task_user_input: said }) => {
      if (said !== "pay") return {};
      const amount = asks ? interrupt<string, string>("How much?") : "5";
      paid.push(amount);
      failures -= 1;
      if (failures >= 0) throw new Error("power cut");
      return { trip_notes: [`paid ${amount}`] };
    })
    .addEdge(START, "turn_start")
    .addEdge("turn_start", "wait")
    .addEdge("turn_start", "pay")
    .addEdge("wait", END)
    .addEdge("pay", END)
    .compile({ checkpointer });
  return { paid, session: openSession({ graph, state: Trip, threadId: "t" }) };
}

describe.each<readonly [string, () => BaseCheckpointSaver]>([
  ["MemorySaver", () => new MemorySaver()],
  ["SqliteSaver", () => SqliteSaver.fromConnString(":memory:")],
  ["sqliteSaver", () => sqliteSaver()],
])("a node that failed after its payment, beside one that waits, on %s", (_, open) => {
  describe.each([false, true])("with an answer beside it: %j", (asks) => {
    async function failed() {
      const { session, paid } = besides(open(), { asks });
      const asked = await session.send("pay").catch(() => null);
      if (asks) {
        const interrupts = asked?.outcome === "interrupted" ? asked.interrupts : [];
        const id = interrupts.find(({ node }) => node === "pay")?.id ?? "";
        await session.resume(id, "5").catch(() => null);
      }
      expect(paid).toEqual(["5"]);
      return { session, paid };
    }

    test("is finished before the next message, which ends the question", async () => {
      const { session, paid } = await failed();
      const next = await session.send("thanks");
      expect(next).toMatchObject({ outcome: "done", previous: { outcome: "finished", turnId: "turn_1" } });
      expect("state" in next ? next.state.trip_notes : []).toEqual(["paid 5"]);
      expect(paid).toEqual(["5", "5"]);
    });

    test("is ended with its question, and pays no more", async () => {
      const { session, paid } = await failed();
      expect(await session.end()).toMatchObject({ outcome: "ended", turnId: "turn_1" });
      expect([await session.unfinished(), await session.pending()]).toEqual([null, []]);
      expect((await session.continue()).outcome).toBe("nothingToContinue");
      expect((await session.send("thanks")).outcome).toBe("done");
      expect(paid).toEqual(["5"]);
    });

    test("continues, and the other one still waits", async () => {
      const { session } = await failed();
      expect(await session.unfinished()).toMatchObject({ nodes: expect.arrayContaining(["pay"]) as unknown });
      expect(await session.continue()).toMatchObject({ outcome: "interrupted", interrupts: [{ node: "wait" }] });
      expect(await session.unfinished()).toBeNull();
      const [question] = await session.pending();
      const done = await session.resume(question?.id ?? "", "go");
      expect("state" in done ? done.state.trip_notes.toSorted() : []).toEqual(["go", "paid 5"]);
    });
  });
});

test("a message whose option is undefined follows that of its session", async () => {
  const graph = new StateGraph(toStateSchema(Trip))
    .addNode("turn_start", turnStart(Trip))
    .addNode("broken", () => {
      throw new Error("power cut");
    })
    .addEdge(START, "turn_start")
    .addEdge("turn_start", "broken")
    .compile({ checkpointer: new MemorySaver() });
  const session = openSession({ graph, state: Trip, threadId: "t", unfinished: "refuse" });
  await session.send("go").catch(() => null);
  const none: { readonly unfinished?: "end" } = untyped({ unfinished: undefined });
  expect(await session.send("thanks", none)).toEqual({
    outcome: "unfinished",
    status: "unfinished",
    turnId: "turn_1",
    nodes: ["broken"],
  });
});

describe("end", () => {
  test("stores what finished nodes have written, and runs no other", async () => {
    const runs: string[] = [];
    const graph = new StateGraph(toStateSchema(Trip))
      .addNode("turn_start", turnStart(Trip))
      .addNode("done", () => ({ trip_notes: ["done"] }))
      .addNode("broken", () => {
        runs.push("broken");
        throw new Error("power cut");
      })
      .addNode("after", () => ({ trip_notes: ["after"] }))
      .addEdge(START, "turn_start")
      .addEdge("turn_start", "done")
      .addEdge("turn_start", "broken")
      .addEdge(["done", "broken"], "after")
      .addEdge("after", END)
      .compile({ checkpointer: new MemorySaver() });
    const session = openSession({ graph, state: Trip, threadId: "t" });
    expect(await session.end()).toEqual({ outcome: "nothingToContinue", threadId: "t" });
    await session.send("go", { idempotencyKey: "one" }).catch(() => null);
    const { turnId } = (await session.unfinished()) ?? {};
    expect(await session.end()).toEqual({ outcome: "ended", turnId, nodes: ["broken"] });
    expect((await session.state())?.trip_notes).toEqual(["done"]);
    // A repetition of the message finds the turn that has ended.
    expect(await session.send("go", { idempotencyKey: "one" })).toMatchObject({ outcome: "done", turnId });
    expect(runs).toEqual(["broken"]);
    expect((await session.history()).map(({ status }) => status)).toEqual(["ended"]);
  });

  test("waits for a running turn or returns `busy`, and leaves a question open", async () => {
    const { session } = tripSession({ asks: true });
    const [sent, busy, ended] = await Promise.all([
      session.send("Lisbon"),
      session.end({ onBusy: "refuse" }),
      session.end(),
    ]);
    expect([sent.outcome, busy.outcome, ended.outcome]).toEqual(["interrupted", "busy", "nothingToContinue"]);
    expect(await session.pending()).toHaveLength(1);
  });
});
