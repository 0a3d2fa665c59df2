import { listThreads } from "tidemark/checkpoint";
import type { ThreadSummary } from "./api.ts";
import type { WebApplication } from "./application.ts";
import { newestOf } from "./newest-checkpoint.ts";
import { shownMessages } from "./shown-messages.ts";
import { ThreadId } from "./turn-request.ts";

type ListedThread = Awaited<ReturnType<typeof listThreads>>[number];

/** Maximum number of conversations in the list; the newest ones are kept. */
const MAX_THREADS = 200;

/** Maximum length of a title, in characters. */
const MAX_TITLE = 80;

/** Creates a function that lists the conversations in the database of an application, the most recently changed first. */
export function threadLister({ graph, session, hidden }: WebApplication): () => Promise<readonly ThreadSummary[]> {
  // The first message does not change.
  const titles = new Map<string, string>();

  async function titleOf(threadId: string): Promise<string> {
    const known = titles.get(threadId);
    if (known !== undefined || hidden?.includes("messages") === true) return known ?? threadId;
    const messages = shownMessages((await session(threadId).state()) ?? {});
    const text =
      messages
        .find(({ speaker }) => speaker === "user")
        ?.text.replace(/\s+/g, " ")
        .trim() ?? "";
    if (text === "") return threadId;
    const title = text.length <= MAX_TITLE ? text : `${text.slice(0, MAX_TITLE).trimEnd()}…`;
    titles.set(threadId, title);
    return title;
  }

  const summaryOf = async ({ threadId, updatedAt }: ListedThread): Promise<ThreadSummary> => {
    const { tasks } = await newestOf(graph, threadId);
    const isWaiting = tasks.some(({ interrupts }) => interrupts.length > 0);
    return { threadId, title: await titleOf(threadId), updatedAt, isWaiting };
  };

  return async () => {
    const { checkpointer } = graph;
    if (typeof checkpointer !== "object") return [];
    const threads = await listThreads(checkpointer);
    const named = threads.filter(({ threadId }) => ThreadId.safeParse(threadId).success);
    return Promise.all(named.slice(0, MAX_THREADS).map(summaryOf));
  };
}
