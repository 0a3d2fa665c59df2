import { describe, expect, test } from "vitest";
import { isFromOtherThread, reboundTo } from "../../src/approvals/thread.ts";
import { type ApprovalDraft, decideApproval, requestApproval } from "../../src/internal.ts";

const now = "2026-01-08T20:30:00.000Z";
const later = "2026-01-08T20:31:00.000Z";
const ask = (draft: Partial<ApprovalDraft> = {}) =>
  requestApproval({ id: "r1", capability: "mail", stepObjective: "Send", payload: { to: "ann" }, now, ...draft });
const note = () => "Answer it again.";
const schema = { safeParse: (data: unknown) => ({ success: true as const, data }) };

describe("a request of another thread", () => {
  test("is recognized by its thread id", () => {
    const request = ask({ threadId: "t" });
    expect([isFromOtherThread(request, "t"), isFromOtherThread(request, "copy")]).toEqual([false, true]);
    // Without a thread the origin is unknown.
    expect([isFromOtherThread(ask(), "copy"), isFromOtherThread(request, undefined)]).toEqual([false, false]);
  });

  test("becomes a new pending request of this thread for the original work, with a separate hash", () => {
    const request = ask({ threadId: "t" });
    const edited = decideApproval(
      request,
      { decision: "edit", payload: { to: "ben" } },
      { by: "user:ann", now, schema },
    );
    for (const each of [request, edited.request ?? request]) {
      const { r1 } = reboundTo("copy", { r1: each }, { now: later, note });
      expect(r1).toMatchObject({
        status: "pending",
        threadId: "copy",
        payload: { to: "ann" },
        requestedAt: later,
        decidedBy: null,
        decidedAt: null,
        note: { code: "otherThread", message: "Answer it again." },
      });
      expect(r1?.hash).toBe(ask({ threadId: "copy" }).hash);
      expect(r1?.hash).not.toBe(request.hash);
      expect(r1).not.toHaveProperty("askedPayload");
    }
  });

  test("is unchanged after it ended, like requests of this thread", () => {
    const by = { by: "user:ann", now };
    const { request } = decideApproval(ask({ threadId: "t" }), { decision: "reject" }, by);
    if (request === null) throw new Error("It was decided.");
    expect(reboundTo("copy", { r1: request, r2: ask({ id: "r2", threadId: "copy" }) }, { now, note })).toEqual({});
  });
});
