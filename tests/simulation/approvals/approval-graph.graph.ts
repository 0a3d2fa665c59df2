import { END, START, StateGraph } from "@langchain/langgraph";
import { extendState, fieldGroups } from "@tidemark/core-state";
import { toStateSchema } from "@tidemark/core-state/langgraph";
import { defineNode, turnStart } from "@tidemark/state-manager/langgraph";
import { approvalSteps } from "@tidemark/agents/langgraph";
import { Conversation, type Surrounded } from "../world-state.ts";
import { mayDecide, SIGNATURES } from "./decisions.ts";

/** State of conversations whose payments people approve. */
export const Approving = extendState(Conversation, {
  version: 1,
  fields: { ...fieldGroups.session, execution_pending_approvals: fieldGroups.questions.execution_pending_approvals },
});

/** Compiles the graph of conversations in which a message with `?` asks for two approvals, of people who did not send it. */
export function approvalGraph(surroundings: () => Surrounded) {
  const work = defineNode(Approving, {
    agent: "secretary",
    run: async ({ sim_text: text }, { config, idempotencyKey }) => {
      const threadId = String(config.configurable?.["thread_id"]);
      surroundings().begun(threadId, text);
      await surroundings().effect(`${threadId}/${text} prepared`, idempotencyKey);
      return {};
    },
  });
  const payment = approvalSteps(Approving, {
    name: "payment",
    request: ({ sim_text: text }) => (text.includes("?") ? { text: `Pay for ${text}`, payload: { text } } : null),
    approve: { by: ({ user }) => mayDecide(user), signatures: SIGNATURES, notRequester: true },
    effect: async ({ request, payload, key, config }) => {
      const threadId = String(config.configurable?.["thread_id"]);
      surroundings().paying(threadId, request, key);
      await surroundings().effect(`${threadId}/${String(payload["text"])} approved`, key);
    },
    next: "note",
  });
  const note = defineNode(Approving, { agent: "root", run: ({ sim_text: text }) => ({ sim_log: [text] }) });
  const graph = new StateGraph(toStateSchema(Approving))
    .addNode("turn_start", turnStart(Approving))
    .addNode("work", work)
    .addNode(payment)
    .addNode("note", note)
    .addEdge(START, "turn_start")
    .addEdge("turn_start", "work")
    .addEdge("work", "payment")
    .addEdge("note", END);
  return graph.compile();
}
