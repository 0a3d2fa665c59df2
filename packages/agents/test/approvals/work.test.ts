import { describe, expect, test } from "vitest";
import { z } from "zod";
import { requestApproval } from "../../src/internal.ts";
import { editableWork, type WorkEdit } from "../../src/approvals/work.graph.ts";

const now = "2026-01-08T20:30:00.000Z";
const request = requestApproval({ id: "r1", capability: "mail", stepObjective: "Send", payload: { to: "ann" }, now });
const toBen: WorkEdit = ({ payload }) =>
  payload["to"] === "ben" ? { ok: true, update: {} } : { ok: false, issues: [{ path: "to", message: "only to ben" }] };

const check = (editable: Parameters<typeof editableWork>[0], payload: unknown) => {
  const { mail } = editableWork(editable, {}, toBen);
  return typeof mail === "function" ? mail(request).safeParse(payload) : undefined;
};

describe("editableWork", () => {
  test("applies the application's schema first, and then checks that the edited work can be executed", () => {
    const schema = z.object({ to: z.string() });
    expect(check({ mail: schema }, { to: "ben" })).toEqual({ success: true, data: { to: "ben" } });
    expect(check({ mail: schema }, { to: "eve" })).toMatchObject({ error: { issues: [{ path: "to" }] } });
    expect(check({ mail: schema }, { to: 3 })).toMatchObject({ error: { issues: [{ path: ["to"] }] } });
    expect(check({ mail: () => schema }, { to: "ben" })?.success).toBe(true);
  });

  test("does not change the schemas if nothing applies an edit", () => {
    const editable = { mail: z.looseObject({}) };
    expect(editableWork(editable, {}, undefined)).toBe(editable);
  });
});
