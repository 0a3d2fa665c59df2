import { MemorySaver } from "@langchain/langgraph";
import { AgentState } from "@tidemark/core-state";
import { openSession } from "@tidemark/state-manager/langgraph";
import { expect, test } from "vitest";
import { z } from "zod";
import { createAgentGraph, defineAgent } from "../../src/langgraph.ts";
import { scriptedModel } from "../../src/testing/index.ts";

/** A clock that the test sets. */
function settableClock() {
  let present = Date.parse("2026-06-01T12:00:00.000Z");
  const pass = (milliseconds: number): void => {
    present += milliseconds;
  };
  return { now: () => new Date(present).toISOString(), wait: () => Promise.resolve(), pass };
}

const DAYS = 86_400_000;

test("a tool waits for days, and neither the model nor another tool is called again for it", async () => {
  const clock = settableClock();
  const ran: string[] = [];
  const model = scriptedModel([
    {
      toolCalls: [
        { name: "remind", args: {} },
        { name: "look", args: {} },
      ],
    },
    "Reminded.",
  ]);
  const desk = defineAgent(AgentState, {
    name: "desk",
    description: "Reminds.",
    tools: {
      remind: {
        description: "Reminds in three days.",
        inputs: z.object({}),
        run: async (_, { wait }) => {
          await wait.for("3 days");
          ran.push("remind");
          return "It is time.";
        },
      },
      look: {
        description: "Looks.",
        inputs: z.object({}),
        run: () => {
          ran.push("look");
          return "Seen.";
        },
      },
    },
  });
  const graph = createAgentGraph({ state: AgentState, model, agents: [desk], clock, checkpointer: new MemorySaver() });
  const session = openSession({ graph, threadId: "ann", clock });
  const turn = await session.send("Remind me");
  if (turn.status !== "waiting") throw new Error(turn.status);
  const [wait] = turn.waits;
  expect(wait?.value.until).toBe("2026-06-04T12:00:00.000Z");
  expect(ran).toEqual(["look"]);
  clock.pass(3 * DAYS);
  expect(await session.resume(wait?.id ?? "", null, { settles: true })).toMatchObject({
    outcome: "done",
    answer: "Reminded.",
  });
  expect(ran).toEqual(["look", "remind"]);
});

test("an agent waits for a time, which does not count against the time of its turn", async () => {
  const clock = settableClock();
  const desk = defineAgent(AgentState, {
    name: "desk",
    description: "Waits.",
    writes: ["messages"],
    run: async (_, { wait }) => {
      await wait.until("2026-06-08T12:00:00.000Z");
      return { messages: [{ role: "assistant", content: "A week later." }] };
    },
  });
  const graph = createAgentGraph({ state: AgentState, agents: [desk], clock, checkpointer: new MemorySaver() });
  const session = openSession({ graph, threadId: "ann", clock });
  const turn = await session.send("Wait");
  const id = turn.status === "waiting" ? (turn.waits[0]?.id ?? "") : "";
  clock.pass(7 * DAYS);
  expect(await session.resume(id, null, { settles: true })).toMatchObject({ outcome: "done", answer: "A week later." });
});
