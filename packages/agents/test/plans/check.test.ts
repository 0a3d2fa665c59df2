import type { PlanStep } from "@tidemark/core-state";
import { checkPlan } from "@tidemark/agents";
import { type PlanCheck } from "@tidemark/agents/internal";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { letters } from "./planning-registry.ts";

const options = { registry: letters, contexts: {}, task: "Write to Ann" };

const check = (steps: readonly PlanStep[], contexts: Record<string, Record<string, Record<string, unknown>>> = {}) =>
  checkPlan({ steps }, { ...options, contexts });

const answer = { capability: "respond" };

const codes = (checked: PlanCheck) =>
  checked.outcome === "refused" ? checked.issues.map(({ code, path }) => [code, path]) : checked.outcome;

describe("checkPlan", () => {
  test("PL-01 turns an empty plan into one answer", () => {
    expect(checkPlan({ steps: [] }, options)).toMatchObject({
      outcome: "repaired",
      plan: { steps: [{ capability: "respond", taskObjective: "Respond to user request: Write to Ann" }] },
      repairs: [{ code: "emptyPlan" }],
    });
  });

  test("PL-02 adds the answer to a plan that ends without one", () => {
    expect(check([{ capability: "find", contextKey: "ann" }])).toMatchObject({
      outcome: "repaired",
      plan: { steps: [{ capability: "find" }, { capability: "respond", contextKey: "user_response" }] },
      repairs: [{ code: "answerAppended" }],
    });
  });

  test("PL-02 gives the added answer an unused name, in the language of the plan", () => {
    const steps = [{ agentId: "find", stepId: "user_response", stepIndex: 0, contextKey: "user_response_2" }];
    const checked = check(steps);
    expect(checked.outcome === "repaired" && checked.plan.steps[1]).toEqual({
      stepId: "user_response_3",
      stepIndex: 1,
      agentId: "respond",
      task: "Respond to user request: Write to Ann",
      contextKey: "user_response_3",
    });
  });

  test("PL-03 does not change a plan that ends with an answer or a question", () => {
    const plan = { steps: [{ capability: "find" }, { capability: "clarify" }] };
    expect(checkPlan(plan, options)).toEqual({ outcome: "fits", plan });
    expect(check([{ agentId: "find" }, { agentId: "respond" }]).outcome).toBe("fits");
  });

  test("PL-04 requests another selection for unknown capabilities, and lists them", () => {
    expect(check([{ capability: "ghost" }, { agentId: "writ", inputs: [{ A: "b" }] }])).toMatchObject({
      outcome: "refused",
      to: "reclassification",
      unknown: ["ghost", "writ"],
      issues: [
        { code: "unknownCapability", path: "steps[0].capability", nearest: null },
        { code: "unknownCapability", path: "steps[1].agentId", nearest: "write" },
        { code: "missingInput" },
      ],
    });
  });

  test("PL-04 does not accept a built-in node as a capability", () => {
    expect(codes(check([{ capability: "planner" }]))).toEqual([["unknownCapability", "steps[0].capability"]]);
  });

  test("PL-05 accepts inputs that an earlier step creates", () => {
    const find = { capability: "lookup", contextKey: "ann" };
    expect(check([find, { capability: "write", inputs: [{ ADDRESS: "ann" }] }, answer]).outcome).toBe("fits");
  });

  test("PL-06 refuses inputs that the same or a later step creates", () => {
    expect(codes(check([{ capability: "find", contextKey: "ann", inputs: [{ ADDRESS: "ann" }] }]))).toEqual([
      ["ownInput", "steps[0].inputs[0].ADDRESS"],
    ]);
    const late = check([
      { capability: "write", inputs: [{ ADDRESS: "ann" }] },
      { capability: "find", contextKey: "ann" },
    ]);
    expect(late).toMatchObject({ to: "replanning", issues: [{ code: "laterInput" }] });
  });

  test("PL-07 accepts stored inputs, and refuses missing ones", () => {
    const steps = [{ capability: "write", inputs: [{ ADDRESS: "ann" }] }, answer];
    expect(check(steps, { ADDRESS: { ann: {} } }).outcome).toBe("fits");
    expect(check(steps)).toMatchObject({ to: "replanning", issues: [{ code: "missingInput" }] });
  });

  test("does not accept contexts of the framework", () => {
    const steps = [{ capability: "write", inputs: [{ _hidden: "ann" }] }, answer];
    expect(codes(check(steps, { _hidden: { ann: {} } }))).toEqual([["missingInput", "steps[0].inputs[0]._hidden"]]);
  });

  test("PL-08 accepts a stored input although a later step writes it again", () => {
    const steps = [
      { capability: "write", inputs: [{ ADDRESS: "ann" }] },
      { capability: "find", contextKey: "ann" },
      answer,
    ];
    expect(check(steps, { ADDRESS: { ann: {} } }).outcome).toBe("fits");
  });

  test("PL-09 refuses an input of another type than the stored or created one", () => {
    const steps = [{ capability: "write", inputs: [{ ADDRESS: "ann" }] }, answer];
    expect(codes(check(steps, { LETTER: { ann: {} } }))).toEqual([["wrongInputType", "steps[0].inputs[0].ADDRESS"]]);
    const made = [
      { capability: "find", contextKey: "ann" },
      { capability: "send", inputs: [{ LETTER: "ann" }] },
      answer,
    ];
    expect(codes(check(made))).toEqual([["wrongInputType", "steps[1].inputs[0].LETTER"]]);
  });

  test("PL-10 refuses a context key or a step id that occurs twice", () => {
    const twice = [{ capability: "find", contextKey: "ann" }, { capability: "find", contextKey: "ann" }, answer];
    expect(codes(check(twice))).toEqual([["duplicateKey", "steps[1].contextKey"]]);
    expect(
      codes(
        check([
          { agentId: "find", stepId: "a" },
          { agentId: "respond", stepId: "a" },
        ]),
      ),
    ).toEqual([["duplicateKey", "steps[1].stepId"]]);
  });

  test("PL-11 accepts inputs that are null", () => {
    expect(check([{ capability: "find", inputs: null }, answer]).outcome).toBe("fits");
  });

  test("PS-35 refuses a plan whose steps depend on a missing step or on each other", () => {
    expect(check([{ agentId: "find", dependsOn: ["b"] }, answer])).toMatchObject({
      to: "replanning",
      issues: [{ code: "unknownDependency", path: "steps[0].dependsOn[0]", dependency: "b" }],
    });
    const circle = [
      { agentId: "find", stepId: "a", dependsOn: ["b"] },
      { agentId: "find", stepId: "b", dependsOn: ["a"] },
      answer,
    ];
    expect(check(circle)).toMatchObject({ to: "replanning", issues: [{ code: "cycle", steps: [0, 1] }] });
    expect(codes(check([{ agentId: "find", stepId: "a", dependsOn: ["a"] }, answer]))).toEqual([["cycle", "steps"]]);
  });

  test("moves a step after its dependencies", () => {
    const steps = [
      { agentId: "write", stepId: "b", stepIndex: 0, dependsOn: ["a"] },
      { agentId: "find", stepId: "a", stepIndex: 1 },
      { agentId: "respond", stepIndex: 2 },
    ];
    const checked = check(steps);
    expect(checked).toMatchObject({ outcome: "repaired", repairs: [{ code: "reordered" }] });
    expect(checked.outcome === "repaired" && checked.plan.steps.map((step) => [step.stepId, step.stepIndex])).toEqual([
      ["a", 0],
      ["b", 1],
      [undefined, 2],
    ]);
  });

  test("does not trust a plan that claims to be executed", () => {
    const done = { status: "completed", steps: [{ agentId: "find", status: "completed", result: "sent" }, answer] };
    expect(checkPlan(done, options)).toEqual({
      outcome: "repaired",
      plan: { steps: [{ agentId: "find" }, answer] },
      repairs: [{ code: "reset", message: "Progress in the plan was removed." }],
    });
  });

  test.each([null, "plan", 3, {}, { steps: null }, { steps: [{ tool: "x" }] }, { steps: [3] }])(
    "refuses %j with the path of the problem",
    (value) => {
      expect(checkPlan(value, options)).toMatchObject({
        outcome: "refused",
        to: "replanning",
        issues: [{ code: "notAPlan" }],
      });
    },
  );

  test("refuses a plan that is too long", () => {
    const steps = Array.from({ length: 51 }, () => ({ capability: "find" }));
    expect(check(steps)).toMatchObject({ to: "replanning", issues: [{ code: "tooManySteps", limit: 50 }] });
    const two = [{ capability: "find" }, answer];
    expect(checkPlan(two, { ...options, maxSteps: 1 }).outcome).toBe("refused");
    expect(checkPlan(two, { ...options, maxSteps: 2 }).outcome).toBe("fits");
  });

  test("accepts a bare list of steps", () => {
    expect(checkPlan([{ capability: "find" }, answer], options).outcome).toBe("fits");
  });

  test("does not read prototypes, for any names", () => {
    const hostile: unknown = JSON.parse(
      '{"steps":[{"capability":"constructor","contextKey":"__proto__","inputs":[{"__proto__":"toString"},{"constructor":"name"}]}]}',
    );
    expect(checkPlan(hostile, options).outcome).toBe("refused");
    expect(codes(check([{ capability: "find", contextKey: "constructor" }, answer]))).toEqual([
      ["notAPlan", "steps[0].contextKey"],
    ]);
  });

  const name = fc.constantFrom("a", "b", "c");
  const step = fc.record(
    {
      capability: fc.constantFrom("find", "write", "send", "respond", "ghost"),
      contextKey: name,
      inputs: fc.array(fc.dictionary(fc.constantFrom("ADDRESS", "LETTER"), name, { maxKeys: 2 }), { maxLength: 2 }),
      dependsOn: fc.array(name, { maxLength: 2 }),
    },
    { requiredKeys: [] },
  );

  test("law: a checked plan is valid and ends with an answer", () => {
    fc.assert(
      fc.property(fc.array(step, { maxLength: 5 }), (steps) => {
        const checked = check(steps, { ADDRESS: { a: {} } });
        if (checked.outcome === "refused") return;
        const again = checkPlan(checked.plan, { ...options, contexts: { ADDRESS: { a: {} } } });
        expect(again).toEqual({ outcome: "fits", plan: checked.plan });
        expect([undefined, "respond"]).toContain(checked.plan.steps.at(-1)?.capability);
      }),
    );
  });

  test("law: it never throws for JSON", () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) =>
        ["fits", "repaired", "refused"].includes(checkPlan(value, options).outcome),
      ),
    );
  });
});
