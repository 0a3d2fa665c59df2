import { Command, interrupt, isInterrupted } from "@langchain/langgraph";
import { describe, expect, test } from "vitest";
import { z } from "zod";
import { go, graphOf, inThread, parallelGraph, statuses, step, take } from "./parallel-graph.ts";

describe("a person is asked", () => {
  test("by one step, and the others do not run again after the answer", async () => {
    const { graph, gauge } = parallelGraph([step("a"), step("b"), step("c", "a", "b")], {
      maxConcurrency: 2,
      work: (name) => (name === "a" ? interrupt("Which one?") : undefined),
    });
    const asked = await graph.invoke(go, inThread());
    expect(isInterrupted(asked)).toBe(true);
    expect([gauge.started, gauge.ended]).toEqual([["a", "b"], ["b"]]);
    const state = await graph.invoke(new Command({ resume: "this" }), inThread());
    expect(gauge.started).toEqual(["a", "b", "a", "c"]);
    expect(statuses(state)).toEqual(Array(4).fill("completed"));
  });

  test("by a step, and the time of the answer does not count", async () => {
    let now = "2030-01-31T12:00:00.000Z";
    const { graph } = parallelGraph([step("a"), step("b"), step("c", "a")], {
      maxConcurrency: 2,
      clock: { now: () => now, wait: () => Promise.resolve() },
      work: (name) => (name === "a" ? interrupt("Which one?") : undefined),
    });
    await graph.invoke(go, inThread());
    now = "2030-01-31T15:00:00.000Z";
    const state = await graph.invoke(new Command({ resume: "this" }), inThread());
    expect([statuses(state), state.control_is_killed]).toEqual([Array(4).fill("completed"), false]);
  });

  test("to approve a step only when no other step can run, and only that step and its dependents wait", async () => {
    const { graph, executed } = graphOf({
      steps: [
        { stepId: "pay", agentId: "bank", task: "Pay" },
        { stepId: "find", agentId: "search", task: "Find" },
        { stepId: "read", agentId: "reader", task: "Read", dependsOn: ["find"] },
        { stepId: "note", agentId: "notes", task: "Note", dependsOn: ["pay"] },
      ],
      agents: { bank: () => ({}), search: () => ({}), reader: () => ({}), notes: () => ({}) },
      approvals: { bank: "always" },
      maxConcurrency: 2,
    });
    const asked = await graph.invoke(go, inThread());
    expect([isInterrupted(asked), executed]).toEqual([true, ["search", "reader"]]);
    expect(Object.values(asked.execution_pending_approvals)).toMatchObject([{ capability: "bank", status: "pending" }]);
    const state = await graph.invoke(new Command({ resume: "yes" }), inThread());
    expect(executed).toEqual(["search", "reader", "bank", "notes"]);
    expect(statuses(state)).toEqual(Array(5).fill("completed"));
  });

  test("to approve several steps at once, and each runs after its own answer", async () => {
    const { graph, executed } = graphOf({
      steps: [
        { stepId: "pay", agentId: "bank", task: "Pay" },
        { stepId: "send", agentId: "mail", task: "Send" },
        { stepId: "note", agentId: "notes", task: "Note", dependsOn: ["send"] },
      ],
      agents: { bank: () => ({}), mail: () => ({}), notes: () => ({}) },
      approvals: { bank: "always", mail: "always" },
      maxConcurrency: 2,
    });
    const asked = await graph.invoke(go, inThread());
    const requests = Object.values(asked.execution_pending_approvals);
    expect(requests.map(({ capability }) => capability)).toEqual(["bank", "mail"]);
    const answer = (index: number) =>
      graph.invoke(new Command({ resume: { id: requests[index]?.id, decision: "approve" } }), inThread());
    const second = await answer(1);
    expect([isInterrupted(second), executed]).toEqual([true, ["mail", "notes"]]);
    const state = await answer(0);
    expect([statuses(state), executed]).toEqual([Array(4).fill("completed"), ["mail", "notes", "bank"]]);
  });

  test("may change the step that it asks about, and no other", async () => {
    const paid: unknown[] = [];
    const { graph } = graphOf({
      steps: [
        { stepId: "pay", agentId: "bank", task: "Pay", parameters: { amount: 1 } },
        { stepId: "tip", agentId: "bank", task: "Tip", parameters: { amount: 2 } },
      ],
      agents: {
        bank: (_, { step: current }) => {
          paid.push([current?.stepId, current?.parameters?.["amount"]]);
          return {};
        },
      },
      approvals: { bank: "always" },
      approvalQuestions: { editable: { bank: z.looseObject({}) } },
      maxConcurrency: 2,
    });
    const asked = await graph.invoke(go, inThread());
    const [pay, tip] = Object.values(asked.execution_pending_approvals);
    const payload = { ...tip?.payload, parameters: { amount: 3 } };
    await graph.invoke(new Command({ resume: { id: tip?.id, decision: "edit", payload } }), inThread());
    const state = await graph.invoke(new Command({ resume: { id: pay?.id, decision: "approve" } }), inThread());
    expect(paid).toEqual([
      ["tip", 3],
      ["pay", 1],
    ]);
    expect(statuses(state)).toEqual(Array(3).fill("completed"));
  });

  test("to approve a handoff of one step, and the handoff of the other goes on", async () => {
    const { graph, executed } = graphOf({
      steps: [
        { stepId: "a", agentId: "desk" },
        { stepId: "b", agentId: "office" },
      ],
      agents: {
        desk: (_, runtime) => take(runtime.handoff("mail", { reason: "user_request", payload: { to: "Ann" } })),
        office: (_, runtime) => take(runtime.handoff("phone", { reason: "user_request", payload: { to: "Ben" } })),
        mail: () => ({}),
        phone: () => ({}),
      },
      approvals: { mail: "always" },
      approvalQuestions: { editable: { mail: z.looseObject({}) } },
      maxConcurrency: 2,
    });
    const asked = await graph.invoke(go, inThread());
    expect([isInterrupted(asked), executed]).toEqual([true, ["desk", "office", "phone from office: Ben"]]);
    const [request] = Object.values(asked.execution_pending_approvals);
    const resume = { id: request?.id, decision: "edit", payload: { to: "Eva" } };
    const state = await graph.invoke(new Command({ resume }), inThread());
    expect(executed.at(-1)).toBe("mail from desk: Eva");
    expect(statuses(state)).toEqual(Array(3).fill("completed"));
  });
});
