import { formatPath } from "@tidemark/core-state/internal";
import { isPlainRecord } from "@tidemark/reducers/internal";
import type { AgentDescription } from "./agent-description.ts";

/** Result of checking the parameters of a step, or the payload of a handoff, with the agent's `inputs` schema. */
export type InputsCheck =
  | { readonly ok: true; readonly inputs: Readonly<Record<string, unknown>> }
  | { readonly ok: false; readonly issues: readonly InputIssue[] };

/** One problem with the inputs of an agent. */
export interface InputIssue {
  /** Path inside the inputs: `amount`. */
  readonly path: readonly PropertyKey[];
  readonly message: string;
}

/** Parses the inputs of an agent with its schema. Without a schema, all inputs are valid. */
export function checkInputs({ inputs: schema }: Pick<AgentDescription, "inputs">, given: object): InputsCheck {
  if (schema === undefined) return { ok: true, inputs: { ...given } };
  const parsed = schema.safeParse(given);
  if (!parsed.success) return { ok: false, issues: parsed.error.issues };
  return { ok: true, inputs: isPlainRecord(parsed.data) ? parsed.data : {} };
}

/** Joins the problems of inputs in one sentence. */
export const inputProblem = (issues: readonly InputIssue[]): string =>
  issues.map(({ path, message }) => (path.length === 0 ? message : `"${formatPath(path)}": ${message}`)).join("; ");
