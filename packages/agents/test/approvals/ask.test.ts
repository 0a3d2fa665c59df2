import { Command, END, type LangGraphRunnableConfig, MemorySaver, START, StateGraph } from "@langchain/langgraph";
import { AgentState } from "@tidemark/core-state";
import { toStateSchema } from "@tidemark/core-state/langgraph";
import { fixedClock } from "@tidemark/state-manager/testing";
import { describe, expect, test } from "vitest";
import { pendingApprovals } from "../../src/internal.ts";
import {
  askApproval,
  type AskApprovalOptions,
  type ApprovalAnswerOutcome,
  requestApprovals,
} from "../../src/internal.graph.ts";
import { mailTo, start } from "./approval-graph.ts";

const clock = fixedClock(start);
const config = { configurable: { thread_id: "t" } };

/** Custom graph: one node creates requests, another reads one answer and stores the outcome. */
function ownGraph(options: AskApprovalOptions = {}) {
  const outcomes: ApprovalAnswerOutcome[] = [];
  const graph = new StateGraph(toStateSchema(AgentState))
    .addNode("draft", (_values, each: LangGraphRunnableConfig) =>
      requestApprovals(each, [mailTo("Ann"), mailTo("Ben")], clock),
    )
    .addNode("decide", async (values) => {
      const asked = await askApproval(pendingApprovals(values), { by: "user:ann", clock, ...options });
      outcomes.push(asked);
      if (asked.outcome === "unclear" || asked.request === null) return {};
      return { execution_pending_approvals: { [asked.request.id]: asked.request } };
    })
    .addEdge(START, "draft")
    .addEdge("draft", "decide")
    .addConditionalEdges("decide", (values) => (pendingApprovals(values).length > 0 ? "decide" : END), ["decide", END])
    .compile({ checkpointer: new MemorySaver() });
  return { graph, outcomes };
}

describe("askApproval", () => {
  test("decides the requests that the answers name, one after the other, in a custom node", async () => {
    const { graph, outcomes } = ownGraph();
    const { execution_pending_approvals: requests } = await graph.invoke({}, config);
    const [ann = "", ben = ""] = Object.keys(requests);
    await graph.invoke(new Command({ resume: { id: ben, decision: "approve" } }), config);
    await graph.invoke(new Command({ resume: "perhaps" }), config);
    const state = await graph.invoke(new Command({ resume: "no" }), config);
    expect(outcomes.map(({ outcome }) => outcome)).toEqual(["approved", "unclear", "rejected"]);
    expect(state.execution_pending_approvals).toMatchObject({
      [ann]: { status: "rejected", decidedBy: "user:ann" },
      [ben]: { status: "approved", decidedAt: start },
    });
  });

  test("AP-18 refuses an answer for other work than was shown", async () => {
    const { graph, outcomes } = ownGraph();
    const { execution_pending_approvals: requests } = await graph.invoke({}, config);
    const [id] = Object.keys(requests);
    await graph.invoke(new Command({ resume: { id, decision: "approve", hash: "of something else" } }), config);
    expect(outcomes).toMatchObject([{ outcome: "refused", because: "hashMismatch", request: { status: "cancelled" } }]);
  });

  test("AP-18 refuses a request whose work was removed", async () => {
    const { graph, outcomes } = ownGraph({ hashNow: () => null });
    const { execution_pending_approvals: requests } = await graph.invoke({}, config);
    const [id] = Object.keys(requests);
    await graph.invoke(new Command({ resume: { id, decision: "approve" } }), config);
    expect(outcomes).toMatchObject([{ because: "hashMismatch" }]);
  });

  test("shows the given question and note", async () => {
    const { graph } = ownGraph({ question: "Darf ich?", note: "Bitte ja oder nein." });
    const { __interrupt__: interrupts } = { __interrupt__: [], ...(await graph.invoke({}, config)) };
    expect(interrupts).toMatchObject([
      { value: { type: "approval", question: "Darf ich?", note: "Bitte ja oder nein.", requests: [{}, {}] } },
    ]);
  });
});

describe("requestApprovals", () => {
  test("creates the same ids when its node runs again after a failure, and new ids in its next run", async () => {
    const seen: string[][] = [];
    const failing = { left: 1 };
    const graph = new StateGraph(toStateSchema(AgentState))
      .addNode("draft", (_values, each: LangGraphRunnableConfig) => {
        const update = requestApprovals(each, [mailTo("Ann"), mailTo("Ben")], clock);
        seen.push(Object.keys(update.execution_pending_approvals));
        if (failing.left-- > 0) throw new Error("power cut");
        return update;
      })
      .addEdge(START, "draft")
      .addConditionalEdges("draft", () => (seen.length < 3 ? "draft" : END), ["draft", END])
      .compile({ checkpointer: new MemorySaver() });
    await expect(graph.invoke({}, config)).rejects.toThrow("power cut");
    const state = await graph.invoke(null, config);
    expect(seen[1]).toEqual(seen[0]);
    expect(new Set(seen.flat()).size).toBe(4);
    expect(Object.keys(state.execution_pending_approvals)).toEqual([...(seen[1] ?? []), ...(seen[2] ?? [])]);
  });

  test("refuses a payload that is not plain JSON", () => {
    expect(() => requestApprovals({}, [mailTo("Ann", { payload: { when: new Date(0) } })], clock)).toThrow(
      /plain JSON/,
    );
  });
});
