import type { WritableUpdateOf } from "../../src/ownership/writable-update.graph.ts";
import { AIMessage, RemoveMessage } from "@langchain/core/messages";
import { Command, END, Send, START, StateGraph } from "@langchain/langgraph";
import { SeedState, coreStateErrors, extendState, field, fields, initialState } from "@tidemark/core-state";
import { toStateSchema } from "@tidemark/core-state/langgraph";
import { describe, expect, test } from "vitest";
import { defineNode } from "@tidemark/state-manager/langgraph";
import { type NodeDefinition } from "@tidemark/state-manager/internal/langgraph";
import { z } from "zod";

const owned = <const Owner extends string | readonly string[]>(writer: Owner) =>
  field({
    description: "Something.",
    schema: z.string().nullable(),
    default: () => null,
    lifetime: "turn",
    owner: writer,
  });

const SchedulerState = extendState(SeedState, {
  version: 1,
  fields: fields("scheduler", {
    detected_conflicts: owned("conflict_detection"),
    selected_time_slot: owned(["scheduling", "root"]),
  }),
});

type Definition = NodeDefinition<typeof SchedulerState>;

/** Runs one node in a compiled graph and returns the resulting state. */
const runNode = (definition: Definition) =>
  new StateGraph(toStateSchema(SchedulerState))
    .addNode("node", defineNode(SchedulerState, definition), { ends: [END] })
    .addEdge(START, "node")
    .compile()
    .invoke({ messages: [{ role: "user", content: "Soccer on Saturday" }] });

const finish = () => ({ control_workflow_status: "completed", runtime_user_id: "emma" }) as const;

describe("defineNode", () => {
  test("accepts an update of the agent's fields, and of fields without an owner", async () => {
    const result = await runNode({
      agent: "scheduling",
      run: () => ({ scheduler_selected_time_slot: null, ui_notebook_links: ["a"], messages: new AIMessage("Done") }),
    });
    expect(result.ui_notebook_links).toEqual(["a"]);
    expect(result.messages.map(({ text }) => text)).toEqual(["Soccer on Saturday", "Done"]);
  });

  test("refuses a write to a field of another agent, naming node, field and owner", async () => {
    const foreign = runNode({ agent: "query", run: () => ({ scheduler_detected_conflicts: null }) });
    await expect(foreign).rejects.toThrow(
      'The update from "query" was refused, and none of it was applied:\n' +
        '  - "scheduler_detected_conflicts" is owned by "conflict_detection". "query" can only propose a change to it.',
    );
  });

  test("lets a node write in the name of its roles", async () => {
    const result = await runNode({ agent: "orchestrator", roles: ["root", "runtime"], run: finish });
    expect([result.control_workflow_status, result.runtime_user_id]).toEqual(["completed", "emma"]);
    await expect(runNode({ agent: "orchestrator", roles: ["root"], run: finish })).rejects.toThrow(
      '"runtime_user_id" is owned by "runtime"',
    );
  });

  test("refuses an unknown field, and an invalid value", async () => {
    const wrong: object = { control_errorz: [], ui_notebook_links: [7] };
    const refused = runNode({ agent: "query", run: () => wrong });
    await expect(refused).rejects.toMatchObject({ code: coreStateErrors.invalidUpdate.code });
    await expect(refused).rejects.toThrow(/Did you mean "control_errors"\?\n.*"ui_notebook_links" at "\[0\]"/);
  });

  test("checks the update of a command, and returns it unchanged", async () => {
    const goto = END;
    const result = await runNode({
      agent: "query",
      run: () => new Command({ goto, update: { ui_notebook_links: ["a"] } }),
    });
    expect(result.ui_notebook_links).toEqual(["a"]);
    await expect(
      runNode({ agent: "query", run: () => new Command({ goto, update: [["runtime_user_id", "emma"]] }) }),
    ).rejects.toThrow('"runtime_user_id" is owned by "runtime"');
    await expect(runNode({ agent: "query", run: () => new Command({ goto }) })).resolves.toBeDefined();
  });

  test("counts the writes of a command, and keeps each write of a command that writes one field twice", async () => {
    const slot = { scheduler_selected_time_slot: null };
    const one = await runNode({ agent: "resolution", roles: ["root"], run: () => new Command({ update: slot }) });
    expect(one.runtime_field_versions).toEqual({ scheduler_selected_time_slot: 1 });
    const two = await runNode({
      agent: "query",
      run: () =>
        new Command({
          update: [
            ["ui_notebook_links", ["a"]],
            ["ui_notebook_links", ["b"]],
          ],
        }),
    });
    expect([two.ui_notebook_links, two.runtime_field_versions]).toEqual([["a", "b"], {}]);
  });

  test("leaves a command for the parent graph to the parent", async () => {
    const node = defineNode(SeedState, {
      agent: "query",
      run: () => new Command({ graph: Command.PARENT, goto: "outer", update: { outer_total: 3 } }),
    });
    const values = { ...initialState(SeedState), messages: [] };
    expect(await node(values, {})).toMatchObject({ graph: "__parent__", update: { outer_total: 3 } });
  });

  test("lets a node remove messages", async () => {
    const { messages } = await runNode({
      agent: "root",
      run: (state) => ({ messages: state.messages.map(({ id = "" }) => new RemoveMessage({ id })) }),
    });
    expect(messages).toEqual([]);
  });

  test("a foreign write does not compile, a shared or open field does", () => {
    defineNode(SchedulerState, { agent: "scheduling", run: () => ({ scheduler_selected_time_slot: "2pm" }) });
    defineNode(SchedulerState, { agent: "query", roles: ["root"], run: () => ({ task_current_task: "Soccer" }) });
    defineNode(SchedulerState, { agent: "query", run: () => ({ ui_notebook_links: ["a"] }) });
    // @ts-expect-error the field is owned by "conflict_detection"
    defineNode(SchedulerState, { agent: "query", run: () => ({ scheduler_detected_conflicts: "none" }) });
    const update: WritableUpdateOf<typeof SchedulerState, "query"> = {
      // @ts-expect-error the field is owned by "root"
      task_current_task: "Soccer",
    };
    expect(update).toBeDefined();
  });

  test("counts the versions of owned fields that it writes, and not of open fields with a reducer", async () => {
    const result = await runNode({
      agent: "scheduling",
      run: () => ({ scheduler_selected_time_slot: "2pm", ui_notebook_links: ["a"] }),
    });
    expect(result.runtime_field_versions).toEqual({ scheduler_selected_time_slot: 1 });
  });

  test("creates proposals whose ids are the same when the node runs again, and differ between parallel runs", async () => {
    let runs = 0;
    const propose = defineNode(SchedulerState, {
      agent: "query",
      run: (_, tools) => {
        const control_proposals = [tools.propose({ task_current_task: "Soccer" }, "It was said.")];
        runs += 1;
        if (runs === 1) throw new Error("try again");
        return { control_proposals };
      },
    });
    const graph = new StateGraph(toStateSchema(SchedulerState))
      .addNode("start", () => ({}))
      .addNode("query", propose, { retryPolicy: { maxAttempts: 2, initialInterval: 1 } })
      .addEdge(START, "start")
      .addConditionalEdges("start", () => [new Send("query", {}), new Send("query", {})])
      .compile();
    const { control_proposals: proposals } = await graph.invoke({});
    expect(runs).toBe(3);
    expect(new Set(proposals.map(({ proposalId }) => proposalId)).size).toBe(2);
    expect(proposals[0]?.proposalId).toMatch(/^query:[0-9a-f-]{36}:1$/);
  });

  test("checks every command of a list, and names the foreign field in any of them", async () => {
    const fine = new Command({ update: { ui_notebook_links: ["a"] } });
    const more = new Command({ update: { ui_notebook_links: ["b"] } });
    const result = await runNode({ agent: "query", run: () => [fine, more] });
    expect(result.ui_notebook_links).toEqual(["a", "b"]);
    const foreign = new Command({ update: { runtime_user_id: "emma" } });
    await expect(runNode({ agent: "query", run: () => [fine, foreign] })).rejects.toThrow('is owned by "runtime"');
  });

  test("a wrong type in an update does not compile", () => {
    const definition: Definition = {
      agent: "query",
      // @ts-expect-error a step is named by text
      run: () => ({ control_current_step: 7 }),
    };
    expect(definition.agent).toBe("query");
  });
});
