import { InMemoryStore, MemorySaver } from "@langchain/langgraph";
import { createAgentGraph, defineAgent } from "@tidemark/agents/langgraph";
import { type ScriptedAnswer, scriptedModel } from "@tidemark/agents/testing";
import { openSession } from "@tidemark/state-manager/langgraph";
import { z } from "zod";
import { Desk } from "./ai-sdk/desk.ts";
import { deferred } from "./deferred.ts";
import { until } from "./until.ts";

export const look = { toolCalls: [{ name: "find", args: { order: "A-17" }, id: "call-1" }] };

export const pay = { toolCalls: [{ name: "refund", args: { order: "A-17" }, id: "call-2" }] };

/** A desk whose tool `find` waits: when it has begun, and how it goes on. `refund` needs an approval. */
export function steeringDesk(answers: readonly ScriptedAnswer[], { holdsAnswer = false } = {}) {
  const begun = deferred();
  const goingOn = deferred();
  const model = scriptedModel(answers);
  const store = new InMemoryStore();
  const inputs = z.object({ order: z.string() });
  const hold = async () => {
    begun.resolve();
    await goingOn.promise;
  };
  const clerk = defineAgent(Desk, {
    name: "clerk",
    description: "Refunds orders.",
    reads: ["messages"],
    tools: {
      find: {
        description: "Finds an order.",
        inputs,
        run: async ({ order }) => {
          await hold();
          return `${order} is paid.`;
        },
      },
      refund: { description: "Refunds an order.", inputs, run: ({ order }) => `${order} is refunded.` },
    },
    approvals: { refund: "always" },
  });
  const slow = {
    name: "slow",
    beforeAnswer: async () => {
      await hold();
      return undefined;
    },
  };
  const graph = createAgentGraph({
    state: Desk,
    model,
    agents: [clerk],
    guardrails: holdsAnswer ? [slow] : [],
    checkpointer: new MemorySaver(),
    store,
  });
  const session = (threadId: string) => openSession({ graph, threadId, userId: "eve" });
  /** Gives a text to the running turn of a thread. Resolves when it is stored. */
  const steer = async (threadId: string, text: string, id: string) => {
    const stored = deferred();
    const result = session(threadId).send(text, {
      onBusy: "steer",
      onSteered: stored.resolve,
      idempotencyKey: id,
    });
    await Promise.race([stored.promise, result]);
    return { result };
  };
  /** Messages that a call of the model got. */
  const asked = (call: number) =>
    (model.got[call]?.messages ?? [])
      .filter(({ type }) => type !== "system")
      .map(({ type, text }) => `${type}: ${text}`);
  const conversation = async (threadId: string) => {
    const messages: unknown = Reflect.get(Object(await session(threadId).state()), "messages");
    return (Array.isArray(messages) ? messages : []).map(
      (each) => `${String(Reflect.get(Object(each), "type"))}: ${String(Reflect.get(Object(each), "text"))}`,
    );
  };
  /** Waits until a number of texts wait for the running turn. */
  const stored = (count: number) =>
    until(async () => (await store.search(["tidemark", "steering"], { limit: 1000 })).length === count);
  return { session, model, steer, stored, asked, conversation, begun: begun.promise, goOn: goingOn.resolve };
}
