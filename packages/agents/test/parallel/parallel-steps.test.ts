import { Command } from "@langchain/langgraph";
import { defineAgent } from "@tidemark/agents/langgraph";
import { killSwitch } from "@tidemark/agents";
import { AgentState, type AgentEvent, extendState, field, fields } from "@tidemark/core-state";
import { describe, expect, test } from "vitest";
import { z } from "zod";
import { createAgentGraph } from "../../src/graph/create-agent-graph.graph.ts";
import { everyField } from "../every-field.ts";
import { Failure, go, graphOf, inThread, parallelGraph, statuses, step, take } from "./parallel-graph.ts";

const town = () =>
  field({
    description: "A town of the trip.",
    schema: z.string().nullable(),
    default: () => null,
    lifetime: "thread",
    owner: "root",
  });

describe("steps that run next to each other", () => {
  test("start once their dependencies are done, and the answer comes last", async () => {
    const { graph, gauge } = parallelGraph([step("a"), step("b"), step("c", "a", "b"), step("d")], {
      maxConcurrency: 2,
    });
    const state = await graph.invoke(go, inThread());
    expect([gauge.most, gauge.started]).toEqual([2, ["a", "b", "c", "d"]]);
    expect(statuses(state)).toEqual(Array(5).fill("completed"));
    expect(state.planning_execution_plan?.status).toBe("completed");
    expect(state).toMatchObject({ control_has_error: false, planning_current_step_index: 5, control_iteration: 6 });
    expect(Object.keys(state.capability_context_data["DONE"] ?? {})).toEqual(["a", "b", "c", "d"]);
  });

  test("have the results that they have one after another", async () => {
    const steps = [step("a"), step("b"), step("c", "a", "b"), step("d", "b")];
    const stateWith = async (maxConcurrency: number) => {
      const { graph } = parallelGraph(steps, { maxConcurrency });
      return await graph.invoke(go, inThread());
    };
    const [one, four] = [await stateWith(1), await stateWith(4)];
    const compared = [
      "planning_execution_plan",
      "planning_current_step_index",
      "execution_step_results",
      "execution_final_answer",
      "execution_last_result",
      "capability_context_data",
      "control_iteration",
      "control_last_agent",
      "control_active_agent",
      "control_has_error",
      "task_ledger",
    ] as const;
    const pick = (state: typeof one) => compared.map((name) => [name, state[name]]);
    expect(pick(four)).toEqual(pick(one));
  });

  test("are all in one checkpoint, and the node after them records them in the next", async () => {
    const { graph } = parallelGraph([step("a"), step("b")], { maxConcurrency: 2 });
    await graph.invoke(go, inThread());
    const next: (readonly string[])[] = [];
    for await (const snapshot of graph.getStateHistory(inThread())) next.unshift(snapshot.next);
    expect(next).toEqual([
      ["__start__"],
      ["turn_start"],
      ["planner"],
      ["worker", "worker"],
      ["commit"],
      ["respond"],
      [],
    ]);
  });

  test("are retried one by one, each within its own attempts", async () => {
    const left = new Map([
      ["a", 2],
      ["b", 1],
    ]);
    const { graph, gauge } = parallelGraph([step("a"), step("b"), step("c"), step("d", "b")], {
      maxConcurrency: 3,
      limits: { maxStepRetries: 2 },
      work: (name) => {
        const failures = left.get(name) ?? 0;
        left.set(name, failures - 1);
        if (failures > 0) throw new Failure("retriable");
      },
    });
    const state = await graph.invoke(go, inThread());
    // A retry waits before it starts.
    expect(gauge.started).toEqual(["a", "b", "c", "a", "b", "d", "a"]);
    expect([statuses(state), state.control_has_error]).toEqual([Array(5).fill("completed"), false]);
    expect(state.control_errors).toHaveLength(3);
  });

  test("that have no attempts left end the run with an answer, and the results of the others are kept", async () => {
    const { graph, gauge } = parallelGraph([step("a"), step("b"), step("c", "a")], {
      maxConcurrency: 2,
      limits: { maxStepRetries: 1 },
      work: (name) => {
        if (name === "a") throw new Failure("retriable");
      },
    });
    const state = await graph.invoke(go, inThread());
    expect(gauge.started).toEqual(["a", "b", "a"]);
    expect(statuses(state)).toEqual(["failed", "completed", "skipped", "skipped"]);
    expect(state.execution_final_answer).toMatch(/"worker" failed.*Completed.*b/su);
  });

  test("end the run with the most severe failure of a superstep", async () => {
    const severities = { a: "retriable", b: "critical", c: "replanning" } as const;
    const { graph, gauge } = parallelGraph([step("a"), step("b"), step("c")], {
      maxConcurrency: 3,
      work: (name) => {
        throw new Failure(severities[name === "a" || name === "b" ? name : "c"]);
      },
    });
    const state = await graph.invoke(go, inThread());
    expect(gauge.started).toEqual(["a", "b", "c"]);
    expect(state.control_last_error?.classification.severity).toBe("critical");
    expect(state.execution_final_answer).toContain("It was critical.");
    expect([state.control_workflow_status, state.planning_execution_plan?.status]).toEqual(["failed", "failed"]);
  });

  test("require another plan together, which starts from its first step", async () => {
    const failing = new Set(["a"]);
    let plans = 0;
    const { graph, gauge } = parallelGraph([], {
      maxConcurrency: 2,
      planner: () => {
        plans += 1;
        return Promise.resolve({ steps: [step("a"), step("b")] });
      },
      work: (name) => {
        if (failing.delete(name)) throw new Failure("replanning");
      },
    });
    const state = await graph.invoke(go, inThread());
    expect([plans, gauge.started]).toEqual([2, ["a", "b", "a", "b"]]);
    expect(statuses(state)).toEqual(["completed", "completed", "completed"]);
  });

  test("follow the failure policy of the graph: skipped or failed, without the steps that need them", async () => {
    for (const maxConcurrency of [1, 2]) {
      for (const action of ["skip", "continue"] as const) {
        const { graph, gauge } = parallelGraph([step("a"), step("b"), step("c", "a"), step("d", "b")], {
          maxConcurrency,
          onStepFailure: action,
          work: (name) => {
            if (name === "a") throw new Failure("critical");
          },
        });
        const state = await graph.invoke(go, inThread());
        expect(gauge.started.toSorted()).toEqual(["a", "b", "d"]);
        expect(statuses(state)).toEqual([
          action === "skip" ? "skipped" : "failed",
          "completed",
          "skipped",
          "completed",
          "completed",
        ]);
        expect(state.planning_execution_plan?.status).toBe(action === "skip" ? "completed" : "failed");
        expect([state.control_has_error, state.execution_final_answer]).toEqual([false, expect.any(String)]);
      }
    }
  });

  test("that write the same value run one after another", async () => {
    const Seats = extendState(AgentState, {
      version: 1,
      fields: fields("seat", {
        taken: field({
          description: "The last seat taken.",
          schema: z.string().nullable(),
          default: () => null,
          lifetime: "thread",
        }),
      }),
    });
    const order: string[] = [];
    const agent = (name: string, writes: readonly ("seat_taken" | "messages")[]) =>
      defineAgent(Seats, {
        name,
        description: `Does ${name}.`,
        reads: [],
        writes,
        run: async () => {
          order.push(`${name} starts`);
          await new Promise((resolve) => setImmediate(resolve));
          order.push(`${name} ends`);
          return writes.includes("seat_taken") ? { seat_taken: name } : {};
        },
      });
    const graph = createAgentGraph({
      state: Seats,
      output: everyField(Seats),
      agents: [agent("one", ["seat_taken"]), agent("two", ["seat_taken"]), agent("three", ["messages"])],
      planner: () => Promise.resolve({ steps: ["one", "two", "three"].map((agentId) => ({ agentId })) }),
      maxConcurrency: 3,
    });
    const state = await graph.invoke(go);
    expect(order).toEqual(["one starts", "three starts", "one ends", "three ends", "two starts", "two ends"]);
    expect(state.seat_taken).toBe("two");
  });

  test("cannot choose the next node with a command", async () => {
    const { graph } = graphOf({
      steps: [{ agentId: "leaver" }, { agentId: "stayer" }],
      agents: {
        leaver: () => new Command({ goto: "stayer" }),
        stayer: () => ({}),
      },
      maxConcurrency: 2,
    });
    const state = await graph.invoke(go, inThread());
    expect(state.control_errors).toMatchObject([{ step: "leaver" }]);
    expect(state.control_errors[0]?.message).toContain("handoff");
    expect(state.planning_execution_plan?.steps[1]?.status).toBe("completed");
  });

  test("may return commands that only write", async () => {
    const { graph } = graphOf({
      steps: [{ agentId: "one" }, { agentId: "two" }],
      agents: {
        one: () => new Command({ update: { messages: [{ role: "assistant", content: "1" }] } }),
        two: () => [
          new Command({ update: { messages: [{ role: "assistant", content: "2" }] } }),
          new Command({ update: { messages: [{ role: "assistant", content: "3" }] } }),
        ],
      },
      maxConcurrency: 2,
    });
    const state = await graph.invoke(go, inThread());
    expect(state.messages.map(({ text }) => text)).toEqual(["Go", "1", "2", "3"]);
    expect(statuses(state)).toEqual(["completed", "completed", "completed"]);
  });

  test("hand their work over, each to its own agent, and count as done when that agent is", async () => {
    const { graph, executed } = graphOf({
      steps: [
        { stepId: "a", agentId: "desk" },
        { stepId: "b", agentId: "office" },
        { stepId: "c", agentId: "archive", dependsOn: ["a"] },
      ],
      agents: {
        desk: (_, runtime) => take(runtime.handoff("mail", { reason: "user_request", payload: { to: "Ann" } })),
        office: (_, runtime) => take(runtime.handoff("phone", { reason: "user_request", payload: { to: "Ben" } })),
        mail: () => ({}),
        phone: () => ({}),
        archive: () => ({}),
      },
      maxConcurrency: 2,
    });
    const state = await graph.invoke(go, inThread());
    expect(executed).toEqual(["desk", "office", "mail from desk: Ann", "phone from office: Ben", "archive"]);
    expect(statuses(state)).toEqual(Array(4).fill("completed"));
  });

  test("emit their events in order: all starts, then the ends, then the steps that needed them", async () => {
    const { graph } = parallelGraph([step("a"), step("b"), step("c", "a", "b")], { maxConcurrency: 2 });
    const events: AgentEvent[] = [];
    for await (const event of await graph.stream(go, { ...inThread(), streamMode: "custom" })) {
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the graph emits its own events
      events.push(event as AgentEvent);
    }
    const seen = new Set<string>();
    const once = events.filter(({ eventId }) => !seen.has(eventId) && seen.add(eventId));
    const plan = once.flatMap((event) =>
      event.type === "plan_step_started" || event.type === "plan_step_completed"
        ? [`${event.type} ${event.stepIndex}`]
        : [],
    );
    expect(plan).toEqual([
      "plan_step_started 0",
      "plan_step_started 1",
      "plan_step_completed 0",
      "plan_step_completed 1",
      "plan_step_started 2",
    ]);
  });

  test("are all stopped by a kill, and the answer names the reason", async () => {
    const runs = killSwitch();
    const { graph, gauge } = parallelGraph([step("a"), step("b"), step("c", "a")], {
      maxConcurrency: 2,
      killSwitch: runs,
      work: (name) => {
        if (name === "b") runs.kill("t", "the user left");
      },
    });
    const state = await graph.invoke(go, inThread());
    expect(gauge.started).toEqual(["a", "b"]);
    expect(state).toMatchObject({ control_is_killed: true, control_kill_reason: "the user left" });
    expect(state.execution_final_answer).toContain("the user left");
    expect([state.planning_execution_plan?.status, runs.threads()]).toEqual(["cancelled", []]);
  });

  test("never exceed the number of nodes of a turn", async () => {
    const { graph, gauge } = parallelGraph([step("a"), step("b"), step("c"), step("d")], {
      maxConcurrency: 4,
      limits: { maxIterations: 3 },
    });
    const state = await graph.invoke(go, inThread());
    // The planner is the first node.
    expect([gauge.started, state.control_iteration]).toEqual([["a", "b"], 4]);
    expect(state.execution_final_answer).toContain("maxIterations");
  });

  test("need a limit that is a whole number of at least 1", () => {
    for (const maxConcurrency of [0, -1, 1.5, Number.NaN]) {
      expect(() => parallelGraph([], { maxConcurrency })).toThrow("maxConcurrency");
    }
  });

  test("all propose to the commit after them, which accepts changes of different fields", async () => {
    const Trip = extendState(AgentState, { version: 1, fields: fields("trip", { from: town(), to: town() }) });
    const guide = (name: string, proposed: "trip_from" | "trip_to") =>
      defineAgent(Trip, {
        name,
        description: `Knows ${name}.`,
        reads: [],
        proposes: ["trip_from", "trip_to"],
        run: (_, { propose }) => {
          propose(proposed === "trip_to" ? { trip_to: name } : { trip_from: name }, "It is dry there.");
          return {};
        },
      });
    const graph = createAgentGraph({
      state: Trip,
      output: everyField(Trip),
      agents: [guide("oslo", "trip_from"), guide("rome", "trip_to")],
      planner: () => Promise.resolve({ steps: [{ agentId: "oslo" }, { agentId: "rome" }] }),
      maxConcurrency: 2,
    });
    const state = await graph.invoke(go);
    expect([state.trip_from, state.trip_to, state.control_proposals]).toEqual(["oslo", "rome", []]);
    expect(statuses(state)).toEqual(["completed", "completed", "completed"]);
  });

  test("are stopped together at the time limit of the turn", async () => {
    const ends: (() => void)[] = [];
    const { graph, gauge } = parallelGraph([step("a"), step("b"), step("c", "b")], {
      maxConcurrency: 2,
      timer: { wait: () => new Promise<void>((resolve) => void ends.push(resolve)) },
      work: async (name) => {
        if (name !== "a") return;
        // The time limit passes while the step waits.
        for (const end of ends) end();
        await new Promise(() => {});
      },
    });
    const state = await graph.invoke(go, inThread());
    expect(gauge.started).toEqual(["a", "b"]);
    expect(state).toMatchObject({ control_is_killed: true, control_kill_reason: "time limit" });
    expect(state.execution_final_answer).toContain("time limit");
  });

  test("change nothing in the drawn graph", async () => {
    const [one, two] = [1, 2].map((maxConcurrency) => parallelGraph([step("a")], { maxConcurrency }).graph);
    const drawn = async (graph = one) => (await graph?.getGraphAsync())?.drawMermaid();
    expect(await drawn(two)).toBe(await drawn());
  });
});
