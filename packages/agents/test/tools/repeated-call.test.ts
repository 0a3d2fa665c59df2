import { MemorySaver } from "@langchain/langgraph";
import { AgentState, extendState, field, fieldGroups, fields } from "@tidemark/core-state";
import { openSession } from "@tidemark/state-manager/langgraph";
import { describe, expect, test } from "vitest";
import { z } from "zod";
import { createAgentGraph, defineAgent } from "../../src/langgraph.ts";
import { scriptedModel } from "../../src/testing/index.ts";

const Desk = extendState(AgentState, {
  version: 1,
  fields: [
    fieldGroups.calls,
    fields("desk", {
      city: field({
        description: "The city; null for none.",
        schema: z.string().nullable(),
        default: () => null,
        lifetime: "thread",
        owner: "front",
      }),
    }),
  ],
});

/** Calls run side by side, and are recorded as they end. */
const inOrder = <Call extends { readonly toolCallId: string }>(calls: readonly Call[]) =>
  calls.toSorted((one, other) => (one.toolCallId < other.toolCallId ? -1 : 1));

const call = (name: string, args: Record<string, unknown> = {}) => ({ name, args });

/** A turn whose agent makes handoffs in its first answer. */
async function handoffs(calls: readonly ReturnType<typeof call>[]) {
  const model = scriptedModel([{ toolCalls: calls }, "From the next agent."]);
  const front = defineAgent(Desk, { name: "front", description: "Front.", reads: [], handoffs: ["billing", "mail"] });
  const billing = defineAgent(Desk, { name: "billing", description: "Billing.", instructions: "Bill." });
  const mail = defineAgent(Desk, { name: "mail", description: "Mail.", instructions: "Mail." });
  const agents = [front, billing, mail];
  const graph = createAgentGraph({ state: Desk, model, agents, entry: "front", checkpointer: new MemorySaver() });
  const session = openSession({ graph, threadId: "t" });
  await session.send("hi");
  const state = await session.state();
  return {
    last: state?.control_last_agent,
    to: state?.execution_handoff_history.map(({ toAgentId }) => toAgentId),
    read: state?.messages.filter(({ type }) => type === "tool").map(({ text }) => text),
    codes: inOrder(state?.execution_tool_executions ?? []).map(({ errorCode }) => errorCode ?? null),
  };
}

describe("of the handoffs in one answer", () => {
  test.each([
    ["two agents", ["billing", "mail"], ["billing"]],
    ["the same agent twice", ["mail", "mail"], ["mail"]],
    ["three", ["mail", "billing", "billing"], ["mail"]],
  ])("only the first takes place, and the model reads so: %s", async (_what, asked, made) => {
    const { to, read, codes } = await handoffs(asked.map((name) => call(`transfer_to_${name}`)));
    expect(to?.slice(1)).toEqual(made);
    expect(read?.[0]).toBe(`${made.join("")} has the work now.`);
    expect(read?.slice(1).every((text) => text.includes("was not run"))).toBe(true);
    expect(codes).toEqual([null, ...asked.slice(1).map(() => "agents/repeatedCall")]);
  });

  test("one whose arguments do not fit does not count", async () => {
    const { to, codes } = await handoffs([
      call("transfer_to_mail", { reason: "because" }),
      call("transfer_to_billing", { reason: "user_request" }),
    ]);
    expect(to?.slice(1)).toEqual(["billing"]);
    expect(codes).toEqual(["agents/unfitToolArguments", null]);
  });
});

const give = (city: unknown) => call("give_result", { desk_city: city });

test("of two results in one answer the first is kept, and the second is recorded as not run", async () => {
  const front = defineAgent(Desk, {
    name: "front",
    description: "Front.",
    reads: [],
    writes: ["desk_city"],
    output: z.object({ desk_city: z.string() }),
  });
  const model = scriptedModel([{ toolCalls: [give(7), give("Rome"), give("Oslo")] }, "Done."]);
  const graph = createAgentGraph({
    state: Desk,
    model,
    agents: [front],
    entry: "front",
    checkpointer: new MemorySaver(),
  });
  const session = openSession({ graph, threadId: "t" });
  await session.send("hi");
  const state = await session.state();
  expect(state?.desk_city).toBe("Rome");
  expect(
    inOrder(state?.execution_tool_executions ?? []).map(({ args, errorCode }) => [
      args["desk_city"],
      errorCode ?? null,
    ]),
  ).toEqual([
    [7, "agents/unfitToolArguments"],
    ["Rome", null],
    ["Oslo", "agents/repeatedCall"],
  ]);
});
