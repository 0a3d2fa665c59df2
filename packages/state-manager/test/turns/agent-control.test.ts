import { SeedState, applyUpdate, initialState } from "@tidemark/core-state";
import { agentControlDefaults } from "@tidemark/core-state/internal";
import { type AgentControlChanges, changeAgentControl } from "@tidemark/state-manager/internal";
import { describe, expect, test } from "vitest";
import { agentControlOfThread, withAgentControlOfMessage } from "../../src/turns/agent-control.ts";
import { untyped } from "../untyped.ts";

const values = initialState(SeedState);
const safe = agentControlDefaults();

/** Values after a change; a refused change changes nothing. */
const changed = (on: typeof values, changes: AgentControlChanges, scope: "turn" | "thread") => {
  const change = changeAgentControl(on, changes, scope);
  return change.outcome === "changed" ? applyUpdate(SeedState, on, change.update) : on;
};

describe("changeAgentControl", () => {
  test("refuses values and changes that are not objects, and an unknown scope", () => {
    for (const wrong of [null, undefined, "text"].map(untyped)) {
      expect(() => changeAgentControl(wrong, {}, "turn")).toThrow(/"values" must be an object/);
      expect(() => changeAgentControl(values, wrong, "turn")).toThrow(/"changes" must be an object/);
      expect(() => changeAgentControl(values, {}, wrong)).toThrow(/"scope" cannot be/);
    }
  });

  test("for a turn does not change the thread", () => {
    const after = changed(values, { maxStepRetries: 2, planningModeEnabled: true }, "turn");
    expect(after.agent_control).toEqual({ ...safe, maxStepRetries: 2, planningModeEnabled: true });
    expect(after.runtime_agent_control).toBeNull();
  });

  test("for the thread also changes this turn, and keeps previous settings", () => {
    const after = changed(changed(values, { maxStepRetries: 2 }, "thread"), { epicsWritesEnabled: true }, "thread");
    expect(after.agent_control).toEqual({ ...safe, maxStepRetries: 2, epicsWritesEnabled: true });
    expect(after.runtime_agent_control).toEqual({ maxStepRetries: 2, epicsWritesEnabled: true });
  });

  test("removes a setting of the thread, down to null", () => {
    const set = changed(values, { maxStepRetries: 2, planningModeEnabled: true }, "thread");
    const one = changed(set, { maxStepRetries: null }, "thread");
    expect([one.agent_control.maxStepRetries, one.runtime_agent_control]).toEqual([0, { planningModeEnabled: true }]);
    const none = changed(one, { planningModeEnabled: null }, "thread");
    expect([none.agent_control, none.runtime_agent_control]).toEqual([safe, null]);
  });

  test("a setting of the thread that is removed for a turn applies again in the next turn", () => {
    const set = changed(values, { maxStepRetries: 2 }, "thread");
    const turn = changed(set, { maxStepRetries: null }, "turn");
    expect([turn.agent_control.maxStepRetries, turn.runtime_agent_control]).toEqual([0, { maxStepRetries: 2 }]);
  });

  test("does nothing if nothing changes", () => {
    expect(changeAgentControl(values, {}, "turn")).toEqual({ outcome: "unchanged" });
    expect(changeAgentControl(values, { maxStepRetries: null }, "thread")).toEqual({ outcome: "unchanged" });
  });

  test("records a setting set to its default, until it is changed or removed", () => {
    const set = changed(values, { maxStepRetries: safe.maxStepRetries }, "turn");
    expect(set.agent_control).toEqual({ ...safe, setToDefault: ["maxStepRetries"] });
    expect(changeAgentControl(set, { maxStepRetries: safe.maxStepRetries }, "turn")).toEqual({ outcome: "unchanged" });
    expect(changed(set, { maxStepRetries: 4 }, "turn").agent_control).toEqual({ ...safe, maxStepRetries: 4 });
    expect(changed(set, { maxStepRetries: null }, "turn").agent_control).toEqual(safe);
  });

  test("a setting of the thread that is removed for a turn is recorded as the default", () => {
    const turn = changed(changed(values, { maxStepRetries: 2 }, "thread"), { maxStepRetries: null }, "turn");
    expect(turn.agent_control).toEqual({ ...safe, setToDefault: ["maxStepRetries"] });
  });

  test("stores a setting for the thread even if the turn has the same value", () => {
    const change = changeAgentControl(values, { maxStepRetries: safe.maxStepRetries }, "thread");
    expect(change).toMatchObject({ outcome: "changed", update: { runtime_agent_control: { maxStepRetries: 0 } } });
  });

  test.each<[string, object]>([
    ["an unknown name", { maxStepRetriez: 2 }],
    ["an unknown name to remove", { maxStepRetriez: null }],
    ["a limit below zero", { maxStepRetries: -1 }],
    ["a limit that is not an integer", { maxStepRetries: 0.5 }],
    ["a switch that is text", { planningModeEnabled: "yes" }],
    ["an unknown mode", { approvalGlobalMode: "all" }],
    ["a key that can change a prototype", Object.fromEntries([["__proto__", true]])],
  ])("refuses %s, and all other settings with it", (_, wrong) => {
    const change = changeAgentControl(values, { ...wrong, epicsWritesEnabled: true }, "thread");
    expect(change).toMatchObject({ outcome: "refused", issues: [{ field: "agent_control" }] });
  });

  test("does not change its arguments", () => {
    const before = JSON.stringify(values);
    changed(values, { maxStepRetries: 2 }, "thread");
    expect(JSON.stringify(values)).toBe(before);
  });
});

describe("agentControlOfThread", () => {
  test("combines the settings of the thread, of the application and the safe defaults, in this order of precedence", () => {
    const { control } = agentControlOfThread({ maxStepRetries: 1, maxPlanningAttempts: 5 }, { maxStepRetries: 3 });
    expect(control).toEqual({ ...safe, maxPlanningAttempts: 5, maxStepRetries: 3 });
  });

  test("keeps the thread's settings when the application's are invalid, with the reason", () => {
    const { control, problem } = agentControlOfThread(
      () => {
        throw new Error("no file");
      },
      { maxStepRetries: 3 },
    );
    expect(control).toEqual({ ...safe, maxStepRetries: 3 });
    expect(problem).toContain("no file");
  });
});

describe("withAgentControlOfMessage", () => {
  test.each([null, undefined, {}])("%j is ignored", (message) => {
    expect(withAgentControlOfMessage(safe, message)).toEqual({ ok: true, control: safe });
  });

  test("applies the settings of the message over the others", () => {
    expect(withAgentControlOfMessage(safe, { maxStepRetries: 3 })).toEqual({
      ok: true,
      control: { ...safe, maxStepRetries: 3 },
    });
  });

  test.each(["all", 7, [], true, { maxStepRetries: -1 }, { more: true }])("refuses %j", (message) => {
    expect(withAgentControlOfMessage(safe, message)).toMatchObject({ ok: false, issues: [{}] });
  });
});
