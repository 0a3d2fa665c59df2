import type { PendingInterrupt, TurnOptions, TurnResult } from "tidemark";
import { type RunEvent, streamTurn } from "tidemark/stream";
import { z } from "zod";
import type { Result, TerminalApplication } from "./application.ts";
import { answerOf, questionOf } from "./questions.ts";

/** A turn: its events, then its result. */
export type Turn<Details extends object = object> = AsyncGenerator<RunEvent, Result<Details>>;

/** A conversation on one thread. All of it is in the checkpoints, so any process can continue it. */
export interface Conversation<Details extends object = object> {
  /** Returns the open question, even if another process asked it; null without one. */
  pending(): Promise<Result<Details> | null>;
  /** Sends typed text: the answer to the open question, or a new turn. */
  send(text: string, signal?: AbortSignal): Turn<Details>;
  /** Answers the open question with the answer of a choice, or with typed text. */
  answer(answer: unknown, signal?: AbortSignal): Turn<Details>;
  /** True when a turn neither ended nor waits for an answer, because its process stopped. */
  interrupted(): Promise<boolean>;
  /** Continues an interrupted turn from its last completed step. */
  continueTurn(signal?: AbortSignal): Turn<Details>;
}

/** Maximum length of a message, in characters. */
const MAX_LENGTH = 4000;

/** Opens the conversation of an application; this alone runs nothing. */
export function openConversation<State extends object, Details extends object>(
  application: TerminalApplication<State, Details>,
  thread: string = application.thread,
): Conversation<Details> {
  const { graph, clock } = application;
  const session = application.session(thread);

  function result(state: Partial<State>, standard: Pick<Result, "outcome" | "message" | "question">): Result<Details> {
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- an application without details has none in its type
    const details = (application.details?.(state) ?? {}) as Details;
    const { outcome } = standard.outcome === "answered" ? { ...standard, ...details } : standard;
    return { ...details, ...standard, outcome, type: "result", thread };
  }

  const failed = (message: string) => result({}, { outcome: "failed", message, question: null });

  function shown(state: Partial<State>, [waiting]: readonly PendingInterrupt[] = []): Result<Details> {
    const question = waiting === undefined ? null : questionOf(application, waiting);
    if (question !== null) return result(state, { outcome: "approval", message: question.text, question });
    const { execution_final_answer: message, control_workflow_status: status } = Ended.parse(state);
    const outcome = status === "failed" ? "failed" : status === "awaiting_user" ? "clarification" : "answered";
    return result(state, { outcome, message: message ?? "", question });
  }

  const stored = async () => shown((await session.state()) ?? {}, await session.pending());

  /** The result of this turn; when there was nothing to do, the one that is stored. */
  async function resultAfter(ended: TurnResult<State>, failure: string): Promise<Result<Details>> {
    if (ended.outcome === "done") return shown(ended.state);
    if (ended.outcome === "interrupted") return shown(ended.state, ended.interrupts);
    if (ended.outcome === "nothingToContinue") return stored();
    if (ended.outcome !== "alreadyResolved" && ended.outcome !== "abandoned") return failed(failure);
    // The first of two answers to a question counts.
    const now = await stored();
    return now.question === null
      ? { ...now, message: `This was already decided in another session. ${now.message}` }
      : now;
  }

  async function* run(
    begin: (options?: TurnOptions) => AsyncGenerator<unknown, TurnResult<State>>,
    signal?: AbortSignal,
  ): Turn<Details> {
    const errors: Error[] = [];
    // Events say only that something went wrong.
    async function* stream(_: unknown, options?: TurnOptions): AsyncGenerator<unknown, TurnResult<State>> {
      try {
        return yield* begin(options);
      } catch (error) {
        if (error instanceof Error) errors.push(error);
        throw error;
      }
    }
    const turn = streamTurn({ threadId: thread, stream }, "", { ...(clock && { clock }), ...(signal && { signal }) });
    let failure = "The turn did not finish.";
    try {
      let next = await turn.next();
      for (; next.done !== true; next = await turn.next()) {
        if (next.value.type === "run_failed") failure = next.value.message;
        yield next.value;
      }
      if (signal?.aborted === true) return failed("The turn was stopped before it finished.");
      if (next.value !== null) return await resultAfter(next.value, failure);
      throw errors[0] ?? new Error(failure);
    } finally {
      await turn.return(null);
    }
  }

  return {
    async pending() {
      const now = await stored();
      return now.question === null ? null : now;
    },
    async *send(text, signal) {
      if (text.length > MAX_LENGTH) return failed(`The message is longer than ${MAX_LENGTH} characters.`);
      const [waiting] = await session.pending();
      const answer = waiting === undefined ? null : answerOf(application, text, waiting);
      return yield* run(
        (options) =>
          waiting === undefined || answer === null
            ? session.stream(application.input?.(text) ?? text, options)
            : session.streamResume(waiting.id, answer, options),
        signal,
      );
    },
    async *answer(answer, signal) {
      const [waiting] = await session.pending();
      // Without an open question, another process may be answering it right now: wait for that turn.
      return yield* run(
        (options) =>
          waiting === undefined ? session.streamContinue(options) : session.streamResume(waiting.id, answer, options),
        signal,
      );
    },
    async interrupted() {
      // `next` does not work here: it omits a task whose result is stored without its checkpoint.
      const { tasks } = await graph.getState({ configurable: { thread_id: thread } });
      // A task whose question was answered before its process ended still shows the question.
      return tasks.length > 0 && (await session.pending()).length === 0;
    },
    continueTurn: (signal) => run((options) => session.streamContinue(options), signal),
  };
}

/** Runs a turn to its end. */
export async function resultOf<Details extends object>(turn: Turn<Details>): Promise<Result<Details>> {
  for (;;) {
    const next = await turn.next();
    if (next.done === true) return next.value;
  }
}

/** Fields of `AgentState` that say how a turn ended. */
const Ended = z.looseObject({
  execution_final_answer: z.string().nullish(),
  control_workflow_status: z.string().optional(),
});
