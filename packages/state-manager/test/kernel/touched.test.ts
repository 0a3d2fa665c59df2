import { describe, expect, test } from "vitest";
import { touched } from "@tidemark/state-manager/internal";

describe("touched", () => {
  test("records the time of the change", () => {
    expect(touched({}, "2026-01-08T20:30:00Z")).toEqual({ runtime_updated_at: "2026-01-08T20:30:00Z" });
    expect(touched({ runtime_updated_at: null }, "2026-01-08T20:30:00Z").runtime_updated_at).toBe(
      "2026-01-08T20:30:00Z",
    );
  });

  test("never goes back, for times of any precision", () => {
    const state = { runtime_updated_at: "2026-01-08T20:30:00.500Z" };
    expect(touched(state, "2026-01-08T20:30:00Z").runtime_updated_at).toBe("2026-01-08T20:30:00.500Z");
    expect(touched(state, "2026-01-08T20:30:01Z").runtime_updated_at).toBe("2026-01-08T20:30:01Z");
  });
});
