import { ApprovalRequest } from "@tidemark/core-state";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { z } from "zod";
import {
  type ApprovalDecision,
  approvalHash,
  cancelApprovals,
  decideApproval,
  expireApprovals,
  requestApproval,
} from "../../src/internal.ts";

const now = "2026-01-08T20:30:00.000Z";
const later = "2026-01-08T20:31:00.000Z";
const by = "user:ann";
const ask = (expiresAt: string | null = null) =>
  requestApproval({ id: "r1", capability: "mail", stepObjective: "Write", payload: { to: "Ann" }, now, expiresAt });

describe("decideApproval", () => {
  test("AP-09 approves a pending request", () => {
    const request = ask();
    expect(decideApproval(request, { decision: "approve" }, { by, now: later })).toEqual({
      outcome: "approved",
      request: { ...request, status: "approved", decidedBy: by, decidedAt: later },
      edited: false,
      audit: {
        action: "approval",
        requestId: "r1",
        capability: request.capability,
        approvalType: request.approvalType,
        stepObjective: request.stepObjective,
        outcome: "approved",
        decidedBy: by,
        reason: "",
        asked: request.payload,
        edited: null,
        hash: request.hash,
        requestedAt: request.requestedAt,
        turnId: null,
        timestamp: later,
      },
    });
    expect(request.status).toBe("pending");
  });

  test("AP-10 rejects a pending request, with the reason", () => {
    const decided = decideApproval(ask(), { decision: "reject", reason: "Too early" }, { by, now });
    expect(decided).toMatchObject({ outcome: "rejected", reason: "Too early", request: { status: "rejected" } });
  });

  test.for(["approve", "reject"] as const)("AP-11 refuses any decision after %s", (decision) => {
    const { request } = decideApproval(ask(), { decision }, { by, now });
    for (const second of ["approve", "reject"] as const) {
      expect(decideApproval(request, { decision: second }, { by: "user:eve", now: later })).toEqual({
        outcome: "refused",
        because: "alreadyDecided",
        request,
        message: `The request "r1" is already ${request?.status}.`,
        issues: [],
        audit: null,
      });
    }
  });

  test("refuses a decision without a request", () => {
    for (const nothing of [null, undefined]) {
      expect(decideApproval(nothing, { decision: "approve" }, { by, now })).toMatchObject({
        because: "unknown",
        request: null,
      });
    }
  });

  test.for(["approve", "reject", "ask"] as const)("refuses %s after the request has expired", (decision) => {
    const answer = decision === "ask" ? { decision, question: "Why?" } : { decision };
    const refused = decideApproval(ask(later), answer, { by, now: later });
    expect(refused).toMatchObject({
      because: "expired",
      request: { status: "expired", decidedAt: later, decidedBy: null },
    });
    expect(ApprovalRequest.safeParse(refused.request).success).toBe(true);
  });

  test("compares instants, not texts", () => {
    const request = ask("2026-01-08T20:31:00Z");
    expect(decideApproval(request, { decision: "approve" }, { by, now: "2026-01-08T20:30:59.999Z" }).outcome).toBe(
      "approved",
    );
    expect(decideApproval(request, { decision: "approve" }, { by, now: "2026-01-08T20:31:00.000Z" }).outcome).toBe(
      "refused",
    );
  });

  test("AP-18 refuses to approve a request whose work has changed, and ends it", () => {
    const hash = approvalHash({ ...ask(), payload: { to: "everybody" } });
    const refused = decideApproval(ask(), { decision: "approve" }, { by, now, hash });
    expect(refused).toMatchObject({ because: "hashMismatch", request: { status: "cancelled", decidedBy: null } });
  });

  test("AP-18 refuses to approve a request whose stored payload was changed", () => {
    const forged = { ...ask(), payload: { to: "eve@example.org" } };
    expect(decideApproval(forged, { decision: "approve" }, { by, now })).toMatchObject({ because: "hashMismatch" });
  });

  test("AP-18 accepts a rejection of work that has changed", () => {
    expect(decideApproval(ask(), { decision: "reject" }, { by, now, hash: "other" }).outcome).toBe("rejected");
  });

  test("a question does not change the request", () => {
    const request = ask();
    expect(decideApproval(request, { decision: "ask", question: "To whom?" }, { by, now })).toEqual({
      outcome: "asked",
      question: "To whom?",
      request,
    });
  });

  describe("an edit", () => {
    const schema = z.strictObject({ to: z.string().trim().min(1) });
    const edit = (payload: Record<string, unknown>, more: object = { schema }) =>
      decideApproval(ask(), { decision: "edit", payload }, { by, now, ...more });

    test("is approved as the person gave it, with a separate hash", () => {
      const edited = edit({ to: "Ben" });
      expect(edited).toMatchObject({ outcome: "approved", edited: true, request: { payload: { to: "Ben" } } });
      expect(edited.request?.hash).toBe(approvalHash({ ...ask(), payload: { to: "Ben" } }));
      expect(edited.request?.hash).not.toBe(ask().hash);
    });

    test("that the schema changes is refused with what it would become: what runs is what a person approved", () => {
      const withDefault = z.object({ to: z.string(), copies: z.number().default(9), note: z.null().default(null) });
      expect(edit({ to: "Ben", extra: 1 }, { schema: withDefault })).toMatchObject({
        outcome: "refused",
        because: "invalidPayload",
        issues: [
          { path: "extra", message: "is not read: remove it" },
          { path: "copies", message: "becomes 9: send that value" },
          { path: "note", message: "becomes null: send that value" },
        ],
      });
    });

    test.for([
      ["that does not match the schema", { to: "" }],
      ["with another key", { to: "Ben", cc: "Eve" }],
      ["with a hostile key", { to: "Ben", lc: 1 }],
      ["that the schema changes", { to: " Ben " }],
    ] as const)("%s is refused, and the request stays pending", ([, payload]) => {
      expect(edit(payload)).toMatchObject({ because: "invalidPayload", request: { status: "pending" } });
    });

    test.for(['{"lc":1}', '{"deep":[{"__proto__":{}}]}', '{"__overwrite__":{}}'])(
      "with a hostile key is refused, regardless of the schema: %s",
      (json) => {
        const anything = z.record(z.string(), z.unknown());
        const given: unknown = JSON.parse(json);
        expect(edit({ given }, { schema: anything })).toMatchObject({ because: "invalidPayload" });
      },
    );

    test("whose schema returns something other than JSON is refused", () => {
      const dates = z.object({ to: z.string().transform(() => new Date(0)) });
      expect(edit({ to: "Ben" }, { schema: dates })).toMatchObject({ because: "invalidPayload" });
    });

    test("without a schema is refused", () => {
      expect(edit({ to: "Ben" }, {})).toMatchObject({ because: "notEditable", request: { status: "pending" } });
    });

    test("AP-18 of work that has changed is refused", () => {
      expect(edit({ to: "Ben" }, { schema, hash: "other" })).toMatchObject({ because: "hashMismatch" });
    });
  });

  test("for any answers in any order, a request is decided once and keeps its first decision", () => {
    const answer = fc.oneof(
      fc.record({ decision: fc.constantFrom("approve" as const, "reject" as const) }),
      fc.record({ decision: fc.constant("edit" as const), payload: fc.dictionary(fc.string(), fc.jsonValue()) }),
      fc.record({ decision: fc.constant("ask" as const), question: fc.string() }),
    );
    const step = fc.record({ answer, minutes: fc.integer({ min: 0, max: 3 }), changed: fc.boolean() });
    fc.assert(
      fc.property(fc.array(step), (steps) => {
        let request = ask("2026-01-08T20:32:00.000Z");
        let approvals = 0;
        for (const { answer: reply, minutes, changed } of steps) {
          const before = request;
          const decision: ApprovalDecision = reply;
          const outcome = decideApproval(request, decision, {
            by,
            now: `2026-01-08T20:3${minutes}:00.000Z`,
            schema: z.record(z.string(), z.unknown()),
            ...(changed && { hash: "other" }),
          });
          request = outcome.request ?? request;
          expect(ApprovalRequest.safeParse(request).success).toBe(true);
          expect(before.status === "pending" || request === before).toBe(true);
          const approved = outcome.outcome === "approved";
          approvals += approved ? 1 : 0;
          expect(approved && (changed || approvalHash(request) !== request.hash)).toBe(false);
        }
        expect(approvals).toBeLessThanOrEqual(1);
      }),
    );
  });
});

describe("ending requests", () => {
  const open = ask(later);
  const { request: decided } = decideApproval(ask(later), { decision: "approve" }, { by, now });
  const all = {
    r1: open,
    r2: { ...open, id: "r2", expiresAt: null },
    ...(decided && { r3: { ...decided, id: "r3" } }),
  };

  test("expires pending requests whose deadline has passed", () => {
    expect(expireApprovals(all, now)).toEqual({});
    expect(expireApprovals(all, later)).toEqual({ r1: { ...open, status: "expired", decidedAt: later } });
  });

  test("cancels all pending requests", () => {
    const cancelled = cancelApprovals(all, now);
    expect(Object.keys(cancelled)).toEqual(["r1", "r2"]);
    for (const each of Object.values(cancelled)) expect(ApprovalRequest.parse(each).status).toBe("cancelled");
  });
});
