import type { StateDeclaration } from "@tidemark/core-state";
import { type Clock, systemClock } from "@tidemark/state-manager";
import { defineNode, type GraphNodeOf } from "@tidemark/state-manager/langgraph";
import { type NodeAnswer } from "@tidemark/state-manager/internal/langgraph";
import { decideClarification, proceedWithoutModel } from "./clarification.ts";
import { modelLoader, type ModelSource } from "../models/model-source.graph.ts";
import { ClarificationVerdict, readVerdict } from "./verdict.ts";
import { declaredOnly } from "../kernel/agent-values.ts";
import { agentRunUpdate } from "../conversation/progress.ts";
import { historyWindow } from "../conversation/history-window.ts";
import { type AnswersClarification, askAbout, modelFailureEntry } from "./asked.graph.ts";
import { dialogueOf } from "./dialogue.graph.ts";

/** Options of the node that decides whether to ask the user. */
export interface ClarificationRouterOptions {
  /**
   * Function or model whose answer `readVerdict` can read, such as `model.withStructuredOutput(ClarificationVerdict)`.
   */
  readonly decide: AnswersClarification;
  /** A model, or its name such as `"openai:gpt-5-mini"`, that decides instead of `decide`. Defaults to none. */
  readonly model?: ModelSource | undefined;
  /** Node that does the work. */
  readonly proceed: string;
  /** Node that asks the user. Defaults to `clarify`. */
  readonly clarify?: string;
  /** Node name. Defaults to `orchestrator`. */
  readonly agent?: string;
  /** Maximum number of questions between two answers. Defaults to 2. */
  readonly maxClarifications?: number;
  /** Maximum number of messages passed to the model. Defaults to 10. */
  readonly maxHistory?: number;
  /** System prompt of a model. Replaces the default prompt. */
  readonly instructions?: string;
  /** Clock of the node. Defaults to the system clock. */
  readonly clock?: Pick<Clock, "now">;
}

const defaultInstructions =
  "Decide whether the user's last message can be worked on as it is. Answer with one word first: RESEARCH when it can, " +
  "CLARIFICATION when no answer is possible without a missing detail; then a colon and the missing detail, in a few words.";

/**
 * Creates the node that decides whether to ask the user first, and writes the next node to `control_next_agent`. Add
 * `routeToNextAgent` as its conditional edge.
 *
 * See `decideClarification` for the rules. The model is not called when the user has just answered a question, or when
 * the maximum number of questions was reached. A failing model is recorded in `control_errors` and the work continues.
 * The model sees only the last messages; the state keeps all of them. The node counts as an iteration in
 * `control_iteration` and becomes `control_last_agent`. A state without `fieldGroups.clarification` throws
 * `agents/missingFields`.
 *
 * @example
 * ```ts
 * import { START, END, MemorySaver, StateGraph } from "@langchain/langgraph";
 * import { AgentState, extendState, fieldGroups, toStateSchema, turnStart } from "tidemark";
 * import { clarificationRouter, clarifyNode, routeToNextAgent } from "tidemark/agents";
 *
 * const DeskState = extendState(AgentState, { version: 1, fields: fieldGroups.clarification });
 * const graph = new StateGraph(toStateSchema(DeskState))
 *   .addNode("turn_start", turnStart(DeskState))
 *   .addNode("orchestrator", clarificationRouter(DeskState, { decide: () => "CLARIFICATION: the topic", proceed: "research" }))
 *   .addNode("clarify", clarifyNode(DeskState, { ask: ({ missing }) => `Please name ${missing.join(", ")}.` }))
 *   .addNode("research", ({ messages }) => ({ messages: [{ role: "assistant", content: `${messages.length} messages read.` }] }))
 *   .addEdge(START, "turn_start")
 *   .addEdge("turn_start", "orchestrator")
 *   .addConditionalEdges("orchestrator", routeToNextAgent(["clarify", "research"]), ["clarify", "research", END])
 *   .addEdge("clarify", END)
 *   .addEdge("research", END)
 *   .compile({ checkpointer: new MemorySaver() });
 *
 * const config = { configurable: { thread_id: "ann" } };
 * for (const content of ["Tell me about it", "The Nile"]) {
 *   const { messages } = await graph.invoke({ messages: [{ role: "user", content }] }, config);
 *   console.log(messages.at(-1)?.text);
 *   // Please name the topic.
 *   // 3 messages read.
 * }
 * ```
 */
export function clarificationRouter<State extends StateDeclaration>(
  state: State,
  options: ClarificationRouterOptions,
): GraphNodeOf<State> {
  const { agent = "orchestrator", clarify = "clarify", proceed, maxHistory = 10, clock = systemClock } = options;
  const readDialogue = dialogueOf(state, agent);
  const decide = options.model === undefined ? options.decide : modelDecides(options.model);
  const bound = { maxClarifications: options.maxClarifications ?? 2 };
  return defineNode(state, {
    agent,
    roles: ["root", "runtime"],
    async run(values, { config }) {
      const dialogue = readDialogue(values);
      let decision: ReturnType<typeof decideClarification> | null = proceedWithoutModel(dialogue, bound);
      let extra: object = {};
      if (decision === null) {
        const result = await askAbout(decide, options.instructions ?? defaultInstructions, {
          messages: historyWindow(dialogue.messages, { max: maxHistory }),
          missing: dialogue.control_missing_context,
          signal: config.signal ?? null,
          config,
        });
        const verdict = result.outcome === "answered" ? readVerdict(result.value) : ({ verdict: "failed" } as const);
        decision = decideClarification(dialogue, verdict, bound);
        if (result.outcome === "failed") {
          extra = { control_errors: [modelFailureEntry(agent, result.message, clock.now())] };
        }
      }
      const next = decision.outcome === "clarify" ? clarify : proceed;
      if (decision.outcome === "clarify" && decision.question !== null) {
        // The decision already contains the question for the clarify node.
        extra = { execution_final_answer: decision.question };
      }
      const update = { ...decision.update, ...extra, ...agentRunUpdate(dialogue, { agent, next }) };
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- fields of every agent state, checked by the node as it returns
      return declaredOnly(state, update) as NodeAnswer<State, string>;
    },
  });
}

/** Lets a model decide. It is loaded when it is first asked. */
function modelDecides(source: ModelSource): AnswersClarification {
  const load = modelLoader(source);
  return {
    async invoke(messages, config) {
      const model = await load?.();
      return await model?.withStructuredOutput(ClarificationVerdict).invoke(messages, config);
    },
  };
}
