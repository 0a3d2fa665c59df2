import type { RunAgentInput } from "@ag-ui/core";
import type { RunEvent } from "@tidemark/agents";
import { streamTurn } from "@tidemark/agents/langgraph";
import { textOf, type TurnResult } from "@tidemark/state-manager";
import type { TurnOptions } from "@tidemark/state-manager/langgraph";
import type { WebApplication, WebSession } from "./application.ts";
import { answersQuestion, refusals } from "./questions.ts";
import { GO_ON } from "./sent.ts";

type Turn = AsyncGenerator<unknown, TurnResult<object>>;
type Begin = (options: TurnOptions) => Turn;

/**
 * Takes a turn in the session of the thread and tells what happens; the input was checked before.
 *
 * A turn that was not taken (the question was answered elsewhere, somebody else has a turn) ends with `run_failed`, whose
 * code is the session's outcome.
 */
export async function* runTurn(
  application: WebApplication,
  input: RunAgentInput,
  signal: AbortSignal,
): AsyncGenerator<RunEvent, undefined> {
  const { state, hidden, clock } = application;
  const session = application.session(input.threadId);
  const begin = await chooseTurn(application, session, input);
  const turn = streamTurn({ threadId: input.threadId, stream: (_, options = {}) => begin(options) }, "", {
    runId: input.runId,
    state,
    signal,
    ...(hidden && { hidden }),
    ...(clock && { clock }),
  });
  try {
    let end: RunEvent | null = null;
    for (let next = await turn.next(); ; next = await turn.next()) {
      if (next.done === true) {
        if (end !== null) yield endOf(end, next.value);
        return undefined;
      }
      // The result, which comes after the end, says whether the turn was taken at all.
      if (next.value.type === "run_finished") end = next.value;
      else yield next.value;
    }
  } finally {
    await turn.return(null);
  }
}

function endOf(end: RunEvent, result: TurnResult<object> | null): RunEvent {
  if (end.type !== "run_finished" || end.outcome === "cancelled") return end;
  const outcome = result?.outcome ?? "done";
  if (outcome === "done" || outcome === "interrupted") return end;
  const { outcome: _, interrupts: __, ...base } = end;
  return { ...base, type: "run_failed", message: refusals[outcome] ?? "The turn was not taken.", code: outcome };
}

/** An answer by the id of its question, the rest of a turn that was broken off, or something that a person typed. */
async function chooseTurn(
  application: WebApplication,
  session: WebSession,
  { messages, resume = [], forwardedProps }: RunAgentInput,
): Promise<Begin> {
  const [answer] = resume;
  if (answer !== undefined) {
    const { interruptId } = answer;
    const payload: unknown = answer.payload;
    return (options) => session.streamResume(interruptId, payload, options);
  }
  if (GO_ON.safeParse(forwardedProps).success) return (options) => session.streamContinue(options);
  const text = textOf(messages.at(-1));
  const [waiting] = await session.pending();
  if (waiting !== undefined && answersQuestion(application, text, waiting))
    return (options) => session.streamResume(waiting.id, text, options);
  return (options) => session.stream(application.input?.(text) ?? text, options);
}
