import { describe, expect, test } from "vitest";
import { AgentOutput } from "../../src/schemas/agent-output.ts";

const output: AgentOutput = {
  data: { title: "Soccer practice" },
  explanation: "Understood as a new event.",
  confidence: 0.95,
  reasoning: "clear time reference",
  timestamp: "2026-01-08T20:30:00Z",
};
const accepts = (change: object): boolean => AgentOutput.safeParse({ ...output, ...change }).success;

describe("AgentOutput", () => {
  test("FAM-08 refuses a confidence outside 0 to 1 and NaN", () => {
    for (const confidence of [1.5, -0.1, Number.NaN, Number.POSITIVE_INFINITY, "0.5", null]) {
      expect(accepts({ confidence })).toBe(false);
    }
  });

  test("FAM-08 accepts 0, 1 and the numbers between", () => {
    for (const confidence of [0, 0.5, 1]) expect(accepts({ confidence })).toBe(true);
  });

  test("requires all five attributes and accepts no other", () => {
    for (const key of Object.keys(output)) expect(accepts({ [key]: undefined })).toBe(false);
    expect(accepts({ sources: [] })).toBe(false);
  });

  test("accepts times in UTC only", () => {
    expect(accepts({ timestamp: "2026-01-08T20:30:45.123456Z" })).toBe(true);
    expect(accepts({ timestamp: "2026-01-08T20:30:45.123456" })).toBe(false);
    expect(accepts({ timestamp: "2026-01-08T20:30:45+01:00" })).toBe(false);
    expect(accepts({ timestamp: "2026-02-30T00:00:00Z" })).toBe(false);
  });

  test("accepts data of an interface type without a cast", () => {
    interface Found {
      readonly title: string;
    }
    const found: Found = { title: "Dinner" };
    const typed: AgentOutput = { ...output, data: { ...found, nested: found } };
    expect(AgentOutput.parse(typed).data).toEqual({ title: "Dinner", nested: { title: "Dinner" } });
  });
});
