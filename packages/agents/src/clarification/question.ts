/** What is asked when no better question could be made. */
export const plainQuestion = "Could you please provide more details about your question?";

/** What asking writes: the question as message and as answer of this turn; the other fields belong to "root". */
export interface QuestionUpdate {
  readonly messages: readonly [{ readonly role: "assistant"; readonly content: string; readonly name?: string }];
  readonly execution_final_answer: string;
  readonly control_workflow_status: "awaiting_user";
}

/**
 * Gives the update that asks the user and ends the turn; without words, the plain question is asked.
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
