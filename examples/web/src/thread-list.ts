import { setImmediate } from "node:timers/promises";
import type { ThreadSummary } from "./api.ts";
import type { WebApplication } from "./application.ts";
import { storedTexts } from "./stored-texts.ts";
import { newestOf } from "./thread-view.ts";

/** Name of a conversation, with the same rules as in the terminal. Savers that keep threads in plain objects refuse some names. */
export const isThreadId = (name: string): boolean => /^[\w.@-]{1,100}$/.test(name) && !(name in {});

/** Maximum number of conversations in the list; the newest ones are kept. */
const MAX_THREADS = 200;

/** Maximum length of a title, in characters. */
const MAX_TITLE = 80;

/** A conversation, and what is known about its newest checkpoint. */
interface Listed {
  readonly checkpointId: string;
  readonly updatedAt: string;
  /** Null until it was read, and while it can change without a new checkpoint: questions are stored after the checkpoint. */
  readonly summary: ThreadSummary | null;
}

/**
 * Creates a function that lists the conversations in the database of an application, the most recently changed first. Savers have no method
 * that lists threads, so the first list reads all checkpoints. Later lists read what has been added since.
 */
export function threadLister(application: WebApplication): () => Promise<readonly ThreadSummary[]> {
  const { graph, session, visible } = application;
  const known = new Map<string, Listed>();
  const titles = new Map<string, string>();

  async function read(): Promise<void> {
    const seen = new Set<string>();
    const { checkpointer } = graph;
    if (typeof checkpointer !== "object") return;
    for await (const { config, checkpoint } of checkpointer.list({ configurable: {} })) {
      const { thread_id: threadId, checkpoint_ns: namespace = "" }: Record<string, unknown> = config.configurable ?? {};
      if (typeof threadId !== "string" || namespace !== "" || !isThreadId(threadId) || seen.has(threadId)) continue;
      seen.add(threadId);
      const before = known.get(threadId);
      if (before?.checkpointId !== checkpoint.id)
        known.set(threadId, { checkpointId: checkpoint.id, updatedAt: checkpoint.ts, summary: null });
      // Databases list the newest checkpoints of all threads first. A saver in memory lists one thread after the other.
      else if (checkpointer.constructor.name !== "MemorySaver") return;
      // Other requests go on between two checkpoints.
      await setImmediate();
    }
  }

  async function titleOf(threadId: string): Promise<string> {
    const texts = visible?.includes("messages") === false ? [] : storedTexts((await session(threadId).state()) ?? {});
    const text =
      texts
        .find(({ speaker }) => speaker === "user")
        ?.text.replace(/\s+/g, " ")
        .trim() ?? "";
    return text.length <= MAX_TITLE ? text : `${text.slice(0, MAX_TITLE).trimEnd()}…`;
  }

  async function summaryOf(threadId: string, { checkpointId, updatedAt, summary }: Listed): Promise<ThreadSummary> {
    if (summary !== null) return summary;
    const { tasks, isAsking } = await newestOf(application, threadId);
    const isWaiting = isAsking || tasks.some(({ interrupts }) => interrupts.length > 0);
    const title = titles.get(threadId) ?? (await titleOf(threadId));
    if (title !== "") titles.set(threadId, title);
    const found = { threadId, title: title === "" ? threadId : title, updatedAt, isWaiting };
    known.set(threadId, { checkpointId, updatedAt, summary: tasks.length > 0 ? null : found });
    return found;
  }

  return async () => {
    await read();
    const newest = [...known].toSorted(([, one], [, other]) => (one.updatedAt < other.updatedAt ? 1 : -1));
    const summaries: ThreadSummary[] = [];
    for (const [threadId, listed] of newest.slice(0, MAX_THREADS)) summaries.push(await summaryOf(threadId, listed));
    return summaries;
  };
}
