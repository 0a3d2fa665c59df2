/** Question for missing details, asked if no other question is available. */
export const plainQuestion = "Could you please provide more details about your question?";

/** Update for a question: its message, and the final answer of the turn. */
export interface QuestionUpdate {
  readonly messages: readonly [{ readonly role: "assistant"; readonly content: string; readonly name?: string }];
  readonly execution_final_answer: string;
  readonly control_workflow_status: "awaiting_user";
}

/**
 * Returns the update that asks the user and ends the turn. Without a text, the default question is asked.
 *
 * @example
 * ```ts
 * import { askClarification } from "@tidemark/agents/internal";
 *
 * console.log(askClarification("Which paper?").execution_final_answer); // Which paper?
 * ```
 */
export function askClarification(
  question: string | null | undefined,
  options: { readonly name?: string } = {},
): QuestionUpdate {
  const words = question?.trim() ?? "";
  const content = words === "" ? plainQuestion : words;
  return {
    messages: [{ role: "assistant", content, ...(options.name !== undefined && { name: options.name }) }],
    execution_final_answer: content,
    control_workflow_status: "awaiting_user",
  };
}
