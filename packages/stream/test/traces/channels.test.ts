import { AsyncLocalStorage } from "node:async_hooks";
import { channel, subscribe, tracingChannel, unsubscribe } from "node:diagnostics_channel";
import { MemorySaver } from "@langchain/langgraph";
import { createAgentGraph, defineAgent } from "@tidemark/agents/langgraph";
import { AgentState } from "@tidemark/core-state";
import { isPlainRecord } from "@tidemark/reducers/internal";
import { openSession } from "@tidemark/state-manager/langgraph";
import { afterEach, expect, test } from "vitest";
import { clerkSession } from "./clerk.ts";
import { endTraces, untilEnd } from "./recorded.ts";

afterEach(endTraces);

const none = (): void => undefined;

/** Collects the messages of a channel until the test ends. */
function listen(name: string): Record<string, unknown>[] {
  const messages: Record<string, unknown>[] = [];
  const add = (message: unknown): void => {
    if (isPlainRecord(message)) messages.push({ ...message });
  };
  subscribe(name, add);
  untilEnd(() => {
    unsubscribe(name, add);
  });
  return messages;
}

test("operations are published on the channels of Node.js, without any call to Tidemark", async () => {
  const turns = listen("tracing:tidemark:turn:asyncEnd");
  const agents = listen("tracing:tidemark:agent:start");
  const tools = listen("tracing:tidemark:tool:asyncEnd");
  const events = listen("tidemark:event");
  const session = clerkSession("ann");
  const asked = await session.send("Refund it");
  await session.resume(asked.outcome === "interrupted" ? (asked.interrupts[0]?.id ?? "") : "", "yes");
  expect(turns).toEqual([
    expect.objectContaining({ kind: "turn", threadId: "ann", entry: "new", outcome: "interrupted", errorType: null }),
    expect.objectContaining({
      entry: "resume",
      outcome: "done",
      continues: { traceId: turns[0]?.["traceId"], spanId: turns[0]?.["spanId"] },
      usage: { inputTokens: 100, outputTokens: 20, cachedTokens: 0 },
    }),
  ]);
  expect(agents.map(({ name, parentId }) => [name, parentId])).toEqual(turns.map(({ spanId }) => ["clerk", spanId]));
  expect(tools.map(({ name, agent, outcome }) => [name, agent, outcome])).toEqual([
    ["refund", "clerk", "interrupted"],
    ["refund", "clerk", "done"],
  ]);
  expect(events.map(({ name }) => name)).toEqual(
    expect.arrayContaining(["tidemark.approval.asked", "tidemark.approval.approved", "tidemark.route"]),
  );
});

test("a store that is bound to the start of an operation is active in all of its code", async () => {
  const storage = new AsyncLocalStorage<string>();
  const { start } = tracingChannel("tidemark:agent");
  start.bindStore(storage, (message: unknown) => `agent ${String(Reflect.get(Object(message), "name"))}`);
  start.subscribe(none);
  untilEnd(() => {
    start.unbindStore(storage);
    start.unsubscribe(none);
  });
  const seen: unknown[] = [];
  const worker = defineAgent(AgentState, {
    name: "worker",
    description: "Works.",
    reads: [],
    run: async () => {
      seen.push(storage.getStore());
      await new Promise((resolve) => setImmediate(resolve));
      seen.push(storage.getStore());
      return {};
    },
  });
  const graph = createAgentGraph({ state: AgentState, agents: [worker], checkpointer: new MemorySaver() });
  await openSession({ graph, threadId: "ann" }).send("Go");
  expect(seen).toEqual(["agent worker", "agent worker"]);
  expect(storage.getStore()).toBeUndefined();
});

test("without subscribers nothing is published, and checkpoints contain no trace", async () => {
  const session = clerkSession("ann");
  await session.send("Refund it");
  expect(channel("tidemark:event").hasSubscribers).toBe(false);
  expect(JSON.stringify(await session.export())).not.toContain("tidemark_trace");
});
