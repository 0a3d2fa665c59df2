import { MemorySaver } from "@langchain/langgraph";
import { defineState, field, openSession } from "tidemark";
import { createAgentGraph, defineAgent } from "tidemark/agents";
import { blameHistory } from "tidemark/checkpoint";
import { toAgUi } from "tidemark/ag-ui";
import { threadReader } from "tidemark/inspect";
import { streamTurn } from "tidemark/stream";
import { defineTurns, startWorker } from "tidemark/workers";
import { localEngine } from "tidemark/workers/local";
import { expect, onTestFinished, test } from "vitest";
import { z } from "zod";

const Order = z.object({ items: z.array(z.string()) });

const Shop = defineState({
  version: 1,
  fields: {
    lastOrder: field(Order.nullable(), { default: null, lifetime: "thread", owner: "root", ui: true }),
    café$1: field(z.string().nullable(), { default: null, lifetime: "turn", owner: "clerk", ui: true }),
    // These only look like fields of the framework.
    control_room: field(z.string(), { default: "", lifetime: "thread", owner: "clerk", ui: true }),
    runtimeNotes: field(z.string(), { default: "", lifetime: "thread", owner: "clerk", ui: true }),
  },
});
const own = ["lastOrder", "café$1", "control_room", "runtimeNotes"] as const;
const written = { café$1: "XL", control_room: "north", runtimeNotes: "none" };

const clerk = defineAgent(Shop, {
  name: "clerk",
  writes: ["café$1", "control_room", "runtimeNotes"],
  proposes: ["lastOrder"],
  run: (_, { propose }) => {
    propose({ lastOrder: { items: ["lamp"] } }, "The customer asked for it.");
    return written;
  },
});
const shop = () => {
  const saver = new MemorySaver();
  return { saver, graph: createAgentGraph({ state: Shop, agents: [clerk], checkpointer: saver }) };
};
const ann = { configurable: { thread_id: "ann" } };

test("authors of fields with free names are known", async () => {
  const { graph } = shop();
  await openSession({ graph, threadId: "ann" }).send("A lamp");
  expect(await blameHistory(graph, ann, "lastOrder.items[0]")).toMatchObject({
    outcome: "proposal",
    by: "clerk",
    reason: "The customer asked for it.",
  });
  for (const name of ["café$1", "control_room", "runtimeNotes"]) {
    expect(await blameHistory(graph, ann, name)).toMatchObject({ outcome: "node", by: "clerk" });
  }
});

test("the inspector shows them, their authors and their differences", async () => {
  const { graph, saver } = shop();
  await openSession({ graph, threadId: "ann" }).send("A lamp");
  const reader = threadReader({ saver, graph, state: Shop });
  const { fields } = await reader.state("ann");
  const shown = new Map(fields.map(({ name, value }) => [name, value]));
  expect(own.map((name) => shown.get(name))).toEqual([{ items: ["lamp"] }, "XL", "north", "none"]);
  const blame = await reader.blame("ann", { fields: own });
  expect(own.map((name) => blame[name]?.outcome)).toEqual(["proposal", "node", "node", "node"]);
  const history = await reader.field("ann", "lastOrder");
  expect(history.declared).toMatchObject({ lifetime: "thread", owner: "root" });
});

test("a page receives those that are marked for it", async () => {
  const { graph } = shop();
  const events = streamTurn(openSession({ graph, threadId: "ann" }), "A lamp", { runId: "run-1", state: Shop });
  const sent: string[] = [];
  for await (const event of toAgUi(events, { threadId: "ann", runId: "run-1" })) sent.push(JSON.stringify(event));
  const text = sent.join("\n");
  for (const name of own) expect(text).toContain(`"path":"/${name}"`);
});

test("a worker stores them", async () => {
  const { graph } = shop();
  const turns = defineTurns({ name: "orders", graph, engine: localEngine({ file: ":memory:" }) });
  const worker = await startWorker(turns);
  onTestFinished(async () => {
    await worker.stop();
    await turns.close();
  });
  await turns.send("ann", "A lamp", { idempotencyKey: "first" });
  expect(await turns.result("first")).toMatchObject({ outcome: "done" });
  expect(await openSession({ graph, threadId: "ann" }).state()).toMatchObject({
    ...written,
    lastOrder: { items: ["lamp"] },
  });
});
