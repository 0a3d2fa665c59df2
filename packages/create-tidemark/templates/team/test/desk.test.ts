import assert from "node:assert/strict";
import { test } from "node:test";
import { MemorySaver } from "@langchain/langgraph";
import { openSession } from "tidemark";
import { deskGraph } from "../src/desk.ts";
import type { Invoices } from "../src/invoices.ts";
import { OfflineModel } from "../src/offline-model.ts";

function openDesk() {
  const paid: number[] = [];
  const invoices: Invoices = {
    find: (id) => ({ id, amount: id === "a" ? 180 : 20 }),
    refund: (_id, amount) => void paid.push(amount),
  };
  const graph = deskGraph({ model: new OfflineModel(), invoices, checkpointer: new MemorySaver() });
  return { paid, session: openSession({ graph, threadId: "test", userId: "boss" }) };
}

test("a small refund is paid at once", async () => {
  const { paid, session } = openDesk();
  const turn = await session.send("refund b");
  assert.equal(turn.outcome, "done");
  assert.deepEqual(paid, [20]);
});

test("a large refund waits for a person", async () => {
  const { paid, session } = openDesk();
  assert.equal((await session.send("refund a")).outcome, "interrupted");
  assert.deepEqual(paid, []);

  const [question] = await session.pending();
  assert.ok(question);
  assert.equal((await session.resume(question.id, "yes")).outcome, "done");
  assert.deepEqual(paid, [180]);
});

test("a refund that a person rejects is not paid", async () => {
  const { paid, session } = openDesk();
  await session.send("refund a");
  const [question] = await session.pending();
  assert.ok(question);
  await session.resume(question.id, "no");
  assert.deepEqual(paid, []);
});
