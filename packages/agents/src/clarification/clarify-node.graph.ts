import type { LangGraphRunnableConfig } from "@langchain/langgraph";
import type { ErrorInfo } from "@tidemark/core-state/internal";
import type { StateDeclaration } from "@tidemark/core-state";
import { type Clock, systemClock, textOf } from "@tidemark/state-manager";
import { defineNode, type GraphNodeOf } from "@tidemark/state-manager/langgraph";
import { type NodeAnswer } from "@tidemark/state-manager/internal/langgraph";
import { vagueQuery } from "./clarification.ts";
import { askClarification, type QuestionUpdate } from "./question.ts";
import { declaredOnly } from "../kernel/agent-values.ts";
import { agentRan } from "../conversation/progress.ts";
import { historyWindow } from "../conversation/history-window.ts";
import { type AnswersClarification, askAbout, notedFailure } from "./asked.graph.ts";
import { type Dialogue, dialogueOf } from "./dialogue.graph.ts";

/** Who words the question. */
export interface ClarifyNodeOptions {
  /** A function or a model that gives the question, as text or message; without it, what is missing is asked for. */
  readonly ask?: AnswersClarification;
  /** The node's own name; `clarify` when not said. */
  readonly agent?: string;
  /** How many messages a model sees; 10 when not said. */
  readonly maxHistory?: number;
  /** The system prompt of a model, in place of the usual one. */
  readonly instructions?: string;
  readonly clock?: Pick<Clock, "now">;
}

const usualInstructions = (missing: readonly string[]): string =>
  "Ask the user one short, friendly question, in their language, so that their request can be worked on. " +
  `What is missing: ${missing.join("; ") || "not known"}. Answer with the question alone.`;

/**
 * Makes the node that asks the user and ends the turn: the question is the message, and the answer of this turn.
 *
 * A question that cannot be made, or is empty, becomes the plain one; the failure is noted in `control_errors`. Without `ask`,
 * the question is the one that the decision brought along, or else asks for what is missing. Asking does not count as an
 * iteration. A state without the fields of clarification throws `agents/missingFields`.
 */
export function clarifyNode<State extends StateDeclaration>(
  state: State,
  options: ClarifyNodeOptions = {},
): GraphNodeOf<State> {
  const { agent = "clarify" } = options;
  const look = dialogueOf(state, agent);
  return defineNode(state, {
    agent,
    roles: ["root", "runtime"],
    async run(values, { config }) {
      const dialogue = look(values);
      const ran = agentRan(dialogue, { agent, next: "END", counts: false });
      const update = { ...(await askUser(dialogue, options, config)), ...ran };
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- fields of every agent state, checked by the node as it returns
      return declaredOnly(state, update) as NodeAnswer<State, string>;
    },
  });
}

/** Words the question, and gives the update that asks it. */
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
  const said = await askAbout(ask, options.instructions ?? usualInstructions(missing), {
    messages: historyWindow(dialogue.messages, { max: maxHistory }),
    missing,
    signal: config.signal ?? null,
    config,
  });
  if (said.outcome === "said") return askClarification(textOf(said.value), { name: agent });
  return {
    ...askClarification(null, { name: agent }),
    control_errors: [notedFailure(agent, said.message, clock.now())],
  };
}

function questionFor(missing: readonly string[]): string | null {
  const named = missing.filter((each) => each !== vagueQuery);
  return named.length === 0 ? null : `Could you please tell me more? What is missing: ${named.join("; ")}.`;
}
