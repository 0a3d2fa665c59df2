import { START, StateGraph } from "@langchain/langgraph";
import { SeedState, type HandoffRecord, type Plan } from "@tidemark/core-state";
import { toStateSchema } from "@tidemark/core-state/langgraph";
import type { FieldName } from "@tidemark/state-manager/internal/langgraph";
import { countingIds, fixedClock } from "@tidemark/state-manager/testing";
import { describe, expect, test } from "vitest";
import { type Agent, defineAgent } from "../../src/run/agent.graph.ts";
import { agentNode } from "../../src/run/agent-node.graph.ts";
import type { AgentResources } from "../../src/run/agent-resources.graph.ts";
import type { AgentRuntime } from "../../src/run/agent-runtime.graph.ts";
import { scriptedModel } from "../../src/testing/index.ts";

type Look = (tools: Pick<AgentRuntime, "step" | "received" | "ids" | "model" | "clock">) => unknown;

const looking = (look: Look): Agent<string, FieldName<typeof SeedState>> =>
  defineAgent(SeedState, {
    name: "worker",
    description: "Works.",
    capabilities: ["dig"],
    reads: [],
    writes: ["ui_agent_context"],
    run: (_, tools) => ({ ui_agent_context: { seen: look(tools) ?? null } }),
  });

const seenBy = async (look: Look, input: object, resources: AgentResources<typeof SeedState> = {}) => {
  const graph = new StateGraph(toStateSchema(SeedState))
    .addNode("worker", agentNode(SeedState, looking(look), resources))
    .addEdge(START, "worker")
    .compile();
  const state = await graph.invoke({ messages: [{ role: "user", content: "Hi" }], ...input });
  return state.ui_agent_context?.["seen"];
};

const plan = (step: Plan["steps"][number]): { readonly planning_execution_plan: Plan } => ({
  planning_execution_plan: { steps: [step] },
});

const ofStep: Look = ({ step }) => step;

const ofHandoff: Look = ({ received }) => received?.payload;

describe("the runtime of an agent contains", () => {
  test("its step of the plan, by name or by capability", async () => {
    expect(await seenBy(ofStep, plan({ agentId: "worker" }))).toEqual({ agentId: "worker" });
    expect(await seenBy(ofStep, plan({ capability: "dig" }))).toEqual({ capability: "dig" });
    expect(await seenBy(ofStep, plan({ agentId: "other" }))).toBeNull();
    expect(await seenBy(ofStep, {})).toBeNull();
    expect(await seenBy(ofStep, { ...plan({ agentId: "worker" }), planning_current_step_index: 1 })).toBeNull();
  });

  const record: HandoffRecord = {
    handoffId: "h1",
    fromAgentId: "other",
    toAgentId: "worker",
    reason: "user_request",
    payload: { at: "noon" },
    timestamp: "2026-01-08T20:30:00.000Z",
  };
  test("the handoff that brought the work, and none to others or of an earlier turn", async () => {
    const history = { execution_handoff_history: [record], control_last_agent: record.fromAgentId };
    expect(await seenBy(ofHandoff, history)).toEqual({ at: "noon" });
    expect(await seenBy(ofHandoff, { ...history, execution_start_time: 1_767_904_300 })).toBeNull();
    expect(await seenBy(ofHandoff, { ...history, control_last_agent: null })).toBeNull();
    expect(await seenBy(ofHandoff, { execution_handoff_history: [{ ...record, toAgentId: "x" }] })).toBeNull();
  });

  test("the ids and the clock of its node", async () => {
    const clock = fixedClock("2026-01-08T20:30:00.000Z");
    expect(await seenBy(({ ids }) => ids.next(), {}, { ids: countingIds("n") })).toBe("n_1");
    expect(await seenBy((tools) => tools.clock.now(), {}, { clock })).toBe("2026-01-08T20:30:00.000Z");
  });

  test("its model", async () => {
    const model = scriptedModel([]);
    expect(await seenBy((tools) => tools.model === model, {}, { model })).toBe(true);
  });
});
