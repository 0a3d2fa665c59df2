import { describe, expect, test } from "vitest";
import { wayOf } from "../../page/way.ts";

const went = (from: string, to: string) => ({
  action: "transition",
  from,
  to,
  timestamp: "2026-11-21T09:00:00Z",
});

describe("wayOf", () => {
  test("follows the newest turn back to where it began, past what else was logged", () => {
    const answer = { step: "reader", timestamp: "2026-11-21T09:00:00Z", confidence: 1, explanation: "" };
    const log = [went("start", "ask"), went("start", "read"), answer, went("read", "confirm")];
    expect(wayOf({ runtime_audit_log: log })).toEqual([
      { name: "start", isLast: false },
      { name: "read", isLast: false },
      { name: "confirm", isLast: true },
    ]);
  });

  test("is empty without a flow", () => {
    expect(wayOf({})).toEqual([]);
  });
});
