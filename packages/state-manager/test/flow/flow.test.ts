import { defineFlow, stateManagerErrors } from "@tidemark/state-manager";
import { transitionUpdate } from "@tidemark/state-manager/internal";
import { describe, expect, expectTypeOf, test } from "vitest";
import { untyped } from "../untyped.ts";

interface Values {
  readonly control_current_step: string;
  readonly sure: number | null;
}

const flow = defineFlow<Values>()({
  start: "read",
  steps: {
    read: {
      next: [
        { to: "ask", when: ({ sure }) => sure === null || sure < 0.7, because: "unclear" },
        { to: "plan", because: "understood" },
      ],
    },
    ask: {},
    plan: {
      needs: ({ sure }) => ((sure ?? 0) < 0.5 ? `too unsure: ${sure}` : null),
      next: [{ to: "read", because: "again" }],
    },
  },
});

const at = (control_current_step: string, sure: number | null = 0.9): Values => ({ control_current_step, sure });
const now = "2026-01-08T20:30:00Z";

const undeclaredTarget = () =>
  defineFlow<Values>()({
    start: "a",
    // @ts-expect-error the target step is not declared
    steps: { a: { next: [{ to: "b", because: "" }] } },
  });

describe("defineFlow", () => {
  test("takes the first edge whose condition is true, with its reason", () => {
    expect(flow.next(at("read"))).toEqual({ outcome: "step", step: "plan", because: "understood" });
    expect(flow.next(at("read", 0.69))).toEqual({ outcome: "step", step: "ask", because: "unclear" });
    expect(flow.next(at("ask"), "plan")).toMatchObject({ step: "read" });
  });

  test("ends at a step without edges and at an unknown step", () => {
    expect(flow.next(at("ask"))).toEqual({ outcome: "end", because: 'no edge can be taken from "ask"' });
    expect(flow.next(at("elsewhere"))).toEqual({ outcome: "end", because: 'the flow has no step "elsewhere"' });
  });

  test("explains every edge, taken or not", () => {
    expect(flow.explain(at("read"))).toEqual([
      { to: "ask", because: "unclear", taken: false, refused: "its condition is false" },
      { to: "plan", because: "understood", taken: true, refused: null },
    ]);
    expect(flow.explain(at("read", 0.1))[1]).toMatchObject({ taken: false, refused: "an earlier edge was taken" });
  });

  test("checks if a step can be entered, with the reason if not", () => {
    expect(flow.check(at("read"), "plan")).toEqual({ allowed: true });
    expect(flow.check(at("read", 0.3), "plan")).toEqual({ allowed: false, reason: "too unsure: 0.3" });
    expect(flow.check(at("read"), "elsewhere")).toEqual({ allowed: true });
  });

  test("a condition or requirement that throws closes the edge, with the reason", () => {
    const brittle = defineFlow<{ control_current_step: string; list: readonly string[] }>()({
      start: "a",
      steps: {
        a: { next: [{ to: "b", when: ({ list }) => list.length > 0, because: "something is there" }] },
        b: { needs: ({ list }) => (list.length === 0 ? "nothing there" : null) },
      },
    });
    const corrupt: never = untyped({ control_current_step: "a", list: null });
    expect(brittle.next(corrupt)).toMatchObject({ outcome: "end" });
    expect(brittle.explain(corrupt)[0]?.refused).toMatch(/threw an error/);
    const check = brittle.check(corrupt, "b");
    expect(check.allowed ? "" : check.reason).toMatch(/threw an error/);
  });

  test("moves from the current step and records the transition", () => {
    expect(flow.transition(at("read"), { from: "read", to: "plan", now })).toEqual({
      outcome: "moved",
      update: {
        control_current_step: "plan",
        runtime_audit_log: [{ action: "transition", from: "read", to: "plan", timestamp: now }],
        runtime_updated_at: now,
      },
    });
    expect(flow.transition(at("ask"), { from: "read", to: "plan", now })).toEqual({
      outcome: "wrongStep",
      current: "ask",
      from: "read",
    });
    expect(flow.transition(at("read", 0.1), { from: "read", to: "plan", now })).toEqual({
      outcome: "refused",
      reason: "too unsure: 0.1",
    });
  });

  test("steps are checked by the compiler", () => {
    expectTypeOf(flow.start).toEqualTypeOf<"read" | "ask" | "plan">();
    // @ts-expect-error the step is unknown
    flow.transition(at("read"), { from: "read", to: "elsewhere", now });
    expect(undeclaredTarget).toThrow(/"a" leads to "b", which is not a declared step/);
  });

  test.each([
    [{ start: "b", steps: { a: {} } }, 'it starts at "b", which is not a declared step'],
    [{ start: "a", steps: { a: {}, b: {} } }, 'step "b" is unreachable'],
  ])("an invalid flow is refused when it is declared: %j", (declaration, problem) => {
    expect(() => defineFlow<Values>()(untyped(declaration))).toThrow(
      stateManagerErrors.invalidFlow({ problem }).message,
    );
  });

  test("renders the same diagram each time, with any names and reasons", () => {
    const odd = defineFlow<Values>()({
      start: "a b",
      steps: { "a b": { next: [{ to: 'c"]-->', because: 'is <b>"so"</b>' }] }, 'c"]-->': {} },
    });
    expect(odd.toMermaid()).toBe(
      [
        "flowchart TD",
        "  begin((start))",
        '  step0["a b"]',
        '  step1["c&quot;]--&gt;"]',
        "  finish((end))",
        "  begin --> step0",
        '  step0 -->|"is &lt;b&gt;&quot;so&quot;&lt;/b&gt;"| step1',
        "  step1 --> finish",
        "",
      ].join("\n"),
    );
  });
});

test("transitionUpdate checks nothing", () => {
  expect(transitionUpdate({}, { from: "a", to: "b", now })).toMatchObject({ control_current_step: "b" });
});
