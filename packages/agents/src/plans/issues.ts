import { formatPath } from "@tidemark/core-state/internal";
import type { z } from "zod";

/** One thing that is wrong with what a part of planning answered. */
export interface AnswerIssue {
  /** Where, as people write it: `steps[0].inputs`; empty for the whole. */
  readonly path: string;
  readonly message: string;
}

/** The most issues that are listed: nobody reads more, and a model is not helped by them. */
const MAX_ISSUES = 20;

/** The most values that an answer may contain, lists and records included. */
const MAX_VALUES = 10_000;

/** The deepest nesting of an answer. */
const MAX_DEPTH = 100;

/**
 * The issues that a schema found, with their places in words; the first 20 of them.
 *
 * @internal
 */
export const issuesOf = (error: z.ZodError): AnswerIssue[] =>
  error.issues.slice(0, MAX_ISSUES).map((issue) => ({ path: formatPath(issue.path), message: issue.message }));

/**
 * Refuses an answer that is too large or too deep, before a schema looks at each of its values; null for any other.
 *
 * @internal
 */
export function sizeIssue(answer: unknown): AnswerIssue | null {
  let level: unknown[] = [answer];
  let values = 0;
  for (let depth = 0; level.length > 0; depth += 1) {
    if (depth > MAX_DEPTH) return { path: "", message: `The answer is nested deeper than ${MAX_DEPTH} levels.` };
    const below: unknown[] = [];
    for (const each of level) {
      if (typeof each !== "object" || each === null) continue;
      // Holes count as well: a schema looks at each of them.
      values += Array.isArray(each) ? each.length : 0;
      if (values > MAX_VALUES) return tooLarge;
      const members: readonly unknown[] = Object.values(each);
      if (!Array.isArray(each)) values += members.length;
      if (values > MAX_VALUES) return tooLarge;
      for (const member of members) if (typeof member === "object" && member !== null) below.push(member);
    }
    level = below;
  }
  return null;
}

const tooLarge: AnswerIssue = Object.freeze({ path: "", message: `The answer has more than ${MAX_VALUES} values.` });

/**
 * Issues as a list for a model or a person.
 *
 * @internal
 */
export const issueLines = (issues: readonly { readonly path?: string; readonly message: string }[]): string =>
  issues.map(({ path = "", message }) => (path === "" ? `- ${message}` : `- ${path}: ${message}`)).join("\n");
