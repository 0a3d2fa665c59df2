import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { tool } from "@langchain/core/tools";
import { defineState, field, tidemark } from "tidemark";
import { sqlite } from "tidemark/sqlite";
import { scriptedModel } from "tidemark/testing";
import { afterAll, expect, expectTypeOf, test } from "vitest";
import { z } from "zod";

/** The first program of an application, as the documentation shows it. */

const folder = mkdtempSync(path.join(tmpdir(), "tidemark-first-program-"));
afterAll(() => {
  rmSync(folder, { recursive: true });
});

const paid: unknown[] = [];
const pay = (id: string, amount: number, key: string) => {
  paid.push({ id, amount, isKeyed: key !== "" });
  return { refunded: amount };
};
const flights = tool(({ to }: { to: string }) => `Flights to ${to}: 9:40.`, {
  name: "flights",
  description: "Lists flights.",
  schema: z.object({ to: z.string() }),
});

const Desk = defineState({
  version: 1,
  fields: { city: field(z.string().nullable(), { default: null, owner: "travel", lifetime: "thread" }) },
});

const desk = tidemark(Desk);

const refunds = desk.agent({
  name: "refunds",
  instructions: "Look the invoice up before you pay.",
  tools: {
    refund: {
      description: "Refunds an invoice.",
      inputs: z.object({ id: z.string(), amount: z.number() }),
      approve: ({ inputs }) => inputs.amount > 100,
      run: ({ id, amount }, { key }) => pay(id, amount, key),
    },
  },
});
const travel = desk.agent({ name: "travel", tools: { flights }, handoffs: ["refunds"] });

test("the first program asks a person, pays once and stores its state", async () => {
  const model = scriptedModel([
    { toolCalls: [{ name: "transfer_to_refunds", args: { reason: "user_request" } }] },
    { toolCalls: [{ name: "refund", args: { id: "a", amount: 180 } }] },
    "Refunded.",
  ]);
  const app = desk.app({ agents: [travel, refunds], model, storage: sqlite(path.join(folder, "desk.db")) });

  const kim = app.session("kim");
  expect((await kim.state()).city).toBeNull();
  const turn = await kim.send("Refund invoice a");
  expect(turn.status).toBe("waiting");
  expect(paid).toEqual([]);
  if (turn.status === "waiting") await kim.approve(turn.approvals[0]);
  const { city, messages } = await kim.state();
  expectTypeOf(city).toEqualTypeOf<string | null>();
  expect([city, messages.at(-1)?.text]).toEqual([null, "Refunded."]);
  expect(paid).toEqual([{ id: "a", amount: 180, isKeyed: true }]);

  const snapshot = await app.graph.getState({ configurable: { thread_id: "kim" } });
  expect(snapshot).toMatchObject({ values: { city: null, execution_final_answer: "Refunded." } });
  await app.close();
});
