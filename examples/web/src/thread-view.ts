import type { ThreadView } from "./api.ts";
import type { WebApplication } from "./application.ts";
import { visibleValues } from "tidemark/stream";
import { speakerOf, textOf } from "tidemark/conversation";
import { newestOf } from "./newest-checkpoint.ts";
import { questionOf } from "./questions.ts";

/** Reads a thread for the page: its messages, visible values and open questions. */
export async function threadView(application: WebApplication, threadId: string): Promise<ThreadView> {
  const { graph, hidden, session, state } = application;
  const opened = session(threadId);
  const newest = await newestOf(graph, threadId);
  const values = (await opened.state()) ?? {};
  const pending = await opened.pending();
  return {
    threadId,
    revision: newest.revision,
    messages: hidden?.includes("messages") === true ? [] : shownMessages(values),
    values: visibleValues(state, { ...values }, hidden),
    questions: pending.map((question) => ({ interruptId: question.id, ...questionOf(application, question) })),
    // A task whose question was answered before its process ended still shows the question.
    unfinished: pending.length === 0 && newest.tasks.length > 0,
  };
}

const shownMessages = (values: { readonly messages?: readonly unknown[] }): ThreadView["messages"] =>
  (values.messages ?? []).flatMap((message, index) => {
    const speaker = speakerOf(message);
    const text = textOf(message);
    if ((speaker !== "user" && speaker !== "assistant") || text === "") return [];
    return [{ id: textIn(message, "id") ?? `message-${index}`, speaker, name: textIn(message, "name"), text }];
  });

function textIn(message: unknown, key: string): string | null {
  const value: unknown = typeof message === "object" && message !== null ? Reflect.get(message, key) : null;
  return typeof value === "string" && value !== "" ? value : null;
}
