import { type BaseCheckpointSaver, END, interrupt, MemorySaver, START, StateGraph } from "@langchain/langgraph";
import { SqliteSaver } from "@langchain/langgraph-checkpoint-sqlite";
import { sqliteSaver } from "@tidemark/checkpoint/sqlite";
import { toStateSchema } from "@tidemark/core-state/langgraph";
import { describe, expect, test } from "vitest";
import { openSession, turnStart } from "../../src/langgraph.ts";
import { Trip } from "../trip.ts";

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
