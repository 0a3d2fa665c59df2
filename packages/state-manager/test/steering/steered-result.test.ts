import { END, InMemoryStore, interrupt, MemorySaver, START, StateGraph } from "@langchain/langgraph";
import { defineState, fieldGroups } from "@tidemark/core-state";
import { toStateSchema } from "@tidemark/core-state/langgraph";
import { expect, test } from "vitest";
import { defineNode, openSession, turnStart } from "../../src/langgraph.ts";
import { steeringIn } from "../../src/internal.graph.ts";

const Talk = defineState({
  version: 1,
  fields: { ...fieldGroups.turn, messages: fieldGroups.conversation.messages },
});

const nothing = () => Promise.resolve();

test("a message to a running turn that asked, and was ended by another message, ends as abandoned", async () => {
  let steer: () => Promise<void> = nothing;
  const read = defineNode(Talk, {
    agent: "reader",
    run: async (_, { config, idempotencyKey }) => {
      await steer();
      const unread = (await steeringIn(config)?.unread({ key: idempotencyKey, node: "read" }, new Set())) ?? [];
      return { messages: unread.map(({ id, text }) => ({ role: "user" as const, content: text, id })) };
    },
  });
  const graph = new StateGraph(toStateSchema(Talk))
    .addNode("turn_start", turnStart(Talk))
    .addNode("read", read)
    .addNode("ask", () => {
      interrupt("Shall I?");
      return {};
    })
    .addEdge(START, "turn_start")
    .addEdge("turn_start", "read")
    .addEdge("read", "ask")
    .addEdge("ask", END)
    .compile({ checkpointer: new MemorySaver(), store: new InMemoryStore() });
  const session = openSession({ graph, state: Talk, threadId: "ann" });
  const options = { onBusy: "steer", idempotencyKey: "k" } as const;
  const steered: ReturnType<typeof session.send>[] = [];
  steer = () => new Promise((stored) => void steered.push(session.send("quickly", { ...options, onSteered: stored })));

  const asked = await session.send("Pay");
  expect(await steered[0]).toMatchObject({ outcome: "interrupted", steered: true });
  steer = nothing;
  await session.send("Stop");
  const interruptId = asked.outcome === "interrupted" ? asked.interrupts[0]?.id : null;
  expect(await session.send("quickly", options)).toMatchObject({ outcome: "abandoned", interruptId });
});
