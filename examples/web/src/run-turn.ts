import type { RunAgentInput } from "@ag-ui/core";
import { type RunEvent, streamContinue, streamResume, streamTurn, type StreamTurnOptions } from "tidemark/stream";
import type { AgUiRun } from "tidemark/hono";
import { textOf } from "tidemark/conversation";
import type { WebApplication } from "./application.ts";
import { answersQuestion } from "./questions.ts";
import { ContinueRequest } from "./turn-request.ts";

/**
 * Runs a turn in the session of the thread and streams its events. The input must have been validated.
 *
 * The input is an answer to a question, a request to continue an unfinished turn, or a typed message. A turn that the session
 * refused ends with `run_failed`, whose code is the outcome of the session.
 */
export async function* runTurn(
  application: WebApplication,
  input: RunAgentInput,
  { signal }: Pick<AgUiRun<unknown>, "signal">,
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
  if (ContinueRequest.safeParse(input.forwardedProps).success) {
    yield* streamContinue(session, options);
    return undefined;
  }
  const text = textOf(messages.at(-1));
  const [waiting] = await session.pending();
  if (waiting !== undefined && answersQuestion(application, text, waiting))
    yield* streamResume(session, { interruptId: waiting.id, answer: text }, options);
  else yield* streamTurn(session, application.input?.(text) ?? text, options);
  return undefined;
}
