import { agentErrors } from "@tidemark/agents";
import { describe, expect, test } from "vitest";

const kinds = Object.values(agentErrors);

describe("agentErrors", () => {
  test.each(kinds.map((kind) => [kind.code, kind] as const))("%s states the problem and the remedy", (code, kind) => {
    expect(code).toMatch(/^agents\/[a-z][A-Za-z]+$/);
    // At least two sentences: the problem with its details, and the remedy.
    expect(kind.sample()).toMatch(/^["“`{A-Z].*[.:!?].+[.)}”`]$/s);
  });
});
