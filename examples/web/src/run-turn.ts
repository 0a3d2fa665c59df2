import type { RunAgentInput } from "@ag-ui/core";
import { type RunEvent, streamContinue, streamResume, streamTurn, type StreamTurnOptions } from "tidemark/stream";
import type { AgUiRun } from "tidemark/hono";
import { textOf } from "tidemark/conversation";
import type { WebApplication, WebSession } from "./application.ts";
import { answerOf } from "./questions.ts";
import type { RunningTurns } from "./running-turns.ts";
import { type TurnWork, turnOnWorkers } from "./turn-on-workers.ts";
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
  const { state, visible, clock } = application;
  const { runId, messages, resume = [] } = input;
  const session = application.session(input.threadId);
  const options: StreamTurnOptions = { runId, state, signal, ...(visible && { visible }), ...(clock && { clock }) };
  const work = await workOf(application, session, { message: messages[0], answer: resume[0] });
  const { workers } = application;
  if (workers !== undefined) yield* turnOnWorkers(workers, work, { threadId: input.threadId, runId, signal });
  // A turn that was followed has ended meanwhile: the session answers that there is nothing to continue.
  else if (work === null) yield* streamContinue(session, options);
  else if ("input" in work) yield* streamTurn(session, work.input, options);
  else yield* streamResume(session, work, options);
  return undefined;
}

/** Work that a request asks for. */
async function workOf(
  application: WebApplication,
  session: WebSession,
  { message, answer }: { readonly message?: Message | undefined; readonly answer?: ResumeEntry | undefined },
): Promise<TurnWork> {
  if (answer !== undefined) {
    const payload: unknown = answer.payload;
    return { interruptId: answer.interruptId, answer: payload };
  }
  if (message === undefined) return null;
  const text = textOf(message);
  const [waiting] = await session.pending();
  const given = waiting === undefined ? null : answerOf(application, text, waiting);
  return waiting !== undefined && given !== null
    ? { interruptId: waiting.id, answer: given }
    : { input: application.input?.(text) ?? text };
}

type Message = RunAgentInput["messages"][number];
type ResumeEntry = NonNullable<RunAgentInput["resume"]>[number];
