import { ApprovalRequest } from "@tidemark/core-state";
import { type JsonObject } from "@tidemark/core-state/internal";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { approvalHash, approvalTypeOf, planApprovalPayload, requestApproval } from "../../src/internal.ts";

const now = "2026-01-08T20:30:00.000Z";
const draft = { id: "r1", capability: "memory", operation: "save", stepObjective: "Remember the city", now };

const hash = (more: object) => requestApproval({ ...draft, payload: { a: 1, b: [2] }, ...more }).hash;
const planHash = (steps: readonly object[]) =>
  approvalHash({ capability: "plan", approvalType: "plan", payload: planApprovalPayload({ steps }) });

describe("requestApproval", () => {
  test("AP-09 creates a pending and valid request", () => {
    const request = requestApproval({ ...draft, payload: { city: "Lisbon" } });
    expect(ApprovalRequest.parse(request)).toEqual(request);
    expect(request).toMatchObject({
      status: "pending",
      approvalType: "memory_save",
      requestedAt: now,
      expiresAt: null,
    });
    expect(request.hash).toBe(approvalHash(request));
  });

  test("binds the request to the agent, the kind and every value, but not to the order of keys", () => {
    expect(hash({ payload: { b: [2], a: 1 } })).toBe(hash({}));
    const others = [
      { payload: { a: 1, b: [3] } },
      { payload: { a: 1 } },
      { operation: "read" },
      { capability: "mail" },
    ];
    expect(new Set([hash({}), ...others.map(hash)]).size).toBe(5);
  });

  test("does not include the id and the times in the hash", () => {
    const later = { id: "r2", now: "2026-01-09T00:00:00.000Z", expiresAt: "2026-01-10T00:00:00.000Z" };
    expect(requestApproval({ ...draft, ...later, payload: {} }).hash).toBe(
      requestApproval({ ...draft, payload: {} }).hash,
    );
  });

  test.for([
    ["an empty id", { id: "" }, /id: /],
    ["an id that can change a prototype", { id: "__proto__" }, /__proto__/],
    ["an empty capability", { capability: "", operation: "" }, /capability: /],
    ["a time without zone", { now: "2026-01-08 20:30" }, /requestedAt: /],
    ["a date in the payload", { payload: { when: new Date(0) } }, /payload\.when: expected plain JSON/],
    ["a key that bypasses reducers", { payload: { deep: [{ __overwrite__: 1 }] } }, /"__overwrite__" is not allowed/],
    ["a key that restores a class instance", { payload: { lc: 1 } }, /"lc" is not allowed/],
  ] as const)("refuses %s", ([, change, message]) => {
    expect(() => requestApproval({ ...draft, payload: {}, ...change })).toThrow(message);
  });

  test("refuses a prototype key in JSON", () => {
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- a client may send any value
    const payload = JSON.parse('{"user":{"__proto__":{"isAdmin":true}}}') as JsonObject;
    expect(() => requestApproval({ ...draft, payload })).toThrow(/"__proto__" is not allowed/);
  });
});

test.for([
  ["memory", "save", "memory_save"],
  ["python", undefined, "python"],
  ["a", "", "a"],
  ["a", null, "a"],
] as const)("AP-23 the kind of (%s, %s) is %s", ([capability, operation, expected]) => {
  expect(approvalTypeOf(capability, operation)).toBe(expected);
});

describe("planApprovalPayload", () => {
  const step = { stepId: "one", agentId: "mail", task: "Write", dependsOn: ["zero"] };

  test("leaves out values that change while a plan runs", () => {
    const before = planApprovalPayload({ planId: "p", steps: [step] });
    const running = { ...step, status: "completed" as const, result: "done", startedAt: now, completedAt: now };
    const after = planApprovalPayload({ planId: "p", status: "executing", updatedAt: now, steps: [running] });
    expect(after).toEqual(before);
    expect(after).toEqual({ planId: "p", steps: [step] });
  });

  test("AP-18 differs when any work differs", () => {
    const changed = fc.constantFrom(
      [{ ...step, task: "Shout" }],
      [{ ...step, agentId: "phone" }],
      [{ ...step, dependsOn: [] }],
      [{ ...step, parameters: { loud: true } }],
      [step, step],
      [],
    );
    fc.assert(fc.property(changed, (steps) => planHash(steps) !== planHash([step])));
  });
});
