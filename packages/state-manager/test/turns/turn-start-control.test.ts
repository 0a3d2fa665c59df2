import { END, MemorySaver, START, StateGraph } from "@langchain/langgraph";
import { AgentState, SeedState } from "@tidemark/core-state";
import { agentControlDefaults } from "@tidemark/core-state/internal";
import { toStateSchema } from "@tidemark/core-state/langgraph";
import { changeAgentControl } from "@tidemark/state-manager/internal";
import { defineNode, turnStart } from "@tidemark/state-manager/langgraph";
import { type TurnStartOptions } from "@tidemark/state-manager/internal/langgraph";
import { expect, test } from "vitest";

const safe = agentControlDefaults();

/** Graph whose only agent changes the settings as its message says: "thread 3" or "turn 3". */
const graphWith = (options: TurnStartOptions<typeof SeedState>) =>
  new StateGraph(toStateSchema(SeedState))
    .addNode("turn_start", turnStart(SeedState, options))
    .addNode(
      "settings",
      defineNode(SeedState, {
        agent: "settings",
        roles: ["root", "runtime"],
        run: (values) => {
          const [scope, retries] = (values.task_user_input ?? "").split(" ");
          if (scope !== "thread" && scope !== "turn") return {};
          const change = changeAgentControl(values, { maxStepRetries: Number(retries) }, scope);
          return change.outcome === "changed" ? change.update : {};
        },
      }),
    )
    .addEdge(START, "turn_start")
    .addEdge("turn_start", "settings")
    .addEdge("settings", END)
    .compile({ checkpointer: new MemorySaver() });

const config = { configurable: { thread_id: "t" } };
const say = (content: string) => ({ messages: [{ role: "user", content }] });

test("settings need a state with the group that keeps them", () => {
  expect(() => turnStart(AgentState, { agentControl: { maxStepRetries: 1 } })).toThrow(
    '"agentControl" needs the field "agent_control", which the state does not have. Add `fieldGroups.settings`',
  );
  expect(() => turnStart(SeedState, { agentControl: { maxStepRetries: 1 } })).not.toThrow();
});

test("a setting of a turn ends with it, one of the thread stays", async () => {
  const graph = graphWith({});
  expect((await graph.invoke(say("turn 2"), config)).agent_control.maxStepRetries).toBe(2);
  expect((await graph.invoke(say("hello"), config)).agent_control).toEqual(safe);
  expect((await graph.invoke(say("thread 3"), config)).agent_control.maxStepRetries).toBe(3);
  expect((await graph.invoke(say("hello"), config)).agent_control.maxStepRetries).toBe(3);
});

test("the settings of the message take precedence over those of the thread, and these over the application's", async () => {
  const graph = graphWith({
    agentControl: { maxStepRetries: 1, maxPlanningAttempts: 4 },
    agentControlOfMessage: (_, { configurable }) =>
      new Map<string, unknown>(Object.entries(configurable ?? {})).get("settings"),
  });
  expect((await graph.invoke(say("hello"), config)).agent_control).toEqual({
    ...safe,
    maxStepRetries: 1,
    maxPlanningAttempts: 4,
  });
  await graph.invoke(say("thread 2"), config);
  const asked = { configurable: { ...config.configurable, settings: { maxStepRetries: 5 } } };
  expect((await graph.invoke(say("hello"), asked)).agent_control).toEqual({
    ...safe,
    maxStepRetries: 5,
    maxPlanningAttempts: 4,
  });
  expect((await graph.invoke(say("hello"), config)).agent_control.maxStepRetries).toBe(2);
});

test("invalid settings of a message start no turn and are reported", async () => {
  const graph = graphWith({ agentControlOfMessage: () => ({ maxStepRetries: "many" }) });
  await expect(graph.invoke(say("hello"), config)).rejects.toThrow(/agent_control.*maxStepRetries[^]*expected number/);
  expect((await graph.getState(config)).values).toMatchObject({ runtime_turn_id: null });
});

test("an invalid configuration is reported and replaced by the safe defaults", async () => {
  const problems: string[] = [];
  const graph = graphWith({ agentControl: () => null, report: (problem) => problems.push(problem) });
  expect((await graph.invoke(say("hello"), config)).agent_control).toEqual(safe);
  expect(problems).toEqual(["The configuration must be an object of settings."]);
});
