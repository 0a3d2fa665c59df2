// Stubs of tools in cases: with the real graph, whose tools then do not run.
import { createAgentGraph, defineAgent } from "@tidemark/agents/langgraph";
import { evaluate, type EvaluationParts } from "@tidemark/agents/testing";
import { describe, expect, test } from "vitest";
import { z } from "zod";
import { Desk, finds, makeDesk, pays } from "./evaluation-desk.ts";

/** The desk with tools that note their calls. */
function watchedDesk() {
  const ran: string[] = [];
  const billing = defineAgent(Desk, {
    name: "billing",
    description: "Answers questions about invoices.",
    instructions: "Look the invoice up.",
    reads: ["messages"],
    writes: ["desk_refund"],
    tools: {
      find_invoice: {
        description: "Finds an invoice.",
        inputs: z.object({ id: z.string() }),
        run: ({ id }) => {
          ran.push(`find ${id}`);
          return { id, amount: 180 };
        },
      },
      refund: {
        description: "Refunds an invoice.",
        inputs: z.object({ id: z.string(), amount: z.number() }),
        run: (refund, { update }) => {
          ran.push(`refund ${refund.amount}`);
          update({ desk_refund: refund });
          return { paid: refund.amount };
        },
      },
    },
  });
  const make = ({ model, clock, ids }: EvaluationParts) =>
    createAgentGraph({
      state: Desk,
      agents: [billing],
      clock,
      ids,
      checks: { enabled: false },
      ...(model && { model }),
    });
  return { ran, make };
}

const script = [finds, pays(180), "It is refunded."];

describe("stubs by name", () => {
  test("answer with a result or a function of the arguments, and no tool runs", async () => {
    const { ran, make } = watchedDesk();
    const seen: unknown[] = [];
    const { cases } = await evaluate(make, [
      {
        message: "Refund a",
        model: script,
        tools: {
          find_invoice: { result: { id: "a", amount: 7 } },
          refund: (args) => {
            seen.push(args);
            return { paid: args["amount"] };
          },
        },
        expect: {
          toolCalls: [
            { name: "find_invoice", fails: false },
            { name: "refund", fails: false },
          ],
        },
      },
    ]);
    expect(cases[0]?.failures).toEqual([]);
    expect([ran, seen]).toEqual([[], [{ id: "a", amount: 180 }]]);
    expect(cases[0]?.state?.execution_tool_executions?.map(({ result }) => result)).toEqual([
      { id: "a", amount: 7 },
      { paid: 180 },
    ]);
  });

  test("fail with their message, run the tool where they say so, and refuse every other call", async () => {
    const { ran, make } = watchedDesk();
    const { cases } = await evaluate(make, [
      {
        name: "fails",
        message: "a",
        model: script,
        tools: { find_invoice: { fails: "The ledger is closed." }, refund: "run" },
      },
      { name: "refused", message: "a", model: [finds, "Sorry."], tools: {} },
    ]);
    expect(ran).toEqual(["refund 180"]);
    const [failed, refused] = cases;
    expect(failed?.verdict).toBe("passed");
    expect(failed?.toolCalls.map(({ errorCode }) => errorCode)).toEqual(["agents/toolFailed", null]);
    expect(failed?.state?.desk_refund).toEqual({ id: "a", amount: 180 });
    // The model reads that the call failed, and could hide it in its answer.
    expect([refused?.outcome, refused?.verdict, refused?.failures]).toEqual([
      "done",
      "failed",
      [{ path: "tools", expected: "a stub for each call", found: 'find_invoice {"id":"a"}' }],
    ]);
  });

  test("of the evaluation are those of a case without own ones", async () => {
    const { ran, make } = watchedDesk();
    const one = { message: "a", model: [finds, "It was 180."] };
    await evaluate(
      make,
      [
        { ...one, name: "shared" },
        { ...one, name: "own", tools: { find_invoice: "run" } },
      ],
      { tools: { find_invoice: { result: null } } },
    );
    expect(ran).toEqual(["find a"]);
  });
});

test("recorded calls give their results in order, with the fields that the tools have written", async () => {
  const { ran, make } = watchedDesk();
  const { cases } = await evaluate(make, [
    {
      message: "Refund a",
      model: [finds, finds, pays(180), "It is refunded."],
      tools: [
        { name: "find_invoice", args: { id: "a" }, fails: "Try again." },
        { name: "find_invoice", args: { id: "a" }, result: { amount: 180 } },
        {
          name: "refund",
          args: { amount: 180, id: "a" },
          result: { paid: 180 },
          updates: [{ desk_refund: { id: "a", amount: 180 } }],
        },
      ],
      expect: {
        state: { desk_refund: { amount: 180 } },
        toolCalls: [
          { name: "find_invoice", fails: true },
          { name: "find_invoice", fails: false },
          { name: "refund", fails: false },
        ],
      },
    },
  ]);
  expect([cases[0]?.failures, ran]).toEqual([[], []]);
});

test.each([
  [{ tools: { find_invoice: 1 } }, "tools"],
  [{ tools: [{ name: "find_invoice" }] }, "tools"],
  [{ person: { goal: "" } }, "person"],
])("invalid stubs and people are refused before a case runs: %j", async (wrong, place) => {
  const given: unknown = [{ message: "a", ...wrong }];
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- data of a file
  await expect(evaluate(makeDesk, given as never)).rejects.toThrow(`cases[0].${place}`);
});
