import type { Planner } from "../../src/plans/parts.ts";
import { Command, isInterrupted, MemorySaver } from "@langchain/langgraph";
import { killSwitch } from "@tidemark/agents";
import { createAgentGraph, defineAgent } from "@tidemark/agents/langgraph";
import { openSession } from "@tidemark/state-manager/langgraph";
import { describe, expect, test } from "vitest";
import { at, config, say, Trip, trip } from "./trip-graph.ts";
import { everyField } from "../every-field.ts";

describe("createAgentGraph", () => {
  test("runs a task through classification, planning and steps to its answer", async () => {
    const { graph, executed } = trip();
    const state = await graph.invoke(say("A train to where it rains"), config);
    expect(executed).toEqual(["weather", "booker in Bergen"]);
    expect(state).toMatchObject({
      task_current_task: "A train to where it rains",
      trip_city: "Bergen",
      planning_active_capabilities: ["weather", "booker"],
      planning_execution_plan: {
        status: "completed",
        steps: [{ status: "completed", result: '{"sky":"rain"}' }, {}, {}],
      },
      execution_final_answer: "Done: 2 steps.",
      control_workflow_status: "completed",
      control_plans_created_count: 1,
      task_ledger: [{ status: "done" }],
      ui_agent_identity: { agentId: "booker" },
      control_proposals: [],
    });
    expect(state.messages.map(({ content, name }) => [content, name])).toEqual([
      ["A train to where it rains", undefined],
      ["Booked to Bergen.", "booker"],
      ["Done: 2 steps.", undefined],
    ]);
    expect(Object.keys(state.execution_step_results)).toEqual(["today", "1_booker", "user_response"]);
  });

  test("without a responder the message of the last agent is the answer, and nothing is added", async () => {
    const { graph } = trip({ responds: false });
    const state = await graph.invoke(say("A train to where it rains"), config);
    expect(state.messages.map(({ content }) => content)).toEqual(["A train to where it rains", "Booked to Bergen."]);
    expect(state.execution_final_answer).toBe("Booked to Bergen.");
    expect(state.planning_execution_plan?.status).toBe("completed");
  });

  test("without a responder the results are the answer when the last agent wrote no message", async () => {
    const steps = [{ capability: "weather", contextKey: "today" }];
    const { graph } = trip({ responds: false, steps });
    const state = await graph.invoke(say("Rain?"), config);
    expect(state.messages.map(({ content }) => content)).toEqual(["Rain?", '{"sky":"rain"}']);
    expect(state.execution_final_answer).toBe('{"sky":"rain"}');
  });

  test("the last node is a node of the graph at every checkpoint", async () => {
    const { graph } = trip();
    await graph.invoke(say("A train to where it rains"), config);
    const nodes = new Set<string | null>([null, ...Object.keys(graph.nodes)]);
    const seen: unknown[] = [];
    for await (const { values } of graph.getStateHistory(config))
      seen.push(Reflect.get(Object(values), "control_last_agent") ?? null);
    expect(seen).toContain("booker");
    expect(seen.filter((last) => typeof last === "string" && !nodes.has(last))).toEqual([]);
  });

  test("PS-34 records one handoff for each change of agent", async () => {
    const steps = ["weather", "weather", "booker"].map((capability, index) => ({
      capability,
      contextKey: `k${index}`,
    }));
    const { graph } = trip({ steps });
    const { execution_handoff_history: history } = await graph.invoke(say("Go"), config);
    expect(history.map(({ fromAgentId, toAgentId, reason }) => [fromAgentId, toAgentId, reason])).toEqual([
      ["orchestrator", "weather", "plan_step"],
      ["weather", "booker", "plan_step"],
    ]);
  });

  test("retries a step within its limit, and continues", async () => {
    let failures = 1;
    const weather = () => {
      failures -= 1;
      if (failures >= 0) throw Object.assign(new Error("connection reset"), { code: "ECONNRESET" });
    };
    const { graph, executed } = trip({ weather, limits: { maxStepRetries: 1 }, timer: at });
    const state = await graph.invoke(say("Go"), config);
    expect(executed).toEqual(["weather", "weather", "booker in Bergen"]);
    expect(state).toMatchObject({
      control_has_error: false,
      control_workflow_status: "completed",
      control_retry_count: 0,
    });
    expect(state.control_errors).toMatchObject([{ step: "weather", retryable: true }]);
  });

  test("a step that keeps failing ends in an answer that says so, and the plan has failed", async () => {
    const { graph, executed } = trip({
      weather: () => {
        throw new Error("no such town");
      },
      timer: at,
    });
    const state = await graph.invoke(say("Go"), config);
    expect(executed).toEqual(["weather"]);
    expect(state).toMatchObject({
      control_workflow_status: "failed",
      planning_execution_plan: { status: "failed", steps: [{ status: "failed" }, { status: "skipped" }, {}] },
      task_ledger: [{ status: "failed" }],
    });
    expect(state.execution_final_answer).toContain('"weather" failed');
  });

  test("RT-15 a plan that stays invalid is abandoned after its attempts, and the planner receives the reason", async () => {
    const feedbacks: unknown[] = [];
    const planner: Planner = ({ feedback }) => {
      feedbacks.push(feedback);
      return Promise.resolve({ steps: [{ capability: "weather", inputs: [{ NOTHING: "nowhere" }] }] });
    };
    const { graph, executed } = trip({ planner, timer: at });
    const state = await graph.invoke(say("Go"), config);
    expect([feedbacks.length, feedbacks[0], executed]).toEqual([2, null, []]);
    expect(feedbacks[1]).toContain("nowhere");
    expect(state).toMatchObject({ control_plans_created_count: 2, control_workflow_status: "failed" });
  });

  test("a plan with unknown capabilities leads back to their selection, once", async () => {
    const { graph } = trip({ planner: () => Promise.resolve({ steps: [{ capability: "ghost" }] }), timer: at });
    const state = await graph.invoke(say("Go"), config);
    expect(state).toMatchObject({ control_reclassification_count: 1, control_workflow_status: "failed" });
    expect(state.execution_final_answer).toContain("could not be run");
  });

  test("writes the answer about a rejected approval with the words of the application", async () => {
    const { graph } = trip({
      approvals: { booker: "always" },
      texts: { approval: ({ kind }) => (kind === "rejected" ? "Nothing was booked." : "Book it?") },
    });
    await graph.invoke(say("Go"), config);
    const rejected = await graph.invoke(new Command({ resume: "no" }), config);
    expect(rejected.execution_final_answer).toBe("Nothing was booked.");
  });

  test("AP-21 requires approval of an agent; a no ends the turn, and the next one is clean", async () => {
    const { graph, executed } = trip({ approvals: { booker: "always" } });
    const stopped = await graph.invoke(say("Go"), config);
    expect(isInterrupted(stopped)).toBe(true);
    expect(executed).toEqual(["weather"]);
    const rejected = await graph.invoke(new Command({ resume: "no" }), config);
    expect(executed).toEqual(["weather"]);
    expect(rejected).toMatchObject({
      execution_final_answer: "This was not approved, so nothing was done.",
      approval_approved: null,
      approved_payload: null,
    });
    const again = await graph.invoke(say("Go anyway"), config);
    expect([isInterrupted(again), again.runtime_turn_id === rejected.runtime_turn_id]).toEqual([true, false]);
  });

  test.for([
    ["yes", "yes"],
    ["no", "yes"],
    ["yes", "no"],
  ] as const)(
    "of the concurrent answers %s and %s the first one counts, and the second one is reported as resolved",
    async (answers) => {
      const { graph, executed } = trip({ approvals: { booker: "always" } });
      const open = () => openSession({ graph, state: Trip, threadId: "t", userId: "ann" });
      const asked = await open().send("Go");
      const id = asked.outcome === "interrupted" ? (asked.interrupts[0]?.id ?? "") : "";
      // Each request of a server opens a separate session.
      const results = await Promise.all(answers.map((answer) => open().resume(id, answer)));
      expect(results.map(({ outcome }) => outcome)).toEqual(["done", "alreadyResolved"]);
      expect(executed).toEqual(answers[0] === "yes" ? ["weather", "booker in Bergen"] : ["weather"]);
    },
  );

  test("executes the approved step once", async () => {
    const { graph, executed } = trip({ approvals: { booker: "always" } });
    await graph.invoke(say("Go"), config);
    const state = await graph.invoke(new Command({ resume: "yes" }), config);
    expect(executed).toEqual(["weather", "booker in Bergen"]);
    expect(state.control_workflow_status).toBe("completed");
  });

  test("requires approval of the whole plan where plans need it", async () => {
    const { graph, executed } = trip({ turn: { agentControl: { planningModeEnabled: true } } });
    const stopped = await graph.invoke(say("Go"), config);
    expect([isInterrupted(stopped), executed]).toEqual([true, []]);
    const state = await graph.invoke(new Command({ resume: "approve" }), config);
    expect([executed, state.control_workflow_status]).toEqual([["weather", "booker in Bergen"], "completed"]);
  });

  test("can be stopped externally while an agent works, and keeps its findings", async () => {
    const runs = killSwitch();
    const weather = () => {
      expect(runs.kill("t", "the user left").outcome).toBe("killed");
    };
    const { graph, executed } = trip({ weather, killSwitch: runs });
    const state = await graph.invoke(say("Go"), config);
    expect(executed).toEqual(["weather"]);
    expect(state).toMatchObject({
      control_is_killed: true,
      control_kill_reason: "the user left",
      planning_execution_plan: { status: "cancelled" },
      control_workflow_status: "failed",
    });
    expect(state.execution_final_answer).toContain("The run was stopped: the user left.");
    expect(runs.threads()).toEqual([]);
  });

  test("RT-23 stops when its time is up, even while a node works", async () => {
    const timer = { wait: () => Promise.resolve() };
    const { graph } = trip({ weather: () => new Promise(() => {}), timer, limits: { maxExecutionTimeSeconds: 1 } });
    const state = await graph.invoke(say("Go"), config);
    expect(state).toMatchObject({ control_is_killed: true, control_kill_reason: "time limit" });
  });

  test("asks the user, and uses the next message as the answer", async () => {
    const steps = [{ capability: "clarify", taskObjective: "Which day?" }];
    const plans = [{ steps }, { steps: [{ capability: "weather", contextKey: "today" }] }];
    const planner: Planner = () => Promise.resolve(plans.shift() ?? []);
    const { graph, executed } = trip({ planner });
    const asked = await graph.invoke(say("Book a train"), config);
    expect(asked).toMatchObject({
      execution_final_answer: "Which day?",
      control_workflow_status: "awaiting_user",
      control_clarification_needed: true,
      control_clarification_count: 1,
    });
    const answered = await graph.invoke(say("On Sunday"), config);
    expect(executed).toEqual(["weather"]);
    expect(answered).toMatchObject({
      control_clarification_needed: false,
      control_clarification_count: 0,
      control_workflow_status: "completed",
    });
  });

  test("an error of a part becomes an answer, never an error of the caller", async () => {
    const parts = {
      taskExtractor: "task_extraction",
      classifier: "classifier",
      planner: "planner",
      responder: "respond",
    };
    for (const [part, node] of Object.entries(parts)) {
      const { graph } = trip({ [part]: () => Promise.reject(new Error("model gone")), timer: at });
      const state = await graph.invoke(say("Go"), config);
      expect([part, state.control_workflow_status]).toEqual([part, "failed"]);
      expect(state.execution_final_answer).toContain(`"${node}" failed`);
      expect(state.control_last_error).toMatchObject({ node, originalError: "model gone" });
    }
  });

  test("an empty message ends in an answer, without a task", async () => {
    const { graph, executed } = trip();
    const state = await graph.invoke(say(""), config);
    expect([executed, state.task_current_task, state.control_workflow_status]).toEqual([[], null, "completed"]);
  });

  test("renders as a diagram", async () => {
    const { graph } = trip();
    const drawing = (await graph.getGraphAsync()).drawMermaid();
    for (const node of ["turn_start", "commit", "planner", "weather", "booker", "respond"]) {
      expect(drawing).toContain(node);
    }
  });

  test("PS-37 an agent hands its work over, and the plan continues after it", async () => {
    const executed: string[] = [];
    const clerk = defineAgent(Trip, {
      name: "clerk",
      description: "Takes requests.",
      reads: [],
      run: (_, { handoff }) => {
        executed.push("clerk");
        const handoffResult = handoff("expert", { reason: "user_request" });
        return handoffResult.outcome === "handedOff" ? handoffResult.command : {};
      },
    });
    const expert = defineAgent(Trip, {
      name: "expert",
      description: "Knows everything.",
      reads: [],
      writes: ["messages"],
      run: () => {
        executed.push("expert");
        return { messages: [{ role: "assistant", content: "42" }] };
      },
    });
    const graph = createAgentGraph({
      state: Trip,
      output: everyField(Trip),
      agents: [clerk, expert],
      planner: () => Promise.resolve({ steps: [{ capability: "clerk" }] }),
      responder: ({ messages }) => Promise.resolve(`They said ${String(messages.at(-1)?.content)}`),
    });
    const state = await graph.invoke(say("Ask somebody"));
    expect(executed).toEqual(["clerk", "expert"]);
    expect(state).toMatchObject({ execution_final_answer: "They said 42", ui_agent_identity: { agentId: "expert" } });
    expect(state.execution_handoff_history.map(({ toAgentId }) => toAgentId)).toEqual(["clerk", "expert"]);
  });

  test("runs the agent that the user selected immediately", async () => {
    const { graph, executed } = trip();
    const seed = {
      ...say("Go"),
      control_operation_mode: "directed" as const,
      control_directed_mode_context: { targetAgentId: "booker", bypassRouting: true },
    };
    const state = await graph.invoke(seed, config);
    expect(executed).toEqual(["booker in null"]);
    expect(state.messages.at(-1)?.content).toBe("Booked to null.");
    const autonomous = { ...say("Go"), control_operation_mode: null };
    await graph.invoke(autonomous, config);
    expect(executed).toEqual(["booker in null", "weather", "booker in Bergen"]);
  });

  test("a plan of forty steps does not reach LangGraph's recursion limit", async () => {
    const steps = Array.from({ length: 40 }, (_, index) => ({ capability: "weather", contextKey: `k${index}` }));
    const { graph, executed } = trip({ steps });
    expect((await graph.invoke(say("Go"), config)).control_workflow_status).toBe("completed");
    expect(executed).toHaveLength(40);
  });

  test("is a graph that starts its turns, and a session on it accepts messages", async () => {
    const { graph, executed } = trip({ checkpointer: new MemorySaver() });
    const session = openSession({ graph, state: Trip, threadId: "session" });
    expect(await session.send("A train to where it rains")).toMatchObject({ outcome: "done" });
    expect(await session.send("Again")).toMatchObject({ outcome: "done", state: { task_user_input: "Again" } });
    expect(executed).toHaveLength(4);
  });
});
