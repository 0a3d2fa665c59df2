import { MemorySaver } from "@langchain/langgraph";
import { createAgentGraph, defineAgent, modelParts } from "@tidemark/agents/langgraph";
import { recordModel, replayModel, scriptedModel } from "@tidemark/agents/testing";
import { runGraph } from "@tidemark/stream/testing";
import { SeedState } from "@tidemark/core-state";
import type { BaseChatModel } from "@langchain/core/language_models/chat_models";
import { describe, expect, test } from "vitest";

const clerk = defineAgent(SeedState, {
  name: "clerk",
  description: "Looks things up.",
  reads: [],
  writes: ["capability_context_data"],
  proposes: ["task_custom_message"],
  run: (_, { propose }) => {
    propose({ task_custom_message: "With kind regards" }, "House style.");
    return { capability_context_data: { HOURS: { today: { open: "9 to 5" } } } };
  },
});

const office = (planning: BaseChatModel, answering: BaseChatModel) =>
  createAgentGraph({
    state: SeedState,
    agents: [clerk],
    planner: modelParts(planning).planner,
    responder: modelParts(answering).responder,
    checkpointer: new MemorySaver(),
  });

const plan = {
  structured: { steps: [{ capability: "clerk", taskObjective: "Look up the hours", contextKey: "today" }] },
};
const input = { messages: [{ role: "user", content: "When are you open?" }] };

describe("runGraph", () => {
  test("returns the state, events, commits and model calls of a run", async () => {
    const [planning, answering] = [scriptedModel([plan]), scriptedModel(["From 9 to 5."])];
    const run = await runGraph(office(planning, answering), input, {
      state: SeedState,
      models: [planning, answering],
    });
    expect(run.end).toBe("finished");
    expect(run.state.execution_final_answer).toBe("From 9 to 5.");
    expect(run.commits).toMatchObject([{ proposedBy: "clerk", accepted: { task_custom_message: [""] } }]);
    expect(run.calls.map(({ structured }) => structured)).toEqual([true, false]);
    expect(run.events.map(({ type }) => type)).toEqual(
      expect.arrayContaining(["run_started", "plan_generated", "run_finished"]),
    );
  });

  test("throws when a script has unused answers", async () => {
    const [planning, answering] = [scriptedModel([plan, plan]), scriptedModel(["From 9 to 5."])];
    const run = runGraph(office(planning, answering), input, { state: SeedState, models: [planning, answering] });
    await expect(run).rejects.toMatchObject({ code: "agents/unusedAnswers", details: { left: 1 } });
  });

  test("a recorded run is replayed without the models and gives the same answer", async () => {
    const live = [recordModel(scriptedModel([plan])), recordModel(scriptedModel(["From 9 to 5."]))] as const;
    const first = await runGraph(office(...live), input, { state: SeedState });
    const [planning, answering] = live.map((model) => replayModel(model.recording()));
    if (planning === undefined || answering === undefined) throw new Error("Both were recorded.");
    const again = await runGraph(office(planning, answering), input, { state: SeedState });
    expect([again.end, again.state.execution_final_answer]).toEqual([first.end, first.state.execution_final_answer]);
    expect(again.state.planning_execution_plan?.steps.map(({ status }) => status)).toEqual(["completed", "completed"]);
  });
});
