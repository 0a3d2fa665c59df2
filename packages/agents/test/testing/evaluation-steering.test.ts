// Messages of cases that join a running turn: with the real graph and its loop.
import { evaluate } from "@tidemark/agents/testing";
import { expect, test } from "vitest";
import { finds, makeDesk, pays } from "./evaluation-desk.ts";

const script = [finds, pays(20), "It is refunded."];
const message = "What was I charged for a?";

test("a message that joins a turn is read before the call with its number, in the same turn", async () => {
  const steering = [{ text: "And refund it", call: 2 }];
  const [result] = (await evaluate(makeDesk, [{ message, model: script, steering }])).cases;
  expect(result).toMatchObject({ verdict: "passed", toolCalls: [{ name: "find_invoice" }, { name: "refund" }] });
  const texts = result?.state?.messages?.map(({ type, text }) => `${type}: ${text}`);
  expect(texts?.slice(0, 4)).toEqual([
    `human: ${message}`,
    "ai: ",
    expect.stringContaining("tool: "),
    "human: And refund it",
  ]);
});

test("a message that no agent reads fails its case", async () => {
  const steering = [{ text: "And refund it", call: 7 }];
  const [result] = (await evaluate(makeDesk, [{ message, model: [finds, "180."], steering }])).cases;
  expect(result).toMatchObject({
    verdict: "failed",
    failures: [{ path: "steering", found: 'not read: "And refund it"' }],
  });
});

test("a number of a call that is not one is refused before anything runs", async () => {
  const steering = [{ text: "And refund it", call: 0 }];
  await expect(evaluate(makeDesk, [{ message, model: script, steering }])).rejects.toThrow(/steering/);
});
