import { EventBase } from "@tidemark/core-state";
import { describe, expect, test } from "vitest";
import { stableId } from "../src/stable-id.ts";

describe("stableId", () => {
  test("makes the same id of the same parts, and another one of others", () => {
    expect(stableId("a", 1)).toBe(stableId("a", 1));
    expect(new Set([stableId("a", 1), stableId("a", "1"), stableId("a1"), stableId("a", null), stableId()]).size).toBe(
      5,
    );
  });

  test("makes ids that events take", () => {
    expect(EventBase.shape.eventId.safeParse(stableId("turn_1", "mail", 3)).success).toBe(true);
  });
});
