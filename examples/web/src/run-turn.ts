import type { RunAgentInput } from "@ag-ui/core";
import { type RunEvent, streamContinue, streamResume, streamTurn, type StreamTurnOptions } from "tidemark/stream";
import type { AgUiRun } from "tidemark/hono";
import { textOf } from "tidemark/conversation";
import type { WebApplication } from "./application.ts";
import { answersQuestion } from "./questions.ts";
import type { RunningTurns } from "./running-turns.ts";
import { ContinueRequest, FollowRequest } from "./turn-request.ts";

/**
 * Runs a turn in the session of the thread and streams its events. The input must have been validated.
 *
 * The input is an answer to a question, a typed message, or a request to continue an unfinished turn or to follow a running one. A turn
 * goes on when its client leaves. A turn that the session refused ends with `run_failed`, whose code is the outcome of the session.
 */
export function runTurn(
  application: WebApplication,
  turns: RunningTurns,
  input: RunAgentInput,
  { signal }: Pick<AgUiRun<unknown>, "signal">,
): AsyncIterable<RunEvent> {
  const { threadId } = input;
  const isFollow = FollowRequest.safeParse(input.forwardedProps).success;
  const isContinue = ContinueRequest.safeParse(input.forwardedProps).success;
  // Two pages that continue the same turn run it once.
  const running = isFollow || isContinue ? turns.follow(threadId) : null;
  const followed = running ?? turns.start(threadId, (stopping) => turnOf(application, input, stopping));
  return followed(signal);
}

async function* turnOf(
  application: WebApplication,
  input: RunAgentInput,
  signal: AbortSignal,
): AsyncGenerator<RunEvent, undefined> {
  const { state, hidden, clock } = application;
  const { runId, messages, resume = [] } = input;
  const session = application.session(input.threadId);
  const options: StreamTurnOptions = { runId, state, signal, ...(hidden && { hidden }), ...(clock && { clock }) };
  const [answer] = resume;
  if (answer !== undefined) {
    const { interruptId } = answer;
    const payload: unknown = answer.payload;
    yield* streamResume(session, { interruptId, answer: payload }, options);
    return undefined;
  }
  const [message] = messages;
  if (message === undefined) {
    // A turn that was followed has ended meanwhile: the session answers that there is nothing to continue.
    yield* streamContinue(session, options);
    return undefined;
  }
  const text = textOf(message);
  const [waiting] = await session.pending();
  if (waiting !== undefined && answersQuestion(application, text, waiting))
    yield* streamResume(session, { interruptId: waiting.id, answer: text }, options);
  else yield* streamTurn(session, application.input?.(text) ?? text, options);
  return undefined;
}
