import { DatabaseSync } from "node:sqlite";
import { type BaseCheckpointSaver, END, MemorySaver, START, StateGraph } from "@langchain/langgraph";
import { sqliteSaver } from "@tidemark/checkpoint/sqlite";
import { AgentState, SeedState } from "@tidemark/core-state";
import { toStateSchema } from "@tidemark/core-state/langgraph";
import { defineMigrations } from "@tidemark/state-manager";
import { openSession, turnStart } from "@tidemark/state-manager/langgraph";
import { describe, expect, test } from "vitest";

const threadId = "ann";
const config = { configurable: { thread_id: threadId } };
const say = { messages: [{ role: "user", content: "Hello" }] };

/** Program that declares all 74 fields, and writes some that are not in `AgentState`. */
const before = (checkpointer: BaseCheckpointSaver) =>
  new StateGraph(toStateSchema(SeedState))
    .addNode("turn_start", turnStart(SeedState))
    .addNode("work", () => ({
      control_operation_mode: "directed" as const,
      task_custom_message: "Take care.",
      task_ledger: [],
      execution_final_answer: "Yes.",
    }))
    .addEdge(START, "turn_start")
    .addEdge("turn_start", "work")
    .addEdge("work", END)
    .compile({ checkpointer });

/** The same program with the 35 fields of `AgentState`. */
const after = (checkpointer: BaseCheckpointSaver, state: typeof AgentState = AgentState) =>
  new StateGraph(toStateSchema(state))
    .addNode("turn_start", turnStart(state))
    .addNode("work", ({ messages }) => ({ execution_final_answer: `${messages.length} messages.` }))
    .addEdge(START, "turn_start")
    .addEdge("turn_start", "work")
    .addEdge("work", END)
    .compile({ checkpointer });

const savers = [
  ["MemorySaver", (): BaseCheckpointSaver => new MemorySaver()],
  ["sqliteSaver", (): BaseCheckpointSaver => sqliteSaver({ database: new DatabaseSync(":memory:") })],
] as const;

describe.each(savers)("a thread of SeedState in %s, opened with AgentState", (_, make) => {
  test("continues with the fields that both declare, and keeps the other values after turns and edits", async () => {
    const saver = make();
    await openSession({ graph: before(saver), state: SeedState, threadId }).send("Hello");
    const session = openSession({ graph: after(saver), state: AgentState, threadId });
    expect(Object.keys((await session.state()) ?? {})).toHaveLength(35);
    for (const words of ["And now?", "And then?"]) expect((await session.send(words)).outcome).toBe("done");
    await session.update({ execution_final_answer: "Edited." }, { author: "user:ann" });
    const stored = await openSession({ graph: before(saver), state: SeedState, threadId }).state();
    expect(stored).toMatchObject({
      control_operation_mode: "directed",
      task_custom_message: "Take care.",
      execution_final_answer: "Edited.",
    });
    expect(stored?.messages).toHaveLength(3);
  });

  test("loses a field when a migration drops it, and no other", async () => {
    const saver = make();
    await openSession({ graph: before(saver), state: SeedState, threadId }).send("Hello");
    const state = { ...AgentState, version: 2 };
    const migrations = defineMigrations(state, [
      { to: 2, description: "Modes are removed.", drop: ["control_operation_mode"] },
    ]);
    await openSession({ graph: after(saver, state), state, threadId, migrations }).send("And now?");
    const values = (await saver.getTuple(config))?.checkpoint.channel_values;
    expect(values).not.toHaveProperty("control_operation_mode");
    expect(values).toMatchObject({ task_custom_message: "Take care." });
  });

  test("keeps the other values in older checkpoints when the graph runs without a session", async () => {
    const saver = make();
    await before(saver).invoke(say, config);
    await after(saver).invoke(say, config);
    expect((await saver.getTuple(config))?.checkpoint.channel_values).not.toHaveProperty("control_operation_mode");
    const older: unknown[] = [];
    for await (const { checkpoint } of saver.list(config))
      older.push(checkpoint.channel_values["control_operation_mode"]);
    expect(older).toContain("directed");
  });
});
