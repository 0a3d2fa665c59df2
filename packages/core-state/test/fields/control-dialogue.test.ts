import { describe, expect, test } from "vitest";
import { SeedState } from "../../src/fields/agent-state.ts";
import type { Proposal } from "../../src/schemas/proposal.ts";

const { control_operation_mode: mode, control_directed_mode_context: context } = SeedState.fields;
const picked = { targetAgentId: "invoices", bypassRouting: true };

describe("control_operation_mode", () => {
  test("PS-19 a write without a value resets it to autonomous", () => {
    expect(mode.reducer?.("directed", null)).toBe("autonomous");
    expect(mode.reducer?.("directed", undefined)).toBe("autonomous");
  });

  test("accepts the written mode", () => {
    expect(mode.reducer?.("autonomous", "directed")).toBe("directed");
    expect(mode.default()).toBe("autonomous");
  });
});

describe("control_directed_mode_context", () => {
  test("PS-20 a write without a value resets it to null", () => {
    expect(context.reducer?.(picked, undefined)).toBeNull();
    expect(context.reducer?.(picked, null)).toBeNull();
  });

  test("accepts the agent that the user picked", () => {
    expect(context.reducer?.(null, picked)).toEqual(picked);
  });
});

const proposal: Proposal = {
  proposalId: "p1",
  proposedBy: "planner",
  turnId: "turn-1",
  reason: "",
  createdAt: "2026-01-08T20:30:00Z",
  changes: {},
  baseVersions: {},
};

test("control_proposals keeps a proposal that arrives twice once", () => {
  const { reducer } = SeedState.fields.control_proposals;
  expect(reducer?.([proposal], [proposal, { ...proposal, proposalId: "p2" }])).toMatchObject([
    { proposalId: "p1" },
    { proposalId: "p2" },
  ]);
});

test("control_proposals removes settled proposals and keeps those added in the same step", () => {
  const { reducer } = SeedState.fields.control_proposals;
  const [settled, arriving] = [proposal, { ...proposal, proposalId: "p2" }];
  expect(reducer?.([settled], [{ proposalId: "p1", settled: true }, arriving])).toEqual([arriving]);
});

test("control_errors keeps the newest 200", () => {
  const error = { step: "a", errorType: "Timeout", timestamp: "2026-01-08T20:30:00Z", retryable: true };
  const many = Array.from({ length: 201 }, (_, index) => ({ ...error, message: String(index) }));
  const kept = SeedState.fields.control_errors.reducer?.([], many);
  expect(kept).toHaveLength(200);
  expect(kept).toMatchObject({ 0: { message: "1" }, 199: { message: "200" } });
});
