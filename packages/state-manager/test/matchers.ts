import { expect } from "vitest";

// Vitest's matchers have the type `any`, so they are converted to `unknown` here.

export const anyText: unknown = expect.any(String);

export const textLike = (pattern: RegExp | string): unknown =>
  typeof pattern === "string" ? expect.stringContaining(pattern) : expect.stringMatching(pattern);

export const having = (part: object): unknown => expect.objectContaining(part);
