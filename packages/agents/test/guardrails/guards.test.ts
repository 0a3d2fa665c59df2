import type { AuditEntry } from "@tidemark/core-state";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { Guardrail } from "../../src/guardrails/guardrail.ts";
import { Guards } from "../../src/guardrails/guards.graph.ts";

const clock = { now: () => "2030-01-31T12:00:00.000Z" };
/** A timer whose time is over at once, and one whose time never is. */
const atOnce = { wait: () => Promise.resolve() };
const never = { wait: () => new Promise<void>(() => {}) };

const moment = { values: {}, signal: new AbortController().signal, config: {} };
const words = (text: string) => ({ text, unread: [] });
const call = { agent: "clerk", tool: "refund", callId: "c1", inputs: { amount: 5 } };
const guardsOf = (guardrails: readonly Guardrail[], timer: { wait: () => Promise<void> } = never) =>
  new Guards(guardrails, { clock, timer });

const containing = (text: string): unknown => expect.stringContaining(text);

/** A guardrail with one decision about every answer. */
const named = (name: string, decision: Awaited<ReturnType<Guardrail["beforeAnswer"] & object>>): Guardrail => ({
  name,
  beforeAnswer: () => decision,
});

describe("a guardrail", () => {
  test("allows by returning nothing, and leaves no entry", async () => {
    const checks = await guardsOf([{ name: "quiet", beforeTurn: () => undefined }]).turn(words("Hi"), moment);
    expect(checks).toEqual({ verdict: null, audit: [] });
  });

  test("allows with a reason, which is in the audit log", async () => {
    const { verdict, audit } = await guardsOf([{ name: "kind", beforeTurn: () => ({ allow: "Ann is known." }) }]).turn(
      words(""),
      moment,
    );
    expect(verdict).toBeNull();
    expect(audit).toMatchObject([
      { action: "guardrail", guardrail: "kind", stage: "turn", outcome: "allowed", reason: "Ann is known" },
    ]);
  });

  test("receives the call that it checks", async () => {
    const seen: unknown[] = [];
    const beforeTool: Guardrail["beforeTool"] = ({ agent, tool, inputs }) => {
      seen.push([agent, tool, inputs]);
      return null;
    };
    await guardsOf([{ name: "see", beforeTool }]).tool(call, moment);
    expect(seen).toEqual([["clerk", "refund", { amount: 5 }]]);
  });

  test.each<[string, unknown]>([
    ["another object", { deny: "no" }],
    ["two decisions", { allow: "yes", refuse: "no" }],
    ["a decision of another check", { replace: "x" }],
    ["a reason that is not a text", { refuse: 7 }],
    ["a boolean", true],
    ["a text", "refuse"],
  ])("that returns %s refuses", async (_, decision) => {
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- what a program without types could return
    const beforeTurn = (() => decision) as Guardrail["beforeTurn"] & object;
    const { verdict, audit } = await guardsOf([{ name: "odd", beforeTurn }]).turn(words(""), moment);
    expect(verdict).toEqual({ outcome: "refused", guardrail: "odd", reason: "a check could not be completed" });
    expect(audit).toMatchObject([{ outcome: "refused", failed: true, reason: containing("returned no decision") }]);
  });

  const failing: Guardrail = {
    name: "broken",
    beforeTurn: () => {
      throw new Error("host db.internal is down, key sk-abcdefghij");
    },
  };

  test("that throws refuses, and the text of its error stays out of the answer and the log", async () => {
    const { verdict, audit } = await guardsOf([failing]).turn(words(""), moment);
    expect(verdict).toMatchObject({ outcome: "refused", reason: "a check could not be completed" });
    expect(audit).toMatchObject([{ failed: true, reason: "It threw Error" }]);
  });

  test('that throws allows with `onError: "allow"`, which is in the audit log', async () => {
    const { verdict, audit } = await guardsOf([{ ...failing, onError: "allow" }]).turn(words(""), moment);
    expect(verdict).toBeNull();
    expect(audit).toMatchObject([{ outcome: "allowed", failed: true }]);
  });

  test("that hangs refuses when its time is over, and its signal is aborted", async () => {
    let stopped = false;
    const beforeTurn: Guardrail["beforeTurn"] = ({ signal }) =>
      new Promise(() => {
        signal.addEventListener("abort", () => {
          stopped = true;
        });
      });
    const { verdict, audit } = await guardsOf([{ name: "slow", timeoutSeconds: 3, beforeTurn }], atOnce).turn(
      words(""),
      moment,
    );
    expect(verdict?.outcome).toBe("refused");
    expect(audit).toMatchObject([{ reason: containing("within 3 seconds") }]);
    expect(stopped).toBe(true);
  });

  test("of a run that was stopped decides nothing", async () => {
    const stop = new AbortController();
    const beforeTurn: Guardrail["beforeTurn"] = () => {
      stop.abort(new Error("killed"));
      return new Promise(() => {});
    };
    const going = guardsOf([{ name: "slow", beforeTurn, onError: "allow" }]).turn(words(""), {
      ...moment,
      signal: stop.signal,
    });
    await expect(going).rejects.toThrow("killed");
  });

  test("gives reasons as one line without links and markup", async () => {
    const refuse = `See ![x](http://evil.example/?q=1) <b>now</b>\n\n# ${"y".repeat(500)}`;
    const { verdict } = await guardsOf([{ name: "model", beforeTurn: () => ({ refuse }) }]).turn(words(""), moment);
    expect(verdict?.reason).toMatch(/^See !\(x\)\(http:\/\/evil\.example\/\?q=1\) ‹b›now‹\/b› # y+…$/);
    expect(verdict?.reason.length).toBeLessThanOrEqual(300);
  });
});

describe("several guardrails", () => {
  test("replace one after the other, each the text of the one before", async () => {
    const shout: Guardrail = { name: "shout", beforeAnswer: ({ text }) => ({ replace: text.toUpperCase() }) };
    const sign: Guardrail = { name: "sign", beforeAnswer: ({ text }) => ({ replace: `${text}!` }) };
    const { verdict, audit } = await guardsOf([shout, sign]).answer("hello", "clerk", moment);
    expect(verdict?.text).toBe("HELLO!");
    expect(audit.map((each) => Reflect.get(each, "guardrail") as unknown)).toEqual(["shout", "sign"]);
  });

  test("stop at the first refusal", async () => {
    const { verdict, audit } = await guardsOf([
      named("a", { replace: "x" }),
      named("b", { refuse: "no" }),
      named("c", { replace: "y" }),
    ]).answer("hello", "clerk", moment);
    expect(verdict).toEqual({ outcome: "refused", guardrail: "b", reason: "no" });
    expect(audit).toHaveLength(2);
  });

  test("decide by the strictest, whatever they return, and every entry names its guardrail", async () => {
    const decisions = fc.constantFrom<unknown>(undefined, { allow: "a" }, { ask: "b" }, { refuse: "c" }, "boom");
    await fc.assert(
      fc.asyncProperty(fc.array(decisions, { maxLength: 5 }), async (list) => {
        const guardrails = list.map((decision, index): Guardrail => ({
          name: `g${index}`,
          // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- what a program without types could return
          beforeTool: (() => {
            if (decision === "boom") throw new Error("boom");
            return decision;
          }) as Guardrail["beforeTool"] & object,
        }));
        const { verdict, audit } = await guardsOf(guardrails).tool(call, moment);
        const refused = list.findIndex(
          (each) => each === "boom" || (typeof each === "object" && each !== null && "refuse" in each),
        );
        const asks = list.some((each) => typeof each === "object" && each !== null && "ask" in each);
        expect(verdict?.outcome ?? "allowed").toBe(refused !== -1 ? "refused" : asks ? "asked" : "allowed");
        const ran = refused === -1 ? list : list.slice(0, refused + 1);
        expect(audit).toHaveLength(ran.filter((each) => each !== undefined).length);
        expect(audit.every((each: AuditEntry) => "guardrail" in each && each.toolCallId === "c1")).toBe(true);
      }),
    );
  });
});

test.each<[string, readonly Guardrail[], string]>([
  ["no name", [{ name: "", beforeTurn: () => null }], "give it a name"],
  ["nothing to check", [{ name: "a" }], "`beforeTurn`, `beforeTool` or `beforeAnswer`"],
  ["no time", [{ name: "a", beforeTurn: () => null, timeoutSeconds: 0 }], "`timeoutSeconds` must be more than 0"],
  [
    "the name of another",
    [
      { name: "a", beforeTurn: () => null },
      { name: "a", beforeTurn: () => null },
    ],
    "another one has this name",
  ],
])("a guardrail with %s is refused when the graph is made", (_, guardrails, problem) => {
  expect(() => guardsOf(guardrails)).toThrow(problem);
});
