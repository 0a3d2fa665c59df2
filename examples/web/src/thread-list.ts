import type { ThreadSummary } from "./api.ts";
import type { WebApplication } from "./application.ts";
import { newestOf } from "./newest-checkpoint.ts";
import { type NewestThread, newestThreads } from "./newest-threads.ts";
import { shownMessages } from "./shown-messages.ts";
import { ThreadId } from "./turn-request.ts";

/** Maximum number of conversations in the list; the newest ones are kept. */
const MAX_THREADS = 200;

/** Maximum length of a title, in characters. */
const MAX_TITLE = 80;

/** A listed conversation, and whether it can change without a new checkpoint: its questions are stored after the checkpoint. */
interface Listed {
  readonly checkpointId: string;
  readonly isOpen: boolean;
  readonly summary: ThreadSummary;
}

/** Creates a function that lists the conversations in the database of an application, the most recently changed first. */
export function threadLister(application: WebApplication): () => Promise<readonly ThreadSummary[]> {
  const { graph, session, visible } = application;
  const threads = typeof graph.checkpointer === "object" ? newestThreads(graph.checkpointer) : null;
  const known = new Map<string, Listed>();

  async function titleOf(threadId: string): Promise<string> {
    if (visible?.includes("messages") === false) return threadId;
    const messages = shownMessages((await session(threadId).state()) ?? {});
    const text =
      messages
        .find(({ speaker }) => speaker === "user")
        ?.text.replace(/\s+/g, " ")
        .trim() ?? "";
    if (text === "") return threadId;
    return text.length <= MAX_TITLE ? text : `${text.slice(0, MAX_TITLE).trimEnd()}…`;
  }

  async function summaryOf({ threadId, checkpointId, updatedAt }: NewestThread): Promise<ThreadSummary> {
    const before = known.get(threadId);
    if (before?.checkpointId === checkpointId && !before.isOpen) return before.summary;
    const { tasks, isAsking } = await newestOf(application, threadId);
    const isWaiting = isAsking || tasks.some(({ interrupts }) => interrupts.length > 0);
    const isNamed = before !== undefined && before.summary.title !== threadId;
    const title = isNamed ? before.summary.title : await titleOf(threadId);
    const summary = { threadId, title, updatedAt, isWaiting };
    known.set(threadId, { checkpointId, isOpen: tasks.length > 0, summary });
    return summary;
  }

  return async () => {
    const named = (await threads?.list())?.filter(({ threadId }) => ThreadId.safeParse(threadId).success) ?? [];
    const summaries: ThreadSummary[] = [];
    for (const each of named.slice(0, MAX_THREADS)) summaries.push(await summaryOf(each));
    return summaries;
  };
}
