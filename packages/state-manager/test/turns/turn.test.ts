import { SeedState, applyUpdate, defineState, field, fields, initialState } from "@tidemark/core-state";
import { agentControlDefaults, freezeDeep } from "@tidemark/core-state/internal";
import { arbitraryValue } from "@tidemark/core-state/testing";
import { asUser, planTurn, stateManagerErrors, turnUpdate } from "@tidemark/state-manager";
import { type NewTurn, type TurnBeginning, type Values } from "@tidemark/state-manager/internal";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { z } from "zod";
import { commitAll, first, now, Trip, proposalOf } from "../trip.ts";
import { untyped } from "../untyped.ts";

const turn = { turnId: "turn_2", userInput: "And piano", now: null };
const begin = (values: object, options: TurnBeginning = {}, more: Partial<NewTurn> = {}) =>
  turnUpdate(planTurn(Trip, options), freezeDeep({ ...first, ...values }), { ...turn, ...more });

/** Values after LangGraph applied the update: replaced fields are set, all others are reduced. */
const after = (
  state: typeof SeedState,
  values: Values,
  { update, replaced }: ReturnType<typeof turnUpdate>,
): Values => {
  const isPut = ([name]: readonly [string, unknown]) => replaced.has(name);
  const entries = Object.entries(update);
  const reduced = applyUpdate(state, untyped(values), Object.fromEntries(entries.filter((each) => !isPut(each))));
  return { ...reduced, ...Object.fromEntries(entries.filter(isPut)) };
};

const ofTurn = Object.values(SeedState.fields).filter(({ lifetime }) => lifetime === "turn");
const ofThread = Object.values(SeedState.fields).filter(({ lifetime }) => lifetime === "thread");

describe("planTurn", () => {
  test.each([
    ["a field of the thread", "trip_city"],
    ["an unknown field", "trip_citty"],
    ["the name of an object property", "constructor"],
    ["nothing", ""],
  ])("refuses %s in keep and begin", (_, name) => {
    for (const [option, options] of Object.entries({
      keep: { keep: ["ui_agent_context", name] },
      begin: { begin: { [name]: 1 } },
    })) {
      expect(() => planTurn(Trip, options)).toThrow(
        stateManagerErrors.invalidTurnOption({ field: name, option }).message,
      );
    }
  });

  test("contains the turn fields to reset, without those that are kept", () => {
    const names = planTurn(SeedState, { keep: ["ui_agent_context"] }).turnFields.map(({ name }) => name);
    const all = ofTurn.map(({ name }) => name);
    expect(names).toEqual(all.filter((name) => name !== "ui_agent_context"));
    expect(planTurn(SeedState).turnFields.map(({ name }) => name)).toEqual(all);
  });
});

describe("turnUpdate", () => {
  test("writes only changed values", () => {
    const { update, replaced } = begin({
      control_iteration: 3,
      task_user_input: "And piano",
      runtime_schema_version: 1,
    });
    expect(update).toEqual({ control_iteration: 0, runtime_turn_id: "turn_2" });
    expect(replaced).toEqual(new Set());
  });

  test("lists turn fields with a reducer as replaced", () => {
    const { update, replaced } = begin({ status_updates: [{ id: 1 }], control_iteration: 3 });
    expect(update).toMatchObject({ status_updates: [], control_iteration: 0 });
    expect(replaced).toEqual(new Set(["status_updates"]));
  });

  test("turn fields are reset and thread fields are kept after any previous turn", () => {
    const plan = planTurn(SeedState);
    fc.assert(
      fc.property(arbitraryValue(SeedState), (values) => {
        const next = after(SeedState, values, turnUpdate(plan, values, turn));
        const control = { agent_control: { ...agentControlDefaults(), ...values.runtime_agent_control } };
        const open = { control_proposals: next["control_proposals"] };
        const expected: Values = { ...initialState(SeedState), ...control, ...open, task_user_input: "And piano" };
        for (const { name } of ofTurn) expect([name, next[name]]).toEqual([name, expected[name]]);
        // Other tests cover the bookkeeping of proposals.
        const { runtime_audit_log, runtime_field_versions } = next;
        const bookkeeping = { runtime_audit_log, runtime_field_versions };
        const kept: Values = { ...values, ...bookkeeping, runtime_turn_id: "turn_2", runtime_schema_version: 1 };
        for (const { name } of ofThread) expect([name, next[name]]).toEqual([name, kept[name]]);
      }),
    );
  });

  test("starting the same turn again writes nothing", () => {
    const plan = planTurn(SeedState);
    fc.assert(
      fc.property(arbitraryValue(SeedState), (values) => {
        const next = after(SeedState, values, turnUpdate(plan, values, turn));
        expect(turnUpdate(plan, next, turn)).toEqual({ update: {}, replaced: new Set() });
      }),
    );
  });

  test.each([null, "", "🚂"])("`task_user_input` becomes %j", (userInput) => {
    const { update } = turnUpdate(planTurn(Trip), { ...first, task_user_input: "before" }, { ...turn, userInput });
    expect(update["task_user_input"]).toBe(userInput);
  });

  test("starts `agent_control` with the settings of the thread over the safe defaults", () => {
    const { update } = begin({ runtime_agent_control: { maxPlanningAttempts: 7 } });
    expect(update["agent_control"]).toEqual({ ...agentControlDefaults(), maxPlanningAttempts: 7 });
  });

  test.each([null, undefined, 7, [], "all"])("a thread control of %j is ignored", (runtime_agent_control) => {
    expect(begin({ runtime_agent_control }).update).not.toHaveProperty("agent_control");
  });
});

describe("proposals at the start of a turn", () => {
  const ann = proposalOf({ trip_city: "Oslo" }, { agent: asUser("ann"), id: "a" });
  const agent = proposalOf({ trip_city: "Rome" }, { id: "p" });

  test("proposals of people stay open, those of agents in the previous turn do not", () => {
    const { update, replaced } = begin({ control_proposals: [agent, ann] });
    expect(update["control_proposals"]).toEqual([ann]);
    expect(replaced).toEqual(new Set(["control_proposals"]));
    expect(begin({ control_proposals: [ann] }).update).not.toHaveProperty("control_proposals");
  });

  test("the log records an undecided proposal of an agent", () => {
    const { update } = begin({ control_proposals: [agent, ann] });
    expect(update["runtime_audit_log"]).toMatchObject([
      { action: "commit", proposalId: "p", decidedBy: "runtime", refused: { trip_city: "its turn ended unanswered" } },
    ]);
    expect(begin({ control_proposals: [ann] }).update).not.toHaveProperty("runtime_audit_log");
  });

  test("a proposal that a commit left open stays open with its approval", () => {
    const policies = { trip_city: "ask" } as const;
    const { values } = commitAll(first, [proposalOf({ trip_city: "Kiel" }, { id: "k" }), agent], { policies });
    const next = after(Trip, values, turnUpdate(planTurn(Trip), { ...values }, turn));
    expect(next["control_proposals"]).toMatchObject([{ proposalId: "p", openSince: now }]);
    expect(next["execution_pending_approvals"]).toMatchObject({ "p/trip_city": { status: "pending" } });
    const answered = commitAll(next, [...values.control_proposals], { policies, answers: { "p/trip_city": true } });
    expect(answered.values.trip_city).toBe("Rome");
  });

  test("a proposal on a value that the turn resets is stale", () => {
    const on = { ...first, task_current_task: "Book", runtime_field_versions: { task_current_task: 2 } };
    const late = proposalOf({ task_current_task: "Cancel" }, { agent: asUser("ann"), id: "a", on });
    const next = after(Trip, on, turnUpdate(planTurn(Trip), { ...on, control_proposals: [late] }, turn));
    expect(next["runtime_field_versions"]).toEqual({ task_current_task: 3 });
    const [decision] = commitAll(next, [late]).decisions;
    expect(decision).toMatchObject({ outcome: "refused", reason: { code: "stale", base: 2, current: 3 } });
  });

  test("a proposal that a commit has decided is closed", () => {
    const { runtime_audit_log } = commitAll(first, [ann]).values;
    expect(begin({ control_proposals: [ann], runtime_audit_log }).update["control_proposals"]).toEqual([]);
  });
});

describe("options of a turn", () => {
  test("`keep` does not reset a field", () => {
    const values = { ui_agent_context: { theme: "dark" }, control_iteration: 3 };
    expect(begin(values, { keep: ["ui_agent_context"] }).update).not.toHaveProperty("ui_agent_context");
    expect(begin(values).update).toHaveProperty("ui_agent_context");
  });

  test("`begin` starts a thread with a field of `keep`, and does not change it later", () => {
    const options: TurnBeginning = { keep: ["control_max_retries"], begin: { control_max_retries: 1 } };
    const name = "control_max_retries";
    expect(begin({ runtime_turn_id: null }, options).update).toHaveProperty(name, 1);
    expect(begin({ runtime_turn_id: null, [name]: 2 }, options).update).not.toHaveProperty(name);
    expect(begin({ runtime_turn_id: "turn_1", [name]: 3 }, options).update).not.toHaveProperty(name);
  });

  test("`begin` sets the start values of each turn, also for the user message", () => {
    const options = { begin: { control_next_action: "parse", task_user_input: "fixed" } };
    expect(begin({}, options).update).toMatchObject(options.begin);
    expect(begin(options.begin, options).update).not.toHaveProperty("control_next_action");
  });

  test("`forget` clears present types, and writes nothing for others", () => {
    const capability_context_data = { WEATHER: { oslo: { degrees: 3 } }, FAMILY: { emma: { age: 9 } } };
    const forget = ["WEATHER", "SPORT", "constructor", "__proto__"];
    expect(begin({ capability_context_data }, { forget }).update["capability_context_data"]).toEqual({
      WEATHER: { _clear: true },
    });
    expect(begin({}, { forget }).update).not.toHaveProperty("capability_context_data");
    expect(begin({ capability_context_data: [] }, { forget }).update).not.toHaveProperty("capability_context_data");
  });

  test("`now` records when the conversation started and was last changed; null keeps both", () => {
    const times = { runtime_created_at: "2030-01-01T00:00:00Z", runtime_updated_at: "2030-01-02T00:00:00Z" };
    expect(begin({}, {}, { now }).update).toMatchObject({ runtime_created_at: now, runtime_updated_at: now });
    expect(begin(times, {}, { now }).update).toMatchObject({ runtime_updated_at: now });
    expect(begin(times, {}, { now }).update).not.toHaveProperty("runtime_created_at");
    expect(begin(times).update).not.toHaveProperty("runtime_updated_at");
  });

  test("an invalid time does not prevent a turn", () => {
    expect(begin({ runtime_updated_at: 7 }, {}, { now }).update).toMatchObject({ runtime_updated_at: now });
  });
});

test("a state without the framework's fields receives none of them", () => {
  const Counting = defineState({
    version: 3,
    fields: fields("count", {
      turn: field({ description: "Steps of this turn.", schema: z.int(), default: () => 0, lifetime: "turn" }),
      thread: field({ description: "Steps so far.", schema: z.int(), default: () => 0, lifetime: "thread" }),
    }),
  });
  const plan = planTurn(Counting, { forget: ["WEATHER"] });
  expect(turnUpdate(plan, { count_turn: 2, count_thread: 5 }, { ...turn, now }).update).toEqual({ count_turn: 0 });
  expect(turnUpdate(plan, {}, turn).update).toEqual({ count_turn: 0 });
});
