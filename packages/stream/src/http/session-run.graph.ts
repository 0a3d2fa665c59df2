import type { RunAgentInput } from "@ag-ui/core";
import type { StateDeclaration } from "@tidemark/core-state";
import { speakerOf, textOf } from "@tidemark/state-manager";
import { streamResume, streamTurn, type ResumableSession, type TurnSession } from "../events/stream-turn.graph.ts";
import { type StoredThread, threadEvents } from "../events/thread-events.graph.ts";
import type { RunEvent } from "../events/run-events.ts";

/** Session for an AG-UI endpoint, such as the result of `openSession`. */
export interface AgUiSession extends TurnSession<unknown>, ResumableSession<unknown>, StoredThread {}

/** Answer with any JSON value. */
interface AnyAnswer {
  readonly interruptId: string;
  readonly payload?: unknown;
}

interface SessionRunOptions {
  readonly state: StateDeclaration;
  readonly signal: AbortSignal;
  readonly hidden?: readonly string[];
}

/**
 * Returns the reason that an input cannot be run as a turn, or null if it can.
 *
 * @internal
 */
export const turnProblem = ({ resume = [] }: RunAgentInput): string | null =>
  resume.some(({ status }) => status === "cancelled")
    ? "resume: a question cannot be canceled. Answer it, or send a new message, which discards it."
    : null;

/**
 * Runs the input of an AG-UI client as a turn of a session: its answers, or else its new message. An input with neither
 * reports the thread.
 *
 * @internal
 */
export async function* sessionRun(
  open: () => Promise<AgUiSession>,
  input: RunAgentInput,
  options: SessionRunOptions,
): AsyncGenerator<RunEvent, undefined> {
  const { runId, resume = [] } = input;
  const session = await open();
  const answers = resume.map(({ interruptId, payload }: AnyAnswer) => ({ interruptId, answer: payload }));
  if (answers.length > 0) {
    yield* streamResume(session, answers, { ...options, runId });
    return undefined;
  }
  const sent = userMessage(input);
  const known = sent === null ? null : await knownMessage(session, sent.id);
  if (sent === null || known === sent.content) {
    yield* threadEvents(session, { ...options, runId });
    return undefined;
  }
  // A different text with a known id would replace the stored message.
  const message = known === null ? sent : { role: sent.role, content: sent.content };
  yield* streamTurn(session, { messages: [message] }, { ...options, runId });
  return undefined;
}

/** Last message of an input, if the user sent it. Nothing else of the input is added to the thread. */
function userMessage({ messages }: RunAgentInput) {
  const last = messages.at(-1);
  if (last?.role !== "user") return null;
  const content = typeof last.content === "string" ? last.content : textOf(last);
  return { role: "user", id: last.id, content } as const;
}

/** Text of the user's message with this id in the thread. Null if the thread has no such message. */
async function knownMessage(session: StoredThread, id: string): Promise<string | null> {
  const stored: unknown = Reflect.get({ ...(await session.state()) }, "messages");
  const messages: readonly unknown[] = Array.isArray(stored) ? stored : [];
  const found = messages.find((message) => Reflect.get(Object(message), "id") === id);
  return found !== undefined && speakerOf(found) === "user" ? textOf(found) : null;
}
