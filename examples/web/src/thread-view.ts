import type { ThreadView } from "./api.ts";
import type { TypedAnswer, WebApplication } from "./application.ts";
import type { AskedQuestions } from "./asked-questions.ts";
import { newestOf } from "./newest-checkpoint.ts";
import { questionOf } from "./questions.ts";
import type { RunningTurns } from "./running-turns.ts";
import { shownMessages } from "./shown-messages.ts";

/** A conversation that is read, and what this server knows about it. */
interface Viewed {
  readonly application: WebApplication;
  readonly turns: RunningTurns;
  readonly asked: AskedQuestions;
}

/** Reads a thread for the page: its messages, and its questions with their answers. */
export async function threadView({ application, turns, asked }: Viewed, threadId: string): Promise<ThreadView> {
  const { visible, session } = application;
  const opened = session(threadId);
  // Asked first: a turn that ends while the thread is read is followed again, and not missed.
  const running = turns.follow(threadId) !== null;
  const newest = await newestOf(application, threadId);
  const values = (await opened.state()) ?? {};
  const pending = await opened.pending();
  const messages = visible?.includes("messages") === false ? [] : shownMessages(values);
  const questioned = await asked.of(threadId);
  const isAsking = pending.length === 0 && questioned.asking.includes(messages.at(-1)?.id ?? "");
  return {
    threadId,
    revision: newest.revision,
    messages,
    ...questioned,
    answers: isAsking ? (application.answers?.(values) ?? []).map(labeled) : [],
    questions: pending.map((question) => ({ interruptId: question.id, ...questionOf(application, question) })),
    // A task whose question was answered before its process ended still shows the question.
    unfinished: !running && pending.length === 0 && newest.tasks.length > 0,
    running,
  };
}

const labeled = (answer: string | TypedAnswer): TypedAnswer =>
  typeof answer === "string" ? { label: answer, text: answer } : answer;
