import type { RunAgentInput } from "@ag-ui/core";
import type { StateDeclaration } from "@tidemark/core-state";
import { speakerOf, textOf } from "@tidemark/state-manager";
import { streamResume, streamTurn, type ResumableSession, type TurnSession } from "../events/stream-turn.graph.ts";
import { type StoredThread, threadEvents } from "../events/thread-events.graph.ts";
import type { RunEvent } from "../events/run-events.ts";

/** A session as an AG-UI endpoint uses it; `openSession` gives one. */
export interface AgUiSession extends TurnSession<unknown>, ResumableSession<unknown>, StoredThread {}

/** An answer may be any JSON. */
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
 * Says why an input cannot be run as a turn; null when it can.
 *
 * @internal
 */
export const turnProblem = ({ resume = [] }: RunAgentInput): string | null =>
  resume.some(({ status }) => status === "cancelled")
    ? "resume: a question cannot be cancelled. Answer it, or send a new message, which drops it."
    : null;

/**
 * Runs what an AG-UI client sent as a turn of a session: its answers, else its new message. Without either it reports the
 * thread.
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
  // Another text under a known id would replace what was said before.
  const message = known === null ? sent : { role: sent.role, content: sent.content };
  yield* streamTurn(session, { messages: [message] }, { ...options, runId });
  return undefined;
}

/** The newest message of an input, when the user sent it. Nothing else of the input enters the thread. */
function userMessage({ messages }: RunAgentInput) {
  const last = messages.at(-1);
  if (last?.role !== "user") return null;
  const content = typeof last.content === "string" ? last.content : textOf(last);
  return { role: "user", id: last.id, content } as const;
}

/** What the user said under this id in the thread; null when the thread has no such message. */
async function knownMessage(session: StoredThread, id: string): Promise<string | null> {
  const stored: unknown = Reflect.get({ ...(await session.state()) }, "messages");
  const messages: readonly unknown[] = Array.isArray(stored) ? stored : [];
  const found = messages.find((each) => Reflect.get(Object(each), "id") === id);
  return found !== undefined && speakerOf(found) === "user" ? textOf(found) : null;
}
