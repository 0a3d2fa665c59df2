import { formatPath, type JsonObject } from "@tidemark/core-state/internal";
import { isPlainRecord } from "@tidemark/reducers/internal";
import { jsonForm, sameForm } from "../kernel/json-form.ts";
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

/**
 * Returns inputs as their agent receives them, as plain JSON: what a person approves. Inputs that the schema refuses, or
 * whose value JSON cannot represent, stay as they are.
 */
export function shownInputs(agent: Pick<AgentDescription, "inputs"> | null, given: JsonObject): JsonObject {
  if (agent?.inputs === undefined) return given;
  const check = checkInputs(agent, given);
  const form = check.ok ? jsonForm(check.inputs) : null;
  return form?.ok === true ? form.json : given;
}

/**
 * Returns inputs as they are stored: as the schema returns them, so that a default such as the present day is the same
 * when the agent runs. Inputs that the schema would change a second time stay as they are.
 */
export function storedInputs(agent: Pick<AgentDescription, "inputs"> | null, given: JsonObject): JsonObject {
  const shown = shownInputs(agent, given);
  return sameForm(shownInputs(agent, shown), shown) && !sameForm(shown, given) ? shown : given;
}

/** Joins the problems of inputs in one sentence. */
export const inputProblem = (issues: readonly InputIssue[]): string =>
  issues.map(({ path, message }) => (path.length === 0 ? message : `"${formatPath(path)}": ${message}`)).join("; ");
