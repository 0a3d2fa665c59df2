import type { StateDeclaration, ChatMessageInput } from "@tidemark/core-state";
import type { SeedStateUpdate } from "@tidemark/core-state/internal";
import { finishTasks, systemClock } from "@tidemark/state-manager";
import type { GraphNodeOf } from "@tidemark/state-manager/langgraph";
import { type AgentValues, declaredOnly } from "../kernel/agent-values.ts";
import { epochSecondsOf } from "../kernel/clock.ts";
import { answeredCallOf, messageIdOf, toolCallsOf } from "../conversation/messages.ts";
import { type Guards, REFUSED, refusalOf, refusalText } from "../guardrails/guards.graph.ts";
import { messagesOfTurn } from "../guardrails/turn-messages.graph.ts";
import { wordsOf } from "../guardrails/words.ts";
import { turnEndUpdate } from "../limits/deadline.ts";
import { guardedNode, type GuardOptions } from "../run/guarded.graph.ts";
import { updateResult } from "../run/joined-result.graph.ts";

/** Name of the node that checks a turn before anything else runs. */
export const TURN_GUARD_NODE = "turn_guard";

/**
 * Creates the node that runs the guardrails before a turn. A refusal is the answer of the turn, which ends here.
 *
 * A guardrail that fails refuses, so this node fails only when the run is stopped.
 */
export function turnGuardNode<State extends StateDeclaration>(
  state: State,
  guards: Guards,
  given: GuardOptions,
): GraphNodeOf<State> {
  // The refusal is its own text.
  const options = { ...given, answers: undefined };
  const { clock = systemClock, runs } = options;
  return guardedNode(
    state,
    {
      name: TURN_GUARD_NODE,
      builtIn: {},
      step: null,
      begin({ values: inGraph, config, signal, startedAt }) {
        // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- every field of it is optional
        const values = inGraph as AgentValues;
        const started =
          (values.execution_start_time ?? null) === null ? { execution_start_time: epochSecondsOf(startedAt) } : {};
        return {
          async run(): Promise<SeedStateUpdate> {
            const messages = await messagesOfTurn(values, config);
            const words = messages.map(wordsOf);
            const text = words.flatMap(({ texts }) => texts.filter((each) => each !== "")).join("\n\n");
            const unread = words.flatMap((each) => each.unread);
            const { verdict, audit } = await guards.turn({ text, unread }, { values, config, signal });
            const recorded = audit.length > 0 ? { runtime_audit_log: audit } : {};
            if (verdict === null) return { ...started, ...recorded };
            runs?.leave(config);
            const answer = refusalText("turn", verdict);
            const open = (values.task_ledger ?? [])
              .filter(({ status }) => status === "in_progress")
              .map(({ taskId }) => taskId);
            return {
              ...started,
              ...recorded,
              messages: [...placeholdersOf(messages, values), { role: "assistant", content: answer }],
              execution_final_answer: answer,
              control_refusal: refusalOf("turn", verdict),
              control_workflow_status: "completed",
              ...turnEndUpdate({ ...values, ...started }, clock.now()),
              ...finishTasks(values, { succeeded: [], failed: open }).changes,
            };
          },
          // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the update above
          complete: (update) => updateResult(declaredOnly(state, update as SeedStateUpdate)),
        };
      },
    },
    options,
  );
}

/**
 * What replaces the refused messages. LangGraph replaces a message by one with the same id; nothing else of it is kept.
 *
 * A result of a tool stays one if it answers a call of an earlier message: providers reject a call without its result.
 */
function placeholdersOf(refused: readonly unknown[], { messages = [] }: AgentValues): ChatMessageInput[] {
  const calls = new Set(
    messages
      .filter((each) => !refused.includes(each))
      .flatMap(toolCallsOf)
      .map((call) => call.id),
  );
  return refused.flatMap((message) => {
    const id = messageIdOf(message);
    if (id === null) return [];
    const call = answeredCallOf(message);
    const isResult = call !== null && calls.has(call);
    const role = isResult ? "tool" : "user";
    return [{ role, content: REFUSED, id, ...(isResult && { tool_call_id: call }) }];
  });
}
