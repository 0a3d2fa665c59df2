import { SeedState, extendState, field, fields } from "@tidemark/core-state";
import { describe, expect, test } from "vitest";
import { z } from "zod";
import { recordPatch } from "../../src/patches/patch.ts";
import { showsField, visibility, visibleEventFields, visibleValues } from "../../src/events/visibility.ts";

const Kept = extendState(SeedState, {
  version: 1,
  fields: fields("prompt", {
    text: field({
      description: "Instruction for the model.",
      schema: z.string(),
      default: () => "",
      lifetime: "turn",
      ui: false,
    }),
  }),
});

describe("visibleEventFields", () => {
  test("keeps the turn and the visible fields", () => {
    const values = { runtime_turn_id: "turn_1", status_updates: [], planning_execution_plan: null, task_ledger: [] };
    expect(Object.keys(visibleEventFields(values, (name) => name !== "planning_execution_plan"))).toEqual([
      "status_updates",
      "runtime_turn_id",
      "execution_start_time",
    ]);
  });
});

describe("showsField", () => {
  test("hides marked fields, listed fields, messages and undeclared fields", () => {
    const shows = showsField(Kept, ["task_ledger"]);
    expect(["prompt_text", "task_ledger", "messages", "secret", "__proto__", "status_updates"].filter(shows)).toEqual([
      "status_updates",
    ]);
  });

  test("hides fields with error texts, with and without a declaration", () => {
    const texts = [
      "control_error_info",
      "control_errors",
      "control_last_error",
      "conversation_summary_error",
      "execution_last_result",
    ];
    expect([showsField(SeedState), showsField(undefined)].flatMap((shows) => texts.filter(shows))).toEqual([]);
  });

  test("hides listed fields without a declaration", () => {
    expect(["a", "b"].filter(showsField(undefined, ["a"]))).toEqual(["b"]);
  });

  test("hides proposals if a field is hidden, since they contain values of any field", () => {
    const seen = [showsField(Kept), showsField(SeedState, ["task_ledger"]), showsField(undefined, ["a"])];
    expect(seen.map((shows) => shows("approved_payload"))).toEqual([false, false, false]);
    expect(seen.map((shows) => shows("control_proposals"))).toEqual([false, false, false]);
    expect([showsField(SeedState), showsField(undefined)].map((shows) => shows("control_proposals"))).toEqual([
      true,
      true,
    ]);
  });
});

describe("visibleValues", () => {
  const request = {
    id: "r1",
    status: "pending",
    capability: "mail",
    approvalType: "mail",
    hash: "0f",
    stepObjective: "Send SECRET",
    payload: { text: "SECRET" },
    askedPayload: { text: "SECRET" },
    note: { code: "unclear", message: "SECRET", issues: [] },
  };
  const decided = {
    action: "approval",
    requestId: "r1",
    outcome: "approved",
    asked: { text: "SECRET" },
    edited: { text: "SECRET" },
    reason: "SECRET",
    stepObjective: "Send SECRET",
    hash: "0f",
  };
  const effect = { action: "effect", requestId: "r1", by: "mail", edited: true, fields: [] };
  const commit = { action: "commit", reason: "It was said." };
  const values = { execution_pending_approvals: { r1: request }, runtime_audit_log: [commit, decided, effect] };

  test("omits the payloads of requests and of their log if a field is hidden", () => {
    const seen = visibleValues(Kept, values);
    expect(JSON.stringify(seen)).not.toMatch(/SECRET|0f/);
    expect(seen).toEqual({
      execution_pending_approvals: { r1: { id: "r1", status: "pending", capability: "mail", approvalType: "mail" } },
      runtime_audit_log: [commit, { action: "approval", requestId: "r1", outcome: "approved" }, effect],
    });
  });

  test("shows all of them if no field is hidden", () => {
    expect(visibleValues(SeedState, values)).toEqual(values);
  });

  test("returns the same objects for the same values, so that a patch contains only changes", () => {
    const { values: visible } = visibility(Kept);
    const before = visible(values);
    const next = { ...effect, requestId: "r2" };
    const after = visible({ ...values, runtime_audit_log: [...values.runtime_audit_log, next] });
    expect(after["execution_pending_approvals"]).toBe(before["execution_pending_approvals"]);
    expect(recordPatch(before, after)).toEqual([{ op: "add", path: "/runtime_audit_log/-", value: next }]);
  });

  test("filters a patch that was recorded with hidden fields", () => {
    const { patch } = visibility(Kept);
    const seen = patch([
      { op: "add", path: "/execution_pending_approvals/r1", value: request },
      { op: "replace", path: "/execution_pending_approvals", value: { r1: request } },
      { op: "replace", path: "/execution_pending_approvals/r1/status", value: "approved" },
      { op: "add", path: "/execution_pending_approvals/r1/askedPayload", value: { text: "SECRET" } },
      { op: "replace", path: "/execution_pending_approvals/r1/payload/text", value: "SECRET" },
      { op: "remove", path: "/execution_pending_approvals/r1/note" },
      { op: "remove", path: "/execution_pending_approvals/r1" },
      { op: "add", path: "/runtime_audit_log/-", value: decided },
      { op: "replace", path: "/runtime_audit_log", value: [decided, effect] },
      { op: "replace", path: "/runtime_audit_log/0/reason", value: "It was said." },
      { op: "replace", path: "/runtime_audit_log/0/edited", value: false },
      { op: "replace", path: "/prompt_text", value: "SECRET" },
      { op: "replace", path: "/approved_payload", value: { text: "SECRET" } },
      { op: "replace", path: "/control_iteration", value: 1 },
    ]);
    expect(JSON.stringify(seen)).not.toContain("SECRET");
    expect(seen.map(({ op, path }) => `${op} ${path}`)).toEqual([
      "add /execution_pending_approvals/r1",
      "replace /execution_pending_approvals",
      "replace /execution_pending_approvals/r1/status",
      "remove /execution_pending_approvals/r1",
      "add /runtime_audit_log/-",
      "replace /runtime_audit_log",
      "replace /runtime_audit_log/0/reason",
      "replace /runtime_audit_log/0/edited",
      "replace /control_iteration",
    ]);
  });
});

test("a summary of hidden messages is hidden, and so are the reasons of guardrails beside hidden fields", () => {
  const entry = { action: "guardrail", guardrail: "amounts", stage: "tool", outcome: "refused" };
  const values = {
    conversation_summary: { text: "Ann said 12." },
    runtime_audit_log: [{ ...entry, reason: "12 is too much" }],
  };
  expect(visibleValues(SeedState, values)).toEqual(values);
  expect(visibleValues(SeedState, values, ["messages"])).toEqual({ runtime_audit_log: [entry] });
});
