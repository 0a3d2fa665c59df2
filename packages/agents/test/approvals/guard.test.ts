import { Command, isInterrupted, MemorySaver } from "@langchain/langgraph";
import { createAgentGraph, defineAgent } from "@tidemark/agents/langgraph";
import { AgentState, type AuditEntry, extendState, field, fields } from "@tidemark/core-state";
import { blameHistory } from "@tidemark/state-manager/langgraph";
import { fixedClock } from "@tidemark/state-manager/testing";
import { describe, expect, test } from "vitest";
import { z } from "zod";
import { everyField } from "../every-field.ts";

const now = "2030-01-31T12:00:00.000Z";
const State = extendState(AgentState, {
  version: 1,
  fields: fields("refunds", {
    amount: field({
      description: "Refunded amount.",
      schema: z.number(),
      default: () => 0,
      lifetime: "thread",
      owner: "refunds",
    }),
  }),
});
const config = { configurable: { thread_id: "t", user_id: "boss" } };
const say = { messages: [{ role: "user", content: "Go" }] };

/** Graph in which `refunds` pays the amount of its step, and `triage` can go to it with a command. */
function refundGraph(setup: { readonly goes?: boolean; readonly fails?: boolean; readonly plans?: boolean } = {}) {
  const paid: number[] = [];
  const refunds = defineAgent(State, {
    name: "refunds",
    description: "Pays back.",
    reads: [],
    writes: ["refunds_amount", "messages"],
    run: (_, { step }) => {
      const amount = Number(step?.parameters?.["amount"]);
      paid.push(amount);
      if (setup.fails === true) throw new Error("the bank is closed");
      return { refunds_amount: amount, messages: [{ role: "assistant", content: "Paid." }] };
    },
  });
  const triage = defineAgent(State, {
    name: "triage",
    description: "Looks at it.",
    reads: [],
    run: () => (setup.goes === true ? new Command({ goto: "refunds" }) : {}),
  });
  const refund = { capability: "refunds", taskObjective: "Pay back", parameters: { amount: 180 } };
  const graph = createAgentGraph({
    state: State,
    output: everyField(State),
    agents: [triage, refunds],
    planner: () =>
      Promise.resolve({ steps: setup.goes === true ? [{ capability: "triage", taskObjective: "Look" }] : [refund] }),
    approvals: setup.plans === true ? { plan: "always" } : { refunds: "always" },
    approvalQuestions: { editable: { refunds: z.looseObject({}) } },
    clock: fixedClock(now),
    checkpointer: new MemorySaver(),
  });
  return { graph, paid };
}

const effects = (log: readonly AuditEntry[]) =>
  log.filter((entry) => "action" in entry && (entry.action === "approval" || entry.action === "effect"));

describe("an agent that needs an approval", () => {
  test("does not run without one, even if another agent goes to it with a command", async () => {
    const { graph, paid } = refundGraph({ goes: true });
    const state = await graph.invoke(say, config).catch((error: unknown) => ({ error }));
    expect(paid).toEqual([]);
    expect(JSON.stringify(state)).toMatch(/refunds.*needs an approval|went wrong/s);
  });

  test("records who approved, when, the requested payload and the edited one in the audit log, beyond the end of the turn", async () => {
    const { graph, paid } = refundGraph();
    const asked = await graph.invoke(say, config);
    const [request] = Object.values(asked.execution_pending_approvals);
    const asks = { agent: "refunds", task: "Pay back", parameters: { amount: 180 }, inputs: null };
    const payload = { ...asks, parameters: { amount: 90 } };
    await graph.invoke(new Command({ resume: { id: request?.id, decision: "edit", payload } }), config);
    expect(paid).toEqual([90]);
    const [later] = [await graph.invoke(say, config)];
    expect(isInterrupted(later)).toBe(true);
    expect(effects(later.runtime_audit_log)).toEqual([
      {
        action: "approval",
        requestId: request?.id,
        capability: "refunds",
        approvalType: "refunds",
        stepObjective: "Pay back",
        outcome: "approved",
        decidedBy: "user:boss",
        reason: "",
        asked: asks,
        edited: payload,
        // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the matcher has the type any
        hash: expect.not.stringContaining(request?.hash ?? "") as unknown,
        requestedAt: now,
        turnId: "turn_1",
        timestamp: now,
      },
      {
        action: "effect",
        requestId: request?.id,
        by: "refunds",
        approvedBy: "user:boss",
        edited: true,
        fields: ["refunds_amount", "messages"],
        turnId: "turn_1",
        timestamp: now,
      },
    ]);
  });

  test("is blamed for its writes together with the person who approved", async () => {
    const { graph } = refundGraph();
    await graph.invoke(say, config);
    await graph.invoke(new Command({ resume: "yes" }), config);
    expect(await blameHistory(graph, config, "refunds_amount")).toMatchObject({
      outcome: "approved",
      by: "refunds",
      approvedBy: "user:boss",
      edited: false,
      turnId: "turn_1",
    });
  });

  test("records a rejection with its reason", async () => {
    const { graph, paid } = refundGraph();
    const asked = await graph.invoke(say, config);
    const [id] = Object.keys(asked.execution_pending_approvals);
    const state = await graph.invoke(
      new Command({ resume: { id, decision: "reject", reason: "Not his order." } }),
      config,
    );
    expect(paid).toEqual([]);
    expect(effects(state.runtime_audit_log)).toMatchObject([
      { action: "approval", outcome: "rejected", decidedBy: "user:boss", reason: "Not his order.", edited: null },
    ]);
    // The user sees neither the reason nor the requested work.
    expect(state.execution_final_answer).toBe("This was not approved, so nothing was done.");
  });

  test("is recorded without fields when it failed under its approval", async () => {
    const { graph } = refundGraph({ fails: true });
    await graph.invoke(say, config);
    const state = await graph.invoke(new Command({ resume: "yes" }), config);
    expect(effects(state.runtime_audit_log).at(-1)).toMatchObject({ action: "effect", by: "refunds", fields: [] });
  });

  test("runs under the approval of its plan, which is recorded", async () => {
    const { graph, paid } = refundGraph({ plans: true });
    await graph.invoke(say, config);
    const state = await graph.invoke(new Command({ resume: "yes" }), config);
    expect(paid).toEqual([180]);
    expect(effects(state.runtime_audit_log)).toMatchObject([
      { action: "approval", approvalType: "plan" },
      { action: "effect", by: "refunds", approvedBy: "user:boss" },
    ]);
  });

  test.for(["step", "handoff"] as const)("is retried under its approval when it failed in a %s", async (kind) => {
    let attempts = 0;
    const pay = defineAgent(State, {
      name: "pay",
      description: "Pays.",
      retryPolicy: { maxAttempts: 3, delaySeconds: 0, backoffFactor: 1 },
      reads: [],
      run: () => {
        attempts += 1;
        if (attempts < 3) throw Object.assign(new Error("connection reset"), { code: "ECONNRESET" });
        return {};
      },
    });
    const desk = defineAgent(State, {
      name: "desk",
      description: "Hands over.",
      reads: [],
      run: (_, { handoff }) => {
        const handoffResult = handoff("pay", { reason: "user_request", payload: { amount: 180 } });
        return handoffResult.outcome === "handedOff" ? handoffResult.command : {};
      },
    });
    const graph = createAgentGraph({
      state: State,
      output: everyField(State),
      agents: [desk, pay],
      planner: () =>
        Promise.resolve({ steps: [{ capability: kind === "step" ? "pay" : "desk", taskObjective: "Pay" }] }),
      approvals: { pay: "always" },
      limits: { maxStepRetries: 5 },
      checkpointer: new MemorySaver(),
    });
    expect(isInterrupted(await graph.invoke(say, config))).toBe(true);
    const state = await graph.invoke(new Command({ resume: "yes" }), config);
    expect([attempts, isInterrupted(state)]).toEqual([3, false]);
  });
});
