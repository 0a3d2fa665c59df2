import assert from "node:assert/strict";
import { test } from "node:test";
import { memory } from "tidemark";
import { deskApp } from "../src/desk.ts";
import type { Invoices } from "../src/invoices.ts";
import { OfflineModel } from "../src/offline-model.ts";

function openDesk() {
  const paid: number[] = [];
  const invoices: Invoices = {
    find: (id) => ({ id, amount: id === "a" ? 180 : 20 }),
    refund: (_id, amount) => void paid.push(amount),
  };
  const app = deskApp({ model: new OfflineModel(), invoices, storage: memory() });
  return { paid, session: app.session("test", { userId: "boss" }) };
}

test("a small refund is paid at once", async () => {
  const { paid, session } = openDesk();
  const turn = await session.send("refund b");
  assert.equal(turn.status, "done");
  assert.deepEqual(paid, [20]);
});

test("a large refund waits for a person", async () => {
  const { paid, session } = openDesk();
  assert.equal((await session.send("refund a")).status, "waiting");
  assert.deepEqual(paid, []);

  const [request] = await session.approvals();
  assert.equal((await session.approve(request)).status, "done");
  assert.deepEqual(paid, [180]);
});

test("a refund that a person rejects is not paid", async () => {
  const { paid, session } = openDesk();
  await session.send("refund a");
  const [request] = await session.approvals();
  await session.reject(request);
  assert.deepEqual(paid, []);
});

test("the model without a key answers what people type first", async () => {
  const { paid, session } = openDesk();
  const conversation = [
    ["hello", /^I find and refund invoices/],
    ["What can you do?", /^I find and refund invoices/],
    ["which invoices are there?", /^The samples are a, for 180, and b/],
    ["show me invoice b", /^Invoice b is for 20/],
    ["How much is a?", /^Invoice a is for 180/],
    ["I want a refund", /^Which invoice/],
    ["b", /^Refunded 20 for invoice b/],
    ["Please refund invoice b", /^Refunded 20 for invoice b/],
    ["what's the weather like?", /^Without a model I do not understand that/],
    ["thanks!", /^You are welcome/],
    ["yes", /^No question is open/],
  ] as const;
  for (const [text, answer] of conversation) {
    const turn = await session.send(text);
    assert.equal(turn.status, "done", text);
    assert.match(turn.answer ?? "", answer);
  }
  assert.deepEqual(paid, [20, 20]);
  assert.equal((await session.send("could you refund a please")).status, "waiting");
});

test("an invoice that does not exist is not refunded", async () => {
  const app = deskApp({
    model: new OfflineModel(),
    invoices: { find: () => null, refund: () => assert.fail("Nothing may be paid.") },
    storage: memory(),
  });
  const turn = await app.session("test").send("refund 4711");
  assert.match((turn.status === "done" && turn.answer) || "", /There is no invoice 4711/);
});
