import { MemorySaver } from "@langchain/langgraph";
import { createAgentGraph, defineAgent } from "@tidemark/agents/langgraph";
import { scriptedModel } from "@tidemark/agents/testing";
import { AgentState, extendState, fieldGroups } from "@tidemark/core-state";
import { openSession } from "@tidemark/state-manager/langgraph";
import { describe, expect, test } from "vitest";
import { z } from "zod";
import { applicationRoutes } from "../../src/hono.ts";
import { type Post, wires } from "@tidemark/test-fixtures/wires";

const Desk = extendState(AgentState, { version: 1, fields: [fieldGroups.calls, fieldGroups.session] });

const View = z.object({
  runId: z.string().nullable(),
  interrupts: z.array(
    z.object({
      interruptId: z.string(),
      value: z.object({
        requests: z.array(z.looseObject({ id: z.string(), hash: z.string(), signatures: z.unknown().optional() })),
      }),
    }),
  ),
});

/** An application whose payments need the approval of Kim and Lou, neither of whom has asked for it. Users are known by a header. */
function application() {
  const paid: number[] = [];
  const clerk = defineAgent(Desk, {
    name: "clerk",
    description: "Pays.",
    reads: ["messages"],
    tools: {
      pay: {
        description: "Pays.",
        inputs: z.object({ amount: z.number() }),
        approve: { by: ({ user }) => ["ann", "kim", "lou"].includes(user), signatures: 2, notRequester: true },
        run: ({ amount }) => paid.push(amount),
      },
    },
  });
  const model = scriptedModel([{ toolCalls: [{ name: "pay", args: { amount: 500 } }] }, "Paid.", "Paid."]);
  const graph = createAgentGraph({ state: Desk, model, agents: [clerk], checkpointer: new MemorySaver() });
  const app = applicationRoutes<{ userId: string }>({
    state: Desk,
    tools: ["pay"],
    authorize: (context) => ({ userId: context.req.header("x-user") ?? "" }),
    session: (threadId, { userId }) => openSession({ graph, threadId, ...(userId !== "" && { userId }) }),
    // Everybody opens the same thread.
    storedId: (_, id) => id,
    requestsPerMinute: 1_000_000,
    onError: () => undefined,
  });
  const as =
    (user: string): Post =>
    async (path, body) =>
      app.request(path, {
        method: "POST",
        headers: { "content-type": "application/json", "x-user": user },
        body: JSON.stringify(body),
      });
  const view = async () => View.parse(await (await app.request("/threads/1", { headers: { "x-user": "ann" } })).json());
  /** The thread once nobody runs it: some wires answer a client before its run ends. */
  const rested = () => expect.poll(async () => (await view()).runId).toBe(null);
  return { as, view, paid, rested };
}

describe.each(wires)("over %s", (_, answer) => {
  test("a person who may not approve gets `notAllowed`, and two who may run the call once", async () => {
    const { as, view, paid, rested } = application();
    await (await as("ann")("/threads/1/runs", { message: "Pay" })).text();
    const given = async () => {
      const [question] = (await view()).interrupts;
      const [request] = question?.value.requests ?? [];
      return {
        thread: "1",
        interruptId: question?.interruptId ?? "",
        signature: undefined,
        answer: { id: request?.id, hash: request?.hash, decision: "approve" },
      };
    };
    const first = await given();
    expect(first.interruptId).not.toBe("");
    // Claims of a client in its answer do not count, and neither does one without a user.
    for (const user of ["ann", "bob", ""]) {
      await (await answer(as(user), first)).text();
      await rested();
      expect(await given()).toEqual(first);
    }
    expect(paid).toEqual([]);
    await (await answer(as("kim"), first)).text();
    await rested();
    const [question] = (await view()).interrupts;
    expect(question).toMatchObject({
      interruptId: first.interruptId,
      value: { requests: [{ signatures: [{ by: "user:kim" }] }] },
    });
    expect(paid).toEqual([]);
    await (await answer(as("lou"), first)).text();
    await rested();
    expect(paid).toEqual([500]);
  });
});

test.each(wires.filter(([name]) => !name.startsWith("commands")))("a refusal is named over %s", async (_, answer) => {
  const { as, view } = application();
  await (await as("ann")("/threads/1/runs", { message: "Pay" })).text();
  const [question] = (await view()).interrupts;
  const { id, hash } = question?.value.requests[0] ?? {};
  const { interruptId = "" } = question ?? {};
  const decision = { id, hash, decision: "approve" };
  const given = { thread: "1", interruptId, signature: undefined, answer: decision };
  const text = await (await answer(as("bob"), given)).text();
  expect(text).toMatch(/notAllowed|You may not decide this request/);
});
