import { streamTurn } from "tidemark/stream";
import { AgentEvent } from "tidemark/schemas";
import { type Clock, openSession } from "tidemark";
import { utterancesIn } from "./agents/utterances.ts";
import type { Place } from "./domain/evidence.ts";
import type { Utterance } from "./domain/question.ts";
import type { ResearchGraph } from "./graph.ts";
import { type ResearchValue } from "./state.ts";

/** Result of a turn. */
export interface TurnResult {
  readonly type: "result";
  /** `notContained`: the documents contain no answer. `refused`: the turn did not start, or did not finish. */
  readonly outcome: "answered" | "notContained" | "clarification" | "failed" | "refused";
  readonly message: string;
  /** Probability that the first source is correct, from 0 to 1; null for a clarification, and for an answer of a model. */
  readonly confidence: number | null;
  /** Places in the message, in the order of their numbers: the cited ones, or the closest ones without an answer. */
  readonly sources: readonly Place[];
  readonly thread: string;
}

/** Events of a turn. The last one is the result. */
export type ConversationEvent = AgentEvent | TurnResult;

/** A conversation on one thread. All of its state is in the checkpoints, so any process can continue it. */
export interface Conversation {
  /** Asks a question and streams the events of the turn. */
  ask(question: string, signal?: AbortSignal): AsyncGenerator<ConversationEvent, TurnResult>;
  /** Returns the messages of the user and the assistant, oldest first. */
  history(): Promise<readonly Utterance[]>;
}

/** Longest accepted question, in characters. */
const MAX_QUESTION_LENGTH = 4000;

/** Opens a conversation on a compiled research assistant. */
export function openConversation(
  graph: ResearchGraph,
  { thread, clock }: { readonly thread: string; readonly clock: Clock },
): Conversation {
  const session = openSession({ graph, threadId: thread, clock });

  async function* ask(question: string, signal?: AbortSignal): AsyncGenerator<ConversationEvent, TurnResult> {
    if (question.length > MAX_QUESTION_LENGTH) {
      const result = refusal(`The question is longer than ${MAX_QUESTION_LENGTH} characters.`, thread);
      yield result;
      return result;
    }
    const turn = streamTurn(session, question, { clock, ...(signal && { signal }) });
    let failure = "The turn did not finish.";
    for (;;) {
      const next = await turn.next();
      if (next.done !== true) {
        if (next.value.type === "run_failed") failure = next.value.message;
        const event = AgentEvent.safeParse(next.value);
        if (event.success) yield event.data;
        continue;
      }
      const { value } = next;
      if (value === null) throw new Error(failure);
      const hasState = value.outcome === "done" || value.outcome === "interrupted";
      const result = hasState
        ? resultOf(value.state, thread)
        : refusal(refusalMessages[value.outcome] ?? "The question could not be answered. Ask it again.", thread);
      yield result;
      return result;
    }
  }

  return {
    ask,
    history: async () => utterancesIn((await session.state())?.messages ?? []),
  };
}

function resultOf(state: ResearchValue, thread: string): TurnResult {
  const { execution_final_answer: message, research_sources: sources, control_workflow_status: status } = state;
  const outcome = status === "awaiting_user" ? "clarification" : (state.research_outcome ?? "failed");
  const confidence = outcome === "clarification" ? null : outcome === "failed" ? 0 : state.execution_confidence_score;
  return { type: "result", outcome, message: message ?? "", confidence, sources, thread };
}

const refusalMessages: Readonly<Record<string, string>> = {
  aborted: "The question was canceled.",
  busy: "Another process is using this conversation. Ask again later.",
};

const refusal = (message: string, thread: string): TurnResult => ({
  type: "result",
  outcome: "refused",
  message,
  confidence: null,
  sources: [],
  thread,
});
