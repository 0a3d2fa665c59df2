import type { Context } from "hono";
import { streamSSE } from "hono/streaming";
import type { ThreadChange, ThreadView } from "./api.ts";
import type { TypedAnswer, WebApplication } from "./application.ts";
import type { AskedQuestions } from "./asked-questions.ts";
import type { RunningTurns } from "./page-session.ts";
import { questionOf } from "./questions.ts";
import { askingPlace } from "./stored-texts.ts";
import { textsIn } from "./texts.ts";

/** Newest state of a thread, reduced to what tells whether it changed or is unfinished. */
export interface Newest {
  /** Changes with every change of the thread; null before the first turn. */
  readonly revision: string | null;
  readonly tasks: readonly { readonly interrupts: readonly unknown[] }[];
  /** True if the last message asks for something that only typed text can answer. */
  readonly isAsking: boolean;
}

/** Reads the newest state of a thread. A step whose result is stored without its checkpoint counts as a change. */
export async function newestOf(
  { graph, visible }: Pick<WebApplication, "graph" | "visible">,
  threadId: string,
): Promise<Newest> {
  const { config, tasks, ...state } = await graph.getState({ configurable: { thread_id: threadId } });
  const checkpoint: unknown = config.configurable?.["checkpoint_id"];
  const waiting = tasks.map((task) => `${task.id}:${task.interrupts.length}`).join(",");
  const revision = typeof checkpoint === "string" ? `${checkpoint}/${waiting}` : null;
  const values: unknown = state.values;
  const hasValues = typeof values === "object" && values !== null && visible?.includes("messages") !== false;
  const isAsking = hasValues && askingPlace(values) !== null;
  return { revision, tasks, isAsking };
}

/** A conversation that is read, and what this server knows about it. */
interface Viewed {
  readonly application: WebApplication;
  readonly running: RunningTurns;
  readonly asked: AskedQuestions;
  /** Reads the messages as the routes of the library send them. */
  readonly messages: (threadId: string) => Promise<ThreadView["messages"]>;
}

/** Reads a thread for the page: its messages, and its questions with their answers. */
export async function threadView(
  { application, running: turns, asked, messages: read }: Viewed,
  threadId: string,
): Promise<ThreadView> {
  const opened = application.session(threadId);
  // Asked first: a turn that ends while the thread is read is followed again, and not missed.
  const running = turns.has(threadId);
  const { revision, tasks } = await newestOf(application, threadId);
  const values = (await opened.state()) ?? {};
  const pending = await opened.pending();
  const messages = await read(threadId);
  const questioned = await asked.of(threadId);
  const isAsking = pending.length === 0 && questioned.asking.includes(textsIn(messages).length - 1);
  return {
    revision,
    running,
    messages,
    ...questioned,
    answers: isAsking ? (application.answers?.(values) ?? []).map(labeled) : [],
    questions: pending.map((question) => ({ interruptId: question.id, ...questionOf(application, question) })),
    // A task whose question was answered before its process ended still shows the question.
    unfinished: !running && pending.length === 0 && tasks.length > 0,
  };
}

const labeled = (answer: string | TypedAnswer): TypedAnswer =>
  typeof answer === "string" ? { label: answer, text: answer } : answer;

/** Interval for checking for turns of this process and of others, in milliseconds. */
const POLL_INTERVAL_MS = 300;

/** Sends a Server-Sent Event for every change of the thread, including changes made by the terminal or another page. */
export const threadChanges = (
  context: Context,
  { application, running }: Pick<Viewed, "application" | "running">,
  threadId: string,
): Response =>
  streamSSE(
    context,
    async (stream) => {
      let sent = "";
      while (!stream.aborted) {
        const { revision } = await newestOf(application, threadId);
        const change: ThreadChange = { revision, running: running.has(threadId) };
        const data = JSON.stringify(change);
        if (data !== sent) await stream.writeSSE({ data });
        sent = data;
        await stream.sleep(POLL_INTERVAL_MS);
      }
    },
    // The client reconnects on its own and then reads the missed changes.
    async () => {},
  );
