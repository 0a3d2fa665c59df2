import { agentErrors } from "@tidemark/agents";
import { describe, expect, test } from "vitest";

const kinds = Object.values(agentErrors);

describe("agentErrors", () => {
  test.each(kinds.map((kind) => [kind.code, kind] as const))("%s says what is wrong and what to do", (code, kind) => {
    expect(code).toMatch(/^agents\/[a-z][A-Za-z]+$/);
    // Two sentences at least: the fault with its facts, and the remedy.
    expect(kind.sample()).toMatch(/^["“`{A-Z].*[.:!?].+[.)}”`]$/s);
  });
});
