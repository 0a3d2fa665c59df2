import { END, MemorySaver, START, StateGraph } from "@langchain/langgraph";
import { createAgentGraph, defineAgent } from "@tidemark/agents/langgraph";
import { AgentState } from "@tidemark/core-state";
import { toStateSchema } from "@tidemark/core-state/langgraph";
import { defineNode, openSession, commitNode, turnStart } from "@tidemark/state-manager/langgraph";
import { afterEach, describe, expect, test } from "vitest";
import { mailDesk } from "../ai-sdk/desk.ts";
import { endTraces, record } from "./recorded.ts";

afterEach(endTraces);

const wish = (agent: string, task: string) =>
  defineNode(AgentState, {
    agent,
    run: (_, { propose }) => ({ control_proposals: [propose({ task_current_task: task }, "Overheard.")] }),
  });

const idle = (name: string) =>
  defineAgent(AgentState, { name, description: `Is ${name}.`, reads: [], run: () => ({}) });

describe("events", () => {
  test("contain the fields and versions of commits, and who proposed them", async () => {
    const { span } = record();
    const graph = new StateGraph(toStateSchema(AgentState))
      .addNode("turn_start", turnStart(AgentState))
      .addNode("ann", wish("ann", "Fly to Lisbon"))
      .addNode("ben", wish("ben", "Sail to Lisbon"))
      .addNode("commit", commitNode(AgentState))
      .addEdge(START, "turn_start")
      .addEdge("turn_start", "ann")
      .addEdge("turn_start", "ben")
      .addEdge(["ann", "ben"], "commit")
      .addEdge("commit", END)
      .compile({ checkpointer: new MemorySaver() });
    await openSession({ graph, threadId: "ann" }).send("Go");
    const commits = span("invoke_workflow").events.filter(({ name }) => name === "tidemark.commit");
    expect(commits.map(({ attributes }) => attributes)).toEqual([
      {
        "tidemark.commit.proposed_by": "ann",
        "tidemark.commit.fields": ["task_current_task"],
        "tidemark.commit.versions": [1],
        "tidemark.commit.refused_fields": [],
      },
      {
        "tidemark.commit.proposed_by": "ben",
        "tidemark.commit.fields": [],
        "tidemark.commit.versions": [],
        "tidemark.commit.refused_fields": ["task_current_task"],
      },
    ]);
  });

  test("contain handoffs, and why each agent runs", async () => {
    const { span } = record();
    const reads = ["messages"] as const;
    const first = defineAgent(AgentState, {
      name: "first",
      description: "Passes work on.",
      reads,
      run: (_, { handoff }) => {
        const result = handoff("second", { reason: "user_request" });
        return result.outcome === "handedOff" ? result.command : {};
      },
    });
    const second = defineAgent(AgentState, { name: "second", description: "Works.", reads, run: () => ({}) });
    const graph = createAgentGraph({
      state: AgentState,
      agents: [first, second],
      planner: () => Promise.resolve({ steps: [{ capability: "first" }] }),
      checkpointer: new MemorySaver(),
    });
    await openSession({ graph, threadId: "ann" }).send("Go");
    const handoffs = span("invoke_workflow").events.filter(({ name }) => name === "tidemark.handoff");
    expect(handoffs.map(({ attributes }) => attributes?.["tidemark.handoff.to"])).toContain("second");
    const routes = span("invoke_agent second").events.filter(({ name }) => name === "tidemark.route");
    expect(routes.map(({ attributes }) => attributes)).toEqual([
      { "tidemark.route.to": "second", "tidemark.route.reason": expect.stringMatching(/hand/u) as unknown },
    ]);
  });

  test("say that only the answer is left, after the last step of a plan", async () => {
    const { spans } = record();
    const graph = createAgentGraph({
      state: AgentState,
      agents: [idle("first"), idle("second")],
      planner: () => Promise.resolve({ steps: [{ capability: "first" }, { capability: "second" }] }),
      checkpointer: new MemorySaver(),
    });
    await openSession({ graph, threadId: "ann" }).send("Go");
    const routes = spans().flatMap(({ events }) => events.filter(({ name }) => name === "tidemark.route"));
    const reasons = routes.map(({ attributes = {} }) => [
      attributes["tidemark.route.to"],
      attributes["tidemark.route.reason"],
    ]);
    expect(reasons).toEqual([
      ["planner", "no plan exists"],
      ["first", "a step of the plan is next"],
      ["second", "a step of the plan is next"],
      ["respond", "only the answer is left"],
    ]);
  });

  test("say that an approval was edited", async () => {
    const { spans } = record();
    const sent: unknown[] = [];
    const session = mailDesk(sent)("ann");
    const first = await session.send("Send the offer");
    const [question] = first.outcome === "interrupted" ? first.interrupts : [];
    const request = question?.kind === "approval" ? question.value.requests[0] : undefined;
    const payload = { ...request?.payload, parameters: { to: "ann@example.org" } };
    await session.resume(question?.id ?? "", { id: request?.id, decision: "edit", payload });
    expect(sent).toEqual([{ to: "ann@example.org" }]);
    const resumed = spans().findLast(({ name }) => name === "invoke_workflow");
    const asking = spans().find(({ name }) => name === "invoke_workflow");
    const edited = resumed?.events.find(({ name }) => name === "tidemark.approval.edited");
    const ask = asking?.events.find(({ name }) => name === "tidemark.approval.asked");
    expect(edited?.attributes?.["tidemark.approval.key"]).toBe(ask?.attributes?.["tidemark.approval.key"]);
  });
});
