import type { LangGraphRunnableConfig } from "@langchain/langgraph";
import type { ErrorInfo } from "@tidemark/core-state/internal";
import type { StateDeclaration } from "@tidemark/core-state";
import { type Clock, systemClock, textOf } from "@tidemark/state-manager";
import { defineNode, type GraphNodeOf } from "@tidemark/state-manager/langgraph";
import { type NodeAnswer } from "@tidemark/state-manager/internal/langgraph";
import { vagueQuery } from "./clarification.ts";
import { askClarification, type QuestionUpdate } from "./question.ts";
import { declaredOnly } from "../kernel/agent-values.ts";
import { agentRunUpdate } from "../conversation/progress.ts";
import { historyWindow } from "../conversation/history-window.ts";
import { type AnswersClarification, askAbout, modelFailureEntry } from "./asked.graph.ts";
import { type Dialogue, dialogueOf } from "./dialogue.graph.ts";

/** Options of the node that asks the user. */
export interface ClarifyNodeOptions {
  /** Function or model that writes the question, as text or message. Defaults to a question for the missing details. */
  readonly ask?: AnswersClarification;
  /** Node name. Defaults to `clarify`. */
  readonly agent?: string;
  /** Maximum number of messages passed to a model. Defaults to 10. */
  readonly maxHistory?: number;
  /** System prompt of a model. Replaces the default prompt. */
  readonly instructions?: string;
  /** Clock of the node. Defaults to the system clock. */
  readonly clock?: Pick<Clock, "now">;
}

const defaultInstructions = (missing: readonly string[]): string =>
  "Ask the user one short, friendly question, in their language, to get the details needed for their request. " +
  `Missing details: ${missing.join("; ") || "unknown"}. Answer with the question only.`;

/**
 * Creates the node that asks the user and ends the turn. The question is added as a message, and is the final answer of
 * the turn.
 *
 * If the question cannot be written, or is empty, a default question is asked and the failure is added to
 * `control_errors`. Without `ask`, the node uses the question from the decision, or asks for the missing details.
 * Asking does not count as an iteration. A state without the clarification fields throws `agents/missingFields`.
 */
export function clarifyNode<State extends StateDeclaration>(
  state: State,
  options: ClarifyNodeOptions = {},
): GraphNodeOf<State> {
  const { agent = "clarify" } = options;
  const readDialogue = dialogueOf(state, agent);
  return defineNode(state, {
    agent,
    roles: ["root", "runtime"],
    async run(values, { config }) {
      const dialogue = readDialogue(values);
      const run = agentRunUpdate(dialogue, { agent, next: "END", counts: false });
      const update = { ...(await askUser(dialogue, options, config)), ...run };
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- fields of every agent state, checked by the node as it returns
      return declaredOnly(state, update) as NodeAnswer<State, string>;
    },
  });
}

/** Writes the question and returns its update. */
async function askUser(
  dialogue: Dialogue,
  options: ClarifyNodeOptions,
  config: LangGraphRunnableConfig,
): Promise<QuestionUpdate & { readonly control_errors?: ErrorInfo[] }> {
  const { ask, agent = "clarify", maxHistory = 10, clock = systemClock } = options;
  const missing = dialogue.control_missing_context;
  if (ask === undefined) {
    return askClarification(dialogue.execution_final_answer ?? questionFor(missing), { name: agent });
  }
  const result = await askAbout(ask, options.instructions ?? defaultInstructions(missing), {
    messages: historyWindow(dialogue.messages, { max: maxHistory }),
    missing,
    signal: config.signal ?? null,
    config,
  });
  if (result.outcome === "answered") return askClarification(textOf(result.value), { name: agent });
  return {
    ...askClarification(null, { name: agent }),
    control_errors: [modelFailureEntry(agent, result.message, clock.now())],
  };
}

function questionFor(missing: readonly string[]): string | null {
  const named = missing.filter((detail) => detail !== vagueQuery);
  return named.length === 0 ? null : `Could you please tell me more? Missing details: ${named.join("; ")}.`;
}
