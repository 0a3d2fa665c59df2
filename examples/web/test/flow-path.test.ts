import { describe, expect, test } from "vitest";
import { flowPath } from "../src/flow-path.ts";

const transition = (from: string, to: string) => ({
  action: "transition",
  from,
  to,
  timestamp: "2026-11-21T09:00:00Z",
});

describe("flowPath", () => {
  test("follows the newest turn back to its beginning, ignoring other log entries", () => {
    const answer = { step: "reader", timestamp: "2026-11-21T09:00:00Z", confidence: 1, explanation: "" };
    const log = [transition("start", "ask"), transition("start", "read"), answer, transition("read", "confirm")];
    expect(flowPath({ runtime_audit_log: log })).toEqual(["start", "read", "confirm"]);
  });

  test("is empty without a flow", () => {
    expect(flowPath({})).toEqual([]);
  });
});
