import { AIMessage, type BaseMessage } from "@langchain/core/messages";
import { START, StateGraph } from "@langchain/langgraph";
import { AgentState, type ErrorClassification } from "@tidemark/core-state";
import { toStateSchema } from "@tidemark/core-state/langgraph";
import { describe, expect, test } from "vitest";
import { agentErrors } from "../../src/kernel/errors.ts";
import type { AgentUpdate } from "../../src/run/agent-types.graph.ts";
import { agentNode } from "../../src/run/agent-node.graph.ts";
import { BaseAgent } from "../../src/seeds/base-agent.graph.ts";
import { defineRegistry } from "../../src/roster/registry.ts";

class Counter extends BaseAgent<typeof AgentState, "messages", "messages"> {
  readonly fails: boolean;

  constructor(fails = false) {
    super(AgentState, { name: "counter", description: "Counts.", reads: ["messages"], writes: ["messages"] });
    this.fails = fails;
  }

  execute({
    messages,
  }: {
    readonly messages: readonly BaseMessage[];
  }): AgentUpdate<typeof AgentState, { name: string; writes: readonly "messages"[] }> {
    if (this.fails) throw new Error("lost count");
    return { messages: [new AIMessage(`${messages.length}`)] };
  }

  override classifyError(): ErrorClassification {
    return { severity: "fatal" };
  }
}

class Foreign extends BaseAgent<typeof AgentState, never, "task_current_task"> {
  constructor() {
    super(AgentState, { name: "foreign", description: "Cheats.", reads: [], writes: ["task_current_task"] });
  }

  // @ts-expect-error "messages" is not in the declared `writes`
  execute() {
    return { messages: [] };
  }
}

const graphOf = (agent: Counter) =>
  new StateGraph(toStateSchema(AgentState))
    .addNode("counter", agentNode(AgentState, agent.asAgent(), { onFailure: "record" }))
    .addEdge(START, "counter")
    .compile();

const hello = { messages: [{ role: "user", content: "Hello" }] };

describe("BaseAgent", () => {
  test("runs the subclass and returns only changes", async () => {
    const state = await graphOf(new Counter()).invoke(hello);
    expect(state.messages.map((each) => [each.text, each.name])).toEqual([
      ["Hello", undefined],
      ["1", "counter"],
    ]);
  });

  test("uses the subclass's classification of errors", async () => {
    const state = await graphOf(new Counter(true)).invoke(hello);
    expect(state.control_error_info?.classification.severity).toBe("fatal");
  });

  test("is one agent, also in a registry", () => {
    const counter = new Counter();
    expect(defineRegistry([counter.asAgent()]).get("counter")).toBe(counter.asAgent());
    expect(counter.name).toBe("counter");
  });

  test("refuses fields of other owners when it is created", () => {
    let thrown: unknown = null;
    try {
      new Foreign().asAgent();
    } catch (error) {
      thrown = error;
    }
    expect(agentErrors.foreignField.is(thrown) && thrown.details).toEqual({
      agent: "foreign",
      field: "task_current_task",
      owners: ["root"],
    });
  });
});
