import { END, MemorySaver, START, StateGraph } from "@langchain/langgraph";
import { SeedState, applyUpdate, extendState, field, fields, initialState } from "@tidemark/core-state";
import { agentControlDefaults, checkValues, orchestratorIdentity } from "@tidemark/core-state/internal";
import { toStateSchema } from "@tidemark/core-state/langgraph";
import { arbitraryValue } from "@tidemark/core-state/testing";
import { createFreshState } from "@tidemark/state-manager/seeds";
import { getUserQuery } from "@tidemark/state-manager/internal";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { z } from "zod";
import { having, textLike } from "../matchers.ts";
import { parsed } from "../untyped.ts";

const { messages: _none, task_user_input: _input, ...firstValues } = initialState(SeedState);
const { messages: _messages, task_user_input: _userInput, ...fresh } = createFreshState(SeedState, "hi");

const namesOf = (lifetime: string): string[] =>
  Object.values(SeedState.fields).flatMap((each) =>
    each.lifetime === lifetime && each.name !== "messages" ? [each.name] : [],
  );

describe("createFreshState", () => {
  test("FRS-01 returns the default of every field, one user message, and no task", () => {
    const state = createFreshState(SeedState, "hi");
    expect(fresh).toEqual(firstValues);
    expect(state.messages).toEqual([{ type: "human", role: "user", content: "hi" }]);
    expect(state.task_current_task).toBeNull();
    expect(state.task_user_input).toBe("hi");
    expect(Object.keys(state).toSorted()).toEqual(Object.keys(SeedState.fields).toSorted());
  });

  test("FRS-02 returns the same without a previous state, and no contexts", () => {
    for (const previous of [undefined, null, {}]) {
      const state = createFreshState(SeedState, "hi", previous);
      expect(state).toEqual(createFreshState(SeedState, "hi"));
      expect(state.capability_context_data).toEqual({});
    }
  });

  test("FRS-03 keeps the contexts, and no undeclared name", () => {
    const state = createFreshState(SeedState, "hi", { capability_context_data: { A: { k: {} } }, x: 1 });
    expect(state.capability_context_data).toEqual({ A: { k: {} } });
    expect("x" in state).toBe(false);
  });

  test("FRS-04 starts without the results, plan, errors, approvals and counters of the previous turn", () => {
    fc.assert(
      fc.property(arbitraryValue(SeedState), (previous) => {
        const state: Record<string, unknown> = createFreshState(SeedState, "hi", {
          ...previous,
          runtime_agent_control: null,
        });
        const first: Record<string, unknown> = { ...initialState(SeedState), task_user_input: "hi" };
        for (const name of namesOf("turn")) expect([name, state[name]]).toEqual([name, first[name]]);
      }),
    );
  });

  test("keeps every thread field with valid values", () => {
    fc.assert(
      fc.property(arbitraryValue(SeedState), (previous) => {
        const state: Record<string, unknown> = createFreshState(SeedState, "hi", previous);
        const before: Record<string, unknown> = { ...previous };
        for (const name of namesOf("thread")) expect([name, state[name]]).toEqual([name, before[name]]);
        expect(checkValues(SeedState, state).ok).toBe(true);
      }),
    );
  });

  test("FRS-05 shares nothing with the previous state, and is frozen", () => {
    const previous = { capability_context_data: { A: { k: { list: [1] } } } };
    const state = createFreshState(SeedState, "hi", previous);
    const kept = state.capability_context_data["A"]?.["k"] ?? {};
    expect([Object.isFrozen(kept), Object.isFrozen(kept["list"])]).toEqual([true, true]);
    previous.capability_context_data.A.k.list.push(3);
    expect(state.capability_context_data).toEqual({ A: { k: { list: [1] } } });
    expect(Object.isFrozen(previous.capability_context_data)).toBe(false);
  });

  test("FRS-06 starts without contexts if the previous state had none", () => {
    expect(createFreshState(SeedState, "hi", { control_iteration: 3 }).capability_context_data).toEqual({});
  });

  test("FRS-07 null contexts count as missing", () => {
    expect(createFreshState(SeedState, "hi", { capability_context_data: null }).capability_context_data).toEqual({});
  });

  test("FRS-08 an invalid configuration is replaced by the safe defaults and reported", () => {
    const reported: string[] = [];
    const options = {
      agentControl: () => {
        throw new Error("config.yml is not there");
      },
      report: (problem: string) => void reported.push(problem),
    };
    expect(createFreshState(SeedState, "hi", null, options).agent_control).toEqual(agentControlDefaults());
    expect(reported).toEqual([textLike("config.yml is not there")]);
    const invalid = createFreshState(SeedState, "hi", null, { agentControl: () => ({ maxStepRetries: "many" }) });
    expect(invalid.agent_control).toEqual(agentControlDefaults());
  });

  test("the settings of the thread take precedence over those of the configuration", () => {
    const previous = { runtime_agent_control: { maxStepRetries: 7 }, agent_control: { maxPlanningAttempts: 9 } };
    const agentControl = { maxStepRetries: 1, planningModeEnabled: true };
    expect(createFreshState(SeedState, "hi", previous, { agentControl }).agent_control).toEqual({
      ...agentControlDefaults(),
      planningModeEnabled: true,
      maxStepRetries: 7,
    });
  });

  test("FRS-09 a node may fail three times", () => {
    expect(createFreshState(SeedState, "hi").control_max_retries).toBe(3);
  });

  test("FRS-10 the user interface shows nothing yet", () => {
    const state = createFreshState(SeedState, "hi", {
      ui_notebook_links: ["a"],
      ui_captured_figures: ["b"],
      ui_agent_context: { c: 1 },
    });
    expect([state.ui_notebook_links, state.ui_captured_figures, state.ui_agent_context]).toEqual([[], [], null]);
    expect(state.ui_agent_identity).toEqual(orchestratorIdentity());
  });

  test("FRS-11 an empty message is a message", () => {
    const state = createFreshState(SeedState, "");
    expect(state.messages.map(({ content }) => content)).toEqual([""]);
    expect(state.task_user_input).toBe("");
  });

  test("an invalid kept value is refused with its path", () => {
    const previous = {
      capability_context_data: { A: { k: "text" } },
      task_ledger: [{ taskId: "t" }],
      ui_agent_context: 7,
    };
    expect(() => createFreshState(SeedState, "hi", previous)).toThrow(
      having({
        code: "state-manager/invalidPrevious",
        details: {
          issues: [
            having({ field: "capability_context_data", at: "A.k" }),
            having({ field: "task_ledger", at: "[0].timestamp" }),
          ],
        },
      }),
    );
  });

  test("keys that can change a prototype are refused with their path", () => {
    const previous = parsed('{"capability_context_data":{"A":{"k":{"__proto__":{"admin":true}}}}}');
    expect(() => createFreshState(SeedState, "hi", previous)).toThrow(
      having({
        details: { issues: [having({ code: "unsafeKey", at: "A.k.__proto__" })] },
      }),
    );
  });

  test.each(["text", [], 7, new Map()])("previous values of %j are refused", (previous) => {
    expect(() => createFreshState(SeedState, "hi", previous)).toThrow(having({ code: "state-manager/notStateValues" }));
  });

  test("additional fields are kept or reset according to their lifetimes", () => {
    const tripFields = fields("trip", {
      city: field({
        description: "Destination.",
        schema: z.string().nullable(),
        default: () => null,
        lifetime: "thread",
      }),
      offers: field({ description: "Offers.", schema: z.array(z.string()), default: () => [], lifetime: "turn" }),
    });
    const Trip = extendState(SeedState, { version: 2, fields: tripFields });
    const state = createFreshState(Trip, "hi", { trip_city: "Oslo", trip_offers: ["a"] });
    expect([state.trip_city, state.trip_offers]).toEqual(["Oslo", []]);
    // @ts-expect-error the field is unknown
    expect(state.trip_town).toBeUndefined();
  });

  test("returns the values for a run without a graph", () => {
    const values = createFreshState(SeedState, "hi");
    const next = applyUpdate(SeedState, values, { task_current_task: "Greet" });
    expect([next.task_current_task, getUserQuery(next)]).toEqual(["Greet", "hi"]);
  });

  test("returns the first input of a thread in a real graph", async () => {
    const graph = new StateGraph(toStateSchema(SeedState))
      .addNode("read", (values) => ({ task_current_task: `asked: ${getUserQuery(values)}` }))
      .addEdge(START, "read")
      .addEdge("read", END)
      .compile({ checkpointer: new MemorySaver() });
    const previous = { capability_context_data: { A: { k: { v: 1 } } } };
    const input = createFreshState(SeedState, "hi", previous);
    const result = await graph.invoke(input, { configurable: { thread_id: "fresh" } });
    expect(result.task_current_task).toBe("asked: hi");
    expect(result.messages.map((message) => [message.type, message.text])).toEqual([["human", "hi"]]);
    expect(result.capability_context_data).toEqual({ A: { k: { v: 1 } } });
  });

  test("an input that is not a string, and an unknown option, do not compile", () => {
    // @ts-expect-error the message must be text
    const [first] = createFreshState(SeedState, 7).messages;
    expect(first?.content).toBe(7);
    // @ts-expect-error the option is called agentControl
    createFreshState(SeedState, "hi", null, { agentcontrol: {} });
  });
});
