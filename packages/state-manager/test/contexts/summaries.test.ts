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
  NEWS: { b: { text: "hi" } },
};
const manager = contextManager(registry, { capability_context_data: data });

describe("summaries", () => {
  test("tells every context within the limits, in the words of its type where it has some", () => {
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
      { outcome: "summarized", type: "NEWS", key: "b", summary: { text: "hi" }, meta: null },
    ]);
  });

  test("tells only what a step names, and what of it is missing", () => {
    expect(manager.summaries({ inputs: [{ NEWS: "b" }, { NEWS: "zz" }] })).toEqual([
      { outcome: "summarized", type: "NEWS", key: "b", summary: { text: "hi" }, meta: null },
      { outcome: "missing", type: "NEWS", key: "zz", message: "Context NEWS.zz not found" },
    ]);
    expect(manager.summaries({ inputs: null })).toEqual([]);
  });

  test("says what cannot be read, and never tells all because of a fault in a step", () => {
    const broken = contextManager(registry, {
      capability_context_data: untyped({ WEATHER: { oslo: { celsius: "4" } } }),
    });
    expect(broken.summaries()).toEqual([
      { outcome: "invalid", type: "WEATHER", key: "oslo", message: textLike('at "celsius"') },
    ]);
    expect(manager.summaries({ inputs: untyped("all") })).toMatchObject({ outcome: "failed", code: "invalidInputs" });
  });
});
