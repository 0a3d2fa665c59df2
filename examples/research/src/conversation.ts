import { streamTurn } from "tidemark/stream";
import { AgentEvent } from "tidemark/schemas";
import { type Clock, openSession, type ThreadLocks } from "tidemark";
import { speakerOf, textOf } from "tidemark/conversation";
import type { Place } from "./domain/evidence.ts";
import type { ResearchGraph } from "./graph.ts";
import { type ResearchValue } from "./state.ts";

/** How a turn ended. */
export interface TurnResult {
  readonly type: "result";
  /** `notContained`: the documents do not say. `refused`: the turn was not taken, or broke off. */
  readonly outcome: "answered" | "notContained" | "clarification" | "failed" | "refused";
  readonly message: string;
  /** How well founded the answer is, from 0 to 1; null for a question back. */
  readonly confidence: number | null;
  /** Where the numbers in the message lead, in order. */
  readonly sources: readonly Place[];
  readonly thread: string;
}

/** What a turn tells while it works, and at the end, once, the result. */
export type ConversationEvent = AgentEvent | TurnResult;

/** One conversation on one thread; everything it knows is in the checkpoints, so any process can go on with it. */
export interface Conversation {
  ask(question: string, signal?: AbortSignal): AsyncGenerator<ConversationEvent, TurnResult>;
  /** What was said, oldest first. */
  history(): Promise<readonly { readonly speaker: "user" | "assistant"; readonly text: string }[]>;
}

/** Whose conversation it is. */
export interface ConversationOptions {
  readonly thread: string;
  readonly locks: ThreadLocks;
  readonly clock: Clock;
}

/** What is longer is no question. */
const LONGEST_QUESTION = 4000;

/** Opens a conversation on a compiled research assistant. */
export function openConversation(graph: ResearchGraph, options: ConversationOptions): Conversation {
  const { thread, locks, clock } = options;
  const session = openSession({ graph, threadId: thread, locks, clock });

  async function* ask(question: string, signal?: AbortSignal): AsyncGenerator<ConversationEvent, TurnResult> {
    if (question.length > LONGEST_QUESTION) {
      const result = refused(`it is longer than ${LONGEST_QUESTION} characters`, thread);
      yield result;
      return result;
    }
    const turn = streamTurn(session, question, { clock, ...(signal && { signal }) });
    let failure = "it broke off";
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
      const done = value.outcome === "done" || value.outcome === "interrupted";
      const result = done ? resultOf(value.state, thread) : refused(value.outcome, thread);
      yield result;
      return result;
    }
  }

  return {
    ask,
    async history() {
      const state = await session.state();
      return (state?.messages ?? []).flatMap((message) => {
        const speaker = speakerOf(message);
        const said = (speaker === "user" || speaker === "assistant") && message.name !== "research";
        return said ? [{ speaker, text: textOf(message) }] : [];
      });
    },
  };
}

function resultOf(state: ResearchValue, thread: string): TurnResult {
  const { execution_final_answer: message, research_sources: sources } = state;
  const shown = { type: "result", message: message ?? "", sources, thread } as const;
  if (state.control_workflow_status === "awaiting_user")
    return { ...shown, outcome: "clarification", confidence: null };
  const confidence = state.execution_confidence_score ?? 0;
  if (state.control_workflow_status !== "completed") return { ...shown, outcome: "failed", confidence };
  return { ...shown, outcome: sources.length === 0 ? "notContained" : "answered", confidence };
}

const refused = (why: string, thread: string): TurnResult => ({
  type: "result",
  outcome: "refused",
  message: why === "aborted" ? "The question was dropped." : `The question could not be taken: ${why}.`,
  confidence: null,
  sources: [],
  thread,
});
