import { expect } from "vitest";

// Vitest's own matchers are `any`; as parts of an expected value they have to be looked at as unknown.

export const textLike = (pattern: RegExp | string): unknown =>
  typeof pattern === "string" ? expect.stringContaining(pattern) : expect.stringMatching(pattern);

export const having = (part: object): unknown => expect.objectContaining(part);
