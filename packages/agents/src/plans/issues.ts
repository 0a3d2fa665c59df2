import { formatPath } from "@tidemark/core-state/internal";
import type { z } from "zod";

/** One problem in an answer, with its path. */
export interface AnswerIssue {
  /** Readable path, such as `steps[0].inputs`. Empty for the whole answer. */
  readonly path: string;
  readonly message: string;
}

/** Maximum number of issues listed. More are useful neither to people nor to models. */
const MAX_ISSUES = 20;

/** Maximum number of values in an answer, including lists and records. */
const MAX_VALUES = 10_000;

/** Maximum nesting depth of an answer. */
const MAX_DEPTH = 100;

/**
 * Returns the issues that a schema found, with readable paths. At most 20.
 *
 * @internal
 */
export const issuesOf = (error: z.ZodError): AnswerIssue[] =>
  error.issues.slice(0, MAX_ISSUES).map((issue) => ({ path: formatPath(issue.path), message: issue.message }));

/**
 * Returns an issue for an answer that is too large or too deep, before a schema visits each of its values. Null for any
 * other answer.
 *
 * @internal
 */
export function sizeIssue(answer: unknown): AnswerIssue | null {
  let level: unknown[] = [answer];
  let values = 0;
  for (let depth = 0; level.length > 0; depth += 1) {
    if (depth > MAX_DEPTH) return { path: "", message: `The answer is nested deeper than ${MAX_DEPTH} levels.` };
    const below: unknown[] = [];
    for (const container of level) {
      if (typeof container !== "object" || container === null) continue;
      // Holes count too, because a schema visits each of them.
      values += Array.isArray(container) ? container.length : 0;
      if (values > MAX_VALUES) return tooLarge;
      const members: readonly unknown[] = Object.values(container);
      if (!Array.isArray(container)) values += members.length;
      if (values > MAX_VALUES) return tooLarge;
      for (const member of members) if (typeof member === "object" && member !== null) below.push(member);
    }
    level = below;
  }
  return null;
}

const tooLarge: AnswerIssue = Object.freeze({ path: "", message: `The answer has more than ${MAX_VALUES} values.` });

/**
 * Returns issues as a list for a model or a person.
 *
 * @internal
 */
export const issueLines = (issues: readonly { readonly path?: string; readonly message: string }[]): string =>
  issues.map(({ path = "", message }) => (path === "" ? `- ${message}` : `- ${path}: ${message}`)).join("\n");
