import { END, MemorySaver, START, StateGraph } from "@langchain/langgraph";
import { agentErrors, directTo } from "@tidemark/agents";
import { clarificationRouter, createAgentGraph, defineAgent } from "@tidemark/agents/langgraph";
import { approvalNode } from "@tidemark/agents/internal/langgraph";
import { defineRegistry } from "@tidemark/agents";
import { AgentState, coreStateErrors, extendState, fieldGroups } from "@tidemark/core-state";
import { stateOf, toStateSchema } from "@tidemark/core-state/langgraph";
import { isPlainRecord } from "@tidemark/reducers/internal";
import { openSession } from "@tidemark/state-manager/langgraph";
import { describe, expect, expectTypeOf, test } from "vitest";
import { untyped } from "../untyped.ts";

const config = { configurable: { thread_id: "ann" } };
const say = { messages: [{ role: "user", content: "Hello" }] };
const Directed = extendState(AgentState, { version: 1, fields: fieldGroups.directed });

const mail = defineAgent(Directed, {
  name: "mail",
  description: "Sends mail.",
  reads: [],
  writes: ["messages"],
  run: () => ({ messages: [{ role: "assistant", content: "Sent." }] }),
});
const parts = { state: Directed, agents: [mail], planner: () => Promise.resolve({ steps: [{ capability: "mail" }] }) };
const standard = ["execution_final_answer", "execution_pending_approvals", "messages"];

describe("a graph of agents", () => {
  test("returns messages, the final answer and open approvals, and getState returns everything", async () => {
    const graph = createAgentGraph({ ...parts, checkpointer: new MemorySaver() });
    const values = await graph.invoke(say, config);
    expect(Object.keys(values).toSorted()).toEqual(standard);
    expectTypeOf<keyof typeof values>().toEqualTypeOf<
      "execution_final_answer" | "execution_pending_approvals" | "messages"
    >();
    const snapshot: { readonly values: object } = await graph.getState(config);
    expect(Object.keys(snapshot.values).toSorted()).toEqual(Object.keys(Directed.fields).toSorted());
    const session = openSession({ graph, state: Directed, threadId: "ben" });
    const turn = await session.send("Hello");
    expect(turn.outcome === "done" && turn.state.control_iteration).toBeGreaterThan(1);
  });

  test("returns the fields of its output too, also in the streams of values and updates", async () => {
    const graph = createAgentGraph({ ...parts, output: ["control_last_agent"] });
    const values = await graph.invoke(say);
    expect(values.control_last_agent).toBe("respond");
    const seen = { values: new Set<string>(), updates: new Set<string>() };
    for await (const [mode, chunk] of await graph.stream(say, { streamMode: ["values", "updates"] })) {
      const records: readonly object[] = mode === "values" ? [chunk] : Object.values<object>(chunk).flat();
      for (const record of records) for (const field of Object.keys(record)) seen[mode].add(field);
    }
    const shown = [...standard, "control_last_agent"];
    for (const fields of Object.values(seen)) expect([...fields].filter((each) => !shown.includes(each))).toEqual([]);
    expect([...seen.values].toSorted()).toEqual(shown.toSorted());
  });

  test("streams every field to a caller that requests it, and to a session's turn with all fields", async () => {
    const graph = createAgentGraph({ ...parts, checkpointer: new MemorySaver() });
    const session = openSession({ graph, state: Directed, threadId: "ann" });
    const last = async (fields: "all" | "output") => {
      let shown = 0;
      for await (const chunk of session.stream("Hello", { fields }))
        shown = isPlainRecord(chunk) ? Object.keys(chunk).length : 0;
      return shown;
    };
    expect([await last("output"), await last("all")]).toEqual([standard.length, Object.keys(Directed.fields).length]);
  });

  test("refuses a field of its state that is not an input, and an unknown one, and names them", async () => {
    const graph = createAgentGraph({ ...parts, checkpointer: new MemorySaver() });
    const registry = defineRegistry([mail]);
    const picked = directTo({}, "mail", { registry });
    const refused = await graph
      .invoke(untyped({ ...say, ...(picked.outcome === "directed" && picked.update), mesages: [] }), config)
      .catch((error: unknown) => error);
    expect(coreStateErrors.invalidUpdate.is(refused) && refused.details.issues.map(({ message }) => message)).toEqual([
      '"control_operation_mode" is not an input of this graph. Its inputs are: messages. Add the field to `input` of the graph.',
      '"control_directed_mode_context" is not an input of this graph. Its inputs are: messages. Add the field to `input` of the graph.',
      'The state has no field "mesages". Did you mean "messages"?',
    ]);
    expect((await graph.getState(config)).next).toEqual([]);
    const open = createAgentGraph({ ...parts, input: ["control_operation_mode", "control_directed_mode_context"] });
    const values = await open.invoke({ ...say, ...(picked.outcome === "directed" && picked.update) });
    expect(values.messages.at(-1)?.text).toBe("Sent.");
  });

  test("refuses an input or an output that the state does not have, when it is created", () => {
    expect(() => createAgentGraph(untyped({ ...parts, output: ["control_agent"] }))).toThrow(
      'The state has no field "control_agent", so it cannot be an input or output of a graph.',
    );
    // @ts-expect-error the state does not have this field
    expect(() => createAgentGraph({ ...parts, input: ["control_agent"] })).toThrow("control_agent");
  });

  test("shares its input and output, and nothing else, with its parent graph", async () => {
    const inner = createAgentGraph({ ...parts, input: ["task_ledger"], output: ["task_ledger"] });
    const outer = new StateGraph(toStateSchema(Directed))
      .addNode("before", () => ({ control_iteration: 40 }))
      .addNode("agents", inner)
      .addEdge(START, "before")
      .addEdge("before", "agents")
      .addEdge("agents", END)
      .compile();
    const values = await outer.invoke(say);
    expect(values.task_ledger).toHaveLength(1);
    // The counters of the inner graph are separate.
    expect([values.control_iteration, values.planning_execution_plan]).toEqual([40, null]);
  });
});

describe("a state without a group", () => {
  const plain = { ...parts, state: AgentState, agents: [] };

  test.for(["code", "memory", "plan"] as const)(
    "gets it for the approval rule %s, which depends on a setting",
    (rule) => {
      // @ts-expect-error the compiler asks for `fieldGroups.settings`, in which an application changes the setting
      const graph = createAgentGraph({ ...plain, approvals: { plan: rule } });
      expect(Object.keys(stateOf(graph)?.fields ?? {})).toContain("agent_control");
    },
  );

  test("is refused by a clarification router and by approval flags, with the name of the missing group", () => {
    const groups: unknown[] = [];
    for (const make of [
      () => clarificationRouter(AgentState, { decide: () => "RESEARCH", proceed: "work" }),
      () => approvalNode(AgentState, { rejection: "flag" }),
    ]) {
      try {
        make();
      } catch (error) {
        if (agentErrors.missingFields.is(error)) groups.push(...error.details.groups);
      }
    }
    expect(groups).toEqual(["clarification", "approval"]);
  });

  test("is named where an agent lists one of its fields", () => {
    const slip = { name: "mail", description: "Sends mail.", reads: [], writes: ["status_updates"], run: () => ({}) };
    expect(() => defineAgent(AgentState, untyped(slip))).toThrow("fieldGroups.progress");
  });
});
