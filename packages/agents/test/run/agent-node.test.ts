import { AIMessage } from "@langchain/core/messages";
import { Command, END, interrupt, MemorySaver, START, StateGraph } from "@langchain/langgraph";
import { SeedState, coreStateErrors, extendState, field, fields, type Plan } from "@tidemark/core-state";
import { toStateSchema } from "@tidemark/core-state/langgraph";
import { defineContexts } from "@tidemark/state-manager";
import { commitNode, turnStart } from "@tidemark/state-manager/langgraph";
import type { FieldName } from "@tidemark/state-manager/internal/langgraph";
import { fixedClock } from "@tidemark/state-manager/testing";
import { describe, expect, test } from "vitest";
import { z } from "zod";
import { agentErrors } from "../../src/kernel/errors.ts";
import { type Agent, defineAgent } from "../../src/run/agent.graph.ts";
import { agentNode } from "../../src/run/agent-node.graph.ts";
import type { AgentResources } from "../../src/run/agent-resources.graph.ts";
import { defineRegistry } from "../../src/roster/registry.ts";

const clock = fixedClock("2026-01-08T20:30:00.000Z");

const compile = (agent: Agent<string, FieldName<typeof SeedState>>, resources: AgentResources<typeof SeedState> = {}) =>
  new StateGraph(toStateSchema(SeedState))
    .addNode("worker", agentNode(SeedState, agent, { clock, onFailure: "record", ...resources }))
    .addEdge(START, "worker")
    .addEdge("worker", END)
    .compile({ checkpointer: new MemorySaver() });

const config = { configurable: { thread_id: "t" } };
const hello = { messages: [{ role: "user", content: "Hello" }] };

const storedMessages = async (graph: ReturnType<typeof compile>): Promise<readonly { readonly name?: string }[]> => {
  const snapshot: { readonly values: unknown } = await graph.getState(config);
  return z.object({ messages: z.array(z.custom<AIMessage>()) }).parse(snapshot.values).messages;
};

const caught = async (promise: Promise<unknown>): Promise<unknown> => {
  try {
    await promise;
    return null;
  } catch (error) {
    return error;
  }
};

const plan = (inputs: Plan["steps"][number]["inputs"]): Plan => ({
  steps: [{ agentId: "advice", taskObjective: "Advise", contextKey: "advice", inputs }],
});
const asking = (ask: "model" | "others") =>
  defineAgent(SeedState, {
    name: "asker",
    description: "Asks.",
    reads: [],
    writes: ["ui_agent_context"],
    run: (_, tools) => ({
      ui_agent_context: {
        got: ask === "model" ? tools.model.lc_namespace : tools.handoff("x", { reason: "user_request" }).outcome,
      },
    }),
  });

const side = (name: string) =>
  defineAgent(SeedState, {
    name,
    description: "Looks.",
    reads: [],
    writes: ["ui_notebook_links"],
    run: () => ({ ui_notebook_links: [name] }),
  });
describe("agentNode", () => {
  test("passes an agent its fields and writes its result under its name", async () => {
    const seen: object[] = [];
    const agent = defineAgent(SeedState, {
      name: "greeter",
      description: "Greets.",
      identity: { agentName: "Greeter", agentIcon: "👋" },
      reads: ["task_user_input"],
      writes: ["messages"],
      run: (values) => {
        seen.push(values);
        return { messages: [new AIMessage("Hello back")] };
      },
    });
    const state = await compile(agent).invoke(hello, config);
    expect(seen).toEqual([{ task_user_input: null }]);
    expect(state.messages.map((each) => [each.type, each.name])).toEqual([
      ["human", undefined],
      ["ai", "greeter"],
    ]);
    expect(state).toMatchObject({
      control_active_agent: "greeter",
      control_last_agent: "greeter",
      control_iteration: 1,
      control_has_error: false,
      ui_agent_identity: { agentId: "greeter", agentName: "Greeter", agentIcon: "👋" },
      execution_last_result: { success: true, capability: "greeter" },
    });
  });

  test("keeps the agent's name on a message after it is stored and loaded", async () => {
    const agent = defineAgent(SeedState, {
      name: "greeter",
      description: "Greets.",
      reads: [],
      writes: ["messages"],
      run: () => ({ messages: [new AIMessage("Hello")] }),
    });
    const graph = compile(agent);
    await graph.invoke(hello, config);
    const messages = await storedMessages(graph);
    expect(messages.at(-1)?.name).toBe("greeter");
  });

  test("throws when an agent returns an undeclared field, and writes nothing", async () => {
    const agent = defineAgent(SeedState, {
      name: "greeter",
      description: "Greets.",
      reads: [],
      writes: ["messages"],
      // @ts-expect-error "control_errors" is not in the declared `writes`
      run: () => ({ messages: [new AIMessage("Hello")], control_errors: [] }),
    });
    const graph = compile(agent);
    const error = await caught(graph.invoke(hello, config));
    expect(agentErrors.undeclaredWrite.is(error) && error.details).toEqual({
      agent: "greeter",
      field: "control_errors",
      writes: ["messages"],
      problem: "undeclared",
      owners: [],
      nearest: null,
    });
    expect((await storedMessages(graph)).length).toBe(1);
  });

  test("validates the values that an agent returns", async () => {
    const agent = defineAgent(SeedState, {
      name: "greeter",
      description: "Greets.",
      reads: [],
      writes: ["ui_notebook_links"],
      // @ts-expect-error a link is text
      run: () => ({ ui_notebook_links: [1] }),
    });
    const error = await caught(compile(agent).invoke(hello, config));
    expect(coreStateErrors.invalidUpdate.is(error) && error.details.node).toBe("greeter");
  });

  test.each([undefined, "throw"] as const)("throws an error of an agent, with onFailure %s", async (onFailure) => {
    const agent = defineAgent(SeedState, {
      name: "greeter",
      description: "Greets.",
      reads: [],
      run: () => {
        throw new Error("The model is down.");
      },
    });
    const graph = compile(agent, { onFailure });
    expect(await caught(graph.invoke(hello, config))).toMatchObject({ message: "The model is down." });
    const snapshot: { readonly next: unknown; readonly values: unknown } = await graph.getState(config);
    // The run can continue at the agent.
    expect(snapshot).toMatchObject({ next: ["worker"], values: { control_has_error: false } });
  });

  test("records an error of an agent if the edges read it, and writes nothing else of that run", async () => {
    const agent = defineAgent(SeedState, {
      name: "search",
      description: "Searches.",
      reads: [],
      proposes: ["task_current_task"],
      retryPolicy: { maxAttempts: 5, delaySeconds: 1, backoffFactor: 2 },
      classifyError: () => ({ severity: "replanning", userMessage: "Nothing was found." }),
      run: (_, { propose }) => {
        propose({ task_current_task: "x" }, "y");
        throw new Error("no index");
      },
    });
    const state = await compile(agent).invoke(hello, config);
    expect(state.control_has_error).toBe(true);
    expect(state.control_error_info).toMatchObject({
      node: "search",
      originalError: "no index",
      classification: { severity: "replanning", userMessage: "Nothing was found." },
      retryPolicy: { maxAttempts: 5 },
    });
    expect(state.control_proposals).toEqual([]);
    expect(state.control_active_agent).toBe("search");
  });

  test("aborts an agent at its time limit, even if it ignores the signal", async () => {
    const signals: AbortSignal[] = [];
    const agent = defineAgent(SeedState, {
      name: "sleeper",
      description: "Sleeps.",
      reads: [],
      timeoutSeconds: 60,
      run: async (_, { signal }) => {
        signals.push(signal);
        await new Promise(() => {});
        return {};
      },
    });
    const state = await compile(agent, { timer: fixedClock("2026-01-08T20:30:00.000Z") }).invoke(hello, config);
    expect(state.control_error_info).toMatchObject({ node: "sleeper", classification: { severity: "retriable" } });
    expect(agentErrors.agentTimedOut.is(signals[0]?.reason)).toBe(true);
  });

  test("rethrows the abort of the run, which is not a failure of the agent", async () => {
    const stop = new AbortController();
    const signals: AbortSignal[] = [];
    const agent = defineAgent(SeedState, {
      name: "sleeper",
      description: "Sleeps.",
      reads: [],
      run: async (_, { signal }) => {
        signals.push(signal);
        stop.abort();
        await new Promise(() => {});
        return {};
      },
    });
    const graph = compile(agent);
    expect(await caught(graph.invoke(hello, { ...config, signal: stop.signal }))).toBeInstanceOf(Error);
    expect(signals[0]?.aborted).toBe(true);
    const snapshot: { readonly values: unknown } = await graph.getState(config);
    expect(snapshot.values).toMatchObject({ control_has_error: false });
  });

  test("lets interrupts pass, and repeats ids when it runs again", async () => {
    const made: string[] = [];
    const agent = defineAgent(SeedState, {
      name: "asker",
      description: "Asks.",
      reads: [],
      writes: ["ui_agent_context"],
      run: (_, { ids }) => {
        made.push(ids.next());
        return { ui_agent_context: { answer: interrupt<string, string>("Sure?") } };
      },
    });
    const graph = compile(agent);
    await graph.invoke(hello, config);
    const state = await graph.invoke(new Command({ resume: "yes" }), config);
    expect(state.ui_agent_context).toEqual({ answer: "yes" });
    expect(new Set(made).size).toBe(1);
    expect(made.length).toBe(2);
  });

  test("returns the proposals of an agent, which the root writer commits", async () => {
    const agent = defineAgent(SeedState, {
      name: "planner_aid",
      description: "Reads.",
      reads: [],
      proposes: ["task_current_task"],
      run: (_, { propose }) => {
        propose({ task_current_task: "Fly to Oslo" }, "The user said so.");
        return {};
      },
    });
    const graph = new StateGraph(toStateSchema(SeedState))
      .addNode("worker", agentNode(SeedState, agent, { clock }))
      .addNode("commit", commitNode(SeedState, { clock }))
      .addEdge(START, "worker")
      .addEdge("worker", "commit")
      .addEdge("commit", END)
      .compile();
    const state = await graph.invoke(hello);
    expect(state.task_current_task).toBe("Fly to Oslo");
    expect(state.control_proposals).toEqual([]);
  });

  test("records a proposal for an undeclared field as a failure of the agent", async () => {
    const agent = defineAgent(SeedState, {
      name: "greeter",
      description: "Greets.",
      reads: [],
      proposes: ["task_current_task"],
      run: (_, { propose }) => {
        // @ts-expect-error it may propose changes to "task_current_task" only
        propose({ task_custom_message: "x" }, "y");
        return {};
      },
    });
    const state = await compile(agent).invoke(hello, config);
    expect(state.control_error_info?.originalError).toContain('"task_custom_message"');
  });

  const contexts = defineContexts({ WEATHER: z.object({ celsius: z.number() }) });
  const advice = defineAgent(SeedState, {
    name: "advice",
    description: "Advises.",
    reads: [],
    writes: ["ui_agent_context"],
    contexts,
    requires: [["WEATHER", "single"]],
    run: (_, { inputs, context, step }) => {
      context.set("WEATHER", "seen", { celsius: inputs.WEATHER.celsius + 1 });
      return { ui_agent_context: { said: `${inputs.WEATHER.celsius} degrees for ${step?.taskObjective}` } };
    },
  });

  test("passes an agent the contexts of its step, and stores new ones", async () => {
    const state = await compile(advice).invoke(
      {
        planning_execution_plan: plan([{ WEATHER: "oslo" }]),
        capability_context_data: { WEATHER: { oslo: { celsius: 4 } } },
      },
      config,
    );
    expect(state.ui_agent_context).toEqual({ said: "4 degrees for Advise" });
    expect(state.capability_context_data["WEATHER"]).toMatchObject({
      seen: { celsius: 5, _meta: { producedBy: "advice" } },
    });
    expect(state.planning_current_step_index).toBe(1);
    expect(state.execution_step_results["advice"]?.success).toBe(true);
  });

  test("requests another plan when the step lacks a context that the agent requires", async () => {
    const state = await compile(advice).invoke({ planning_execution_plan: plan([]) }, config);
    expect(state.control_error_info?.classification.severity).toBe("replanning");
    expect(state.execution_step_results["advice"]?.success).toBe(false);
    expect(state.planning_current_step_index).toBe(0);
  });

  test("emits events immediately", async () => {
    const agent = defineAgent(SeedState, {
      name: "teller",
      description: "Tells.",
      reads: [],
      run: (_, { emit }) => {
        emit({ type: "status", message: "Reading", progress: 0.5, complete: false });
        return {};
      },
    });
    const chunks: unknown[] = [];
    for await (const chunk of await compile(agent).stream(hello, { ...config, streamMode: "custom" }))
      chunks.push(chunk);
    expect(chunks).toEqual([expect.objectContaining({ type: "status", message: "Reading" })]);
  });

  test("reports a missing model or registry when an agent uses it", async () => {
    const withoutModel = await compile(asking("model")).invoke(hello, config);
    expect(withoutModel.control_error_info?.originalError).toContain("needs a model");
    const alone = await compile(asking("others")).invoke(hello, config);
    expect(alone.control_error_info?.originalError).toContain("has no registry of agents");
  });

  test("agents can run in parallel if another node counts iterations", async () => {
    const graph = new StateGraph(toStateSchema(SeedState))
      .addNode("a", agentNode(SeedState, side("a"), { clock, counts: false }))
      .addNode("b", agentNode(SeedState, side("b"), { clock, counts: false }))
      .addEdge(START, "a")
      .addEdge(START, "b")
      .compile();
    const state = await graph.invoke(hello);
    expect(state.ui_notebook_links).toEqual(["a", "b"]);
    expect(state.control_iteration).toBe(0);
  });

  test("works on a state with custom fields, under a role", async () => {
    const Shop = extendState(SeedState, {
      version: 1,
      fields: fields("shop", {
        basket: field({
          description: "Articles.",
          schema: z.array(z.string()),
          default: () => [],
          lifetime: "thread",
          owner: "shopper",
        }),
      }),
    });
    const shopper = defineAgent(Shop, {
      name: "shopper",
      description: "Shops.",
      reads: ["shop_basket"],
      writes: ["shop_basket", "task_current_task"],
      roles: ["root"],
      run: ({ shop_basket: basket }) => ({ shop_basket: [...basket, "milk"], task_current_task: "Shop" }),
    });
    const graph = new StateGraph(toStateSchema(Shop))
      .addNode("turn_start", turnStart(Shop))
      .addNode("shopper", agentNode(Shop, shopper, { registry: defineRegistry([shopper]) }))
      .addEdge(START, "turn_start")
      .addEdge("turn_start", "shopper")
      .compile();
    const state = await graph.invoke(hello);
    expect([state.shop_basket, state.task_current_task]).toEqual([["milk"], "Shop"]);
    expect(state.runtime_field_versions).toMatchObject({ shop_basket: 1, task_current_task: 1 });
  });
});
