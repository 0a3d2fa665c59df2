import { formatPath } from "@tidemark/core-state";
import type { z } from "zod";

/** One thing that is wrong with what a part of planning answered. */
export interface AnswerIssue {
  /** Where, as people write it: `steps[0].inputs`; empty for the whole. */
  readonly path: string;
  readonly message: string;
}

/**
 * The issues that a schema found, with their places in words.
 *
 * @internal
 */
export const issuesOf = (error: z.ZodError): AnswerIssue[] =>
  error.issues.map((issue) => ({ path: formatPath(issue.path), message: issue.message }));

/**
 * Issues as a list for a model or a person.
 *
 * @internal
 */
export const issueLines = (issues: readonly { readonly path?: string; readonly message: string }[]): string =>
  issues.map(({ path = "", message }) => (path === "" ? `- ${message}` : `- ${path}: ${message}`)).join("\n");
