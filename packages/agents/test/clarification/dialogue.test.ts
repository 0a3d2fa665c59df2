import { agentErrors } from "@tidemark/agents";
import { AgentState, defineState, initialState } from "@tidemark/core-state";
import { controlFields, coreFields } from "@tidemark/core-state/internal";
import { describe, expect, test } from "vitest";
import { dialogueOf } from "../../src/clarification/dialogue.graph.ts";

describe("dialogueOf", () => {
  test("looks at the values of a state that has the fields", () => {
    const values = initialState(AgentState);
    expect(dialogueOf(AgentState, "clarify")(values)).toBe(values);
  });

  test("refuses a state that lacks fields, by their names", () => {
    const state = defineState({ version: 1, fields: { ...coreFields, ...controlFields } });
    expect(() => dialogueOf(state, "clarify")).toThrow(
      expect.objectContaining({
        code: agentErrors.missingFields.code,
        details: { by: "clarify", fields: ["execution_final_answer"] },
      }),
    );
  });
});
