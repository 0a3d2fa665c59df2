import { agentErrors } from "@tidemark/agents";
import { SeedState, defineState, fieldGroups, initialState } from "@tidemark/core-state";
import { describe, expect, test } from "vitest";
import { dialogueOf } from "../../src/clarification/dialogue.graph.ts";

describe("dialogueOf", () => {
  test("accepts the values of a state that has the fields", () => {
    const values = initialState(SeedState);
    expect(dialogueOf(SeedState, "clarify")(values)).toBe(values);
  });

  test("refuses a state that lacks fields, and names them", () => {
    const state = defineState({
      version: 1,
      fields: { ...fieldGroups.conversation, ...fieldGroups.questions, ...fieldGroups.routing },
    });
    expect(() => dialogueOf(state, "clarify")).toThrow(
      expect.objectContaining({
        code: agentErrors.missingFields.code,
        details: {
          by: "clarify",
          fields: ["control_missing_context", "execution_final_answer"],
          groups: ["execution", "clarification"],
        },
      }),
    );
  });
});
