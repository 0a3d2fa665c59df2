import type { RunAgentInput } from "@ag-ui/core";
import { speakerOf, textOf } from "@tidemark/state-manager";
import { requestsOf } from "@tidemark/state-manager/internal";
import {
  streamResume,
  streamTurn,
  type ResumableSession,
  type TurnAnswer,
  type TurnSession,
} from "../events/stream-turn.graph.ts";
import { unfinishedOf } from "../events/unfinished-messages.graph.ts";
import { type StoredThread, threadEvents } from "../events/thread-events.graph.ts";
import type { RunEvent } from "../events/run-events.ts";
import type { ViewOptions } from "../events/visibility.ts";

/** Session for an AG-UI endpoint, such as the result of `openSession`. */
export interface AgUiSession extends TurnSession<unknown>, ResumableSession<unknown>, StoredThread {}

/** Answer with any JSON value. */
interface AnyAnswer {
  readonly interruptId: string;
  readonly status: string;
  readonly payload?: unknown;
}

interface SessionRunOptions extends ViewOptions {
  readonly signal: AbortSignal;
}

/**
 * Returns the reason that an input cannot be run as a turn, or null if it can. A canceled request for approval is a rejection.
 *
 * @internal
 */
export async function turnProblem({ resume = [] }: RunAgentInput, thread: () => Promise<StoredThread>) {
  const canceled = resume.filter(({ status }) => status === "cancelled");
  if (canceled.length === 0) return null;
  const pending = await (await thread()).pending();
  const isRejected = canceled.every(({ interruptId }) =>
    pending.some((each) => each.id === interruptId && requestsOf(each) !== null),
  );
  return isRejected
    ? null
    : "resume: this question cannot be canceled. Answer it, or send a new message, which discards it.";
}

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
  if (resume.length > 0) {
    yield* streamResume(session, await answersIn(resume, session), { ...options, runId });
    return undefined;
  }
  const sent = userMessage(input);
  const known = sent === null ? null : await knownMessage(session, sent.id);
  if (sent === null || known === sent.content) {
    yield* threadEvents(session, { ...options, runId, streamsUnfinished: true });
    return undefined;
  }
  // A different text with a known id would replace the stored message.
  const message = known === null ? sent : { role: sent.role, content: sent.content };
  const turn: TurnSession<unknown> = {
    ...unfinishedOf(session),
    threadId: session.threadId,
    stream: (given, more) => session.stream(given, { ...more, ...(steers(input) && { onBusy: "steer" }) }),
  };
  yield* streamTurn(turn, { messages: [message] }, { ...options, runId });
  return undefined;
}

/** True for an input whose message is meant for the turn that is running. */
export const steers = ({ forwardedProps }: RunAgentInput): boolean =>
  Reflect.get(Object(forwardedProps), "onBusy") === "steer";

/** Puts a message at its place: clients keep the order of the messages that they have, so they first drop it with what follows. */
export async function* withPlaceOf(
  { id }: { readonly id: string },
  events: AsyncIterable<RunEvent>,
): AsyncGenerator<RunEvent, undefined> {
  for await (const event of events) {
    const at = event.type === "messages_snapshot" ? event.messages.findIndex(({ messageId }) => messageId === id) : -1;
    if (event.type === "messages_snapshot" && at !== -1) yield { ...event, messages: event.messages.slice(0, at) };
    yield event;
  }
  return undefined;
}

/** Answers of an input. A canceled question is answered by rejecting all its requests. */
async function answersIn(resume: readonly AnyAnswer[], session: StoredThread): Promise<readonly TurnAnswer[]> {
  const isCanceled = resume.some(({ status }) => status === "cancelled");
  const pending = isCanceled ? await session.pending() : [];
  return resume.flatMap(({ interruptId, status, payload }): readonly TurnAnswer[] => {
    const question = pending.find(({ id }) => id === interruptId);
    const requests = question === undefined ? null : requestsOf(question);
    if (status !== "cancelled" || question === undefined || requests === null) {
      return [{ interruptId, answer: payload }];
    }
    if (question.kind === "commit") {
      return [{ interruptId, answer: Object.fromEntries(requests.map(({ id }) => [id, false])) }];
    }
    return requests.map(({ id, hash }) => ({ interruptId, answer: { id, decision: "reject", hash } }));
  });
}

/** Last message of an input, if the user sent it. Nothing else of the input is added to the thread. */
export function userMessage({ messages }: RunAgentInput) {
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
