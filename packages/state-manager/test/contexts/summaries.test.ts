import { contextManager, defineContexts } from "@tidemark/state-manager";
import { describe, expect, test } from "vitest";
import { z } from "zod";
import { textLike } from "../matchers.ts";
import { untyped } from "../untyped.ts";

const registry = defineContexts(
  { WEATHER: z.object({ celsius: z.number() }), LOG: z.object({ lines: z.array(z.string()) }) },
  { summaries: { WEATHER: ({ celsius }) => `${celsius} degrees ${"!".repeat(300)}` } },
);
const data = {
  WEATHER: { oslo: { celsius: 4, _meta: { producedBy: "weather" } } },
  LOG: { a: { lines: Array.from({ length: 20 }, (_, index) => `line ${index}`) } },
  SPORT: { b: { text: "hi" } },
};
const manager = contextManager(registry, { capability_context_data: data });

describe("summaries", () => {
  test("summarizes every context within the limits, with the summarizer of its type if present", () => {
    expect(manager.summaries()).toEqual([
      {
        outcome: "summarized",
        type: "WEATHER",
        key: "oslo",
        summary: textLike(/^4 degrees !{90}\.\.\. \(truncated from 310 chars\)$/),
        meta: { producedBy: "weather" },
      },
      {
        outcome: "summarized",
        type: "LOG",
        key: "a",
        summary: { lines: 'List with 20 items: ["line 0", "line 1", "line 2"]... (truncated)' },
        meta: null,
      },
      { outcome: "summarized", type: "SPORT", key: "b", summary: { text: "hi" }, meta: null },
    ]);
  });

  test("summarizes only the contexts that a step names, and reports missing ones", () => {
    expect(manager.summaries({ inputs: [{ SPORT: "b" }, { SPORT: "zz" }] })).toEqual([
      { outcome: "summarized", type: "SPORT", key: "b", summary: { text: "hi" }, meta: null },
      { outcome: "missing", type: "SPORT", key: "zz", message: "Context SPORT.zz not found" },
    ]);
    expect(manager.summaries({ inputs: null })).toEqual([]);
  });

  test("reports unreadable contexts, and fails for an invalid step", () => {
    const broken = contextManager(registry, {
      capability_context_data: untyped({ WEATHER: { oslo: { celsius: "4" } } }),
    });
    expect(broken.summaries()).toEqual([
      { outcome: "invalid", type: "WEATHER", key: "oslo", message: textLike('at "celsius"') },
    ]);
    expect(manager.summaries({ inputs: untyped("all") })).toMatchObject({ outcome: "failed", code: "invalidInputs" });
  });
});
