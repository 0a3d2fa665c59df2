import { agentErrors, killSwitch } from "@tidemark/agents";
import { killedUpdate } from "@tidemark/agents/internal";
import { describe, expect, test } from "vitest";
import { reduce, NOW, NOW_SECONDS, values } from "../routing/routing-values.ts";

describe("killed", () => {
  test("stops the run, records the reason and duration, and keeps the rest", () => {
    const state = values({ execution_start_time: NOW_SECONDS - 5, execution_final_answer: "half" });
    expect(reduce(state, killedUpdate(state, "the user left", NOW))).toEqual({
      ...state,
      control_is_killed: true,
      control_kill_reason: "the user left",
      execution_total_time: 5,
    });
  });

  test("keeps the first reason", () => {
    const once = reduce(values(), killedUpdate(values(), "first", NOW));
    expect(killedUpdate(once, "second", NOW).control_kill_reason).toBe("first");
  });
});

describe("killSwitch", () => {
  test("aborts the runs of the thread, and no others", () => {
    const runs = killSwitch();
    const [one, two, other] = [runs.begin("a"), runs.begin("a"), runs.begin("b")];
    expect(runs.kill("a", "enough")).toEqual({ outcome: "killed", runs: 2 });
    expect([one, two, other].map(({ signal }) => signal.aborted)).toEqual([true, true, false]);
    expect([one.reason(), other.reason(), runs.reasonOf("a"), runs.reasonOf("b")]).toEqual([
      "enough",
      null,
      "enough",
      null,
    ]);
    expect(agentErrors.killed.is(one.signal.reason)).toBe(true);
  });

  test("a run is killed once, and the first reason is kept", () => {
    const runs = killSwitch();
    const run = runs.begin("a");
    runs.kill("a", "first");
    expect(runs.kill("a", "second").outcome).toBe("notRunning");
    expect(run.reason()).toBe("first");
  });

  test("removes a finished run, also when it finishes twice", () => {
    const runs = killSwitch();
    const [old, young] = [runs.begin("a"), runs.begin("a")];
    old.end();
    old.end();
    expect(runs.threads()).toEqual(["a"]);
    expect(runs.signalOf("a")).toBe(young.signal);
    young.end();
    expect([runs.threads(), runs.signalOf("a"), runs.reasonOf("a")]).toEqual([[], null, null]);
    const next = runs.begin("a");
    young.end();
    expect(runs.signalOf("a")).toBe(next.signal);
  });

  test("a kill does not apply to a run that starts later", () => {
    const runs = killSwitch();
    expect(runs.kill("__proto__", "early")).toEqual({ outcome: "notRunning", runs: 0 });
    expect(runs.begin("__proto__").signal.aborted).toBe(false);
  });
});
