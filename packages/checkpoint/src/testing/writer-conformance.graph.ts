import { writerCases, type WriterPlace } from "./writer-cases.graph.ts";

/** Result of one case. */
export interface WriterResult {
  /** Promise that was checked, as a sentence. */
  readonly title: string;
  readonly outcome: "held" | "broken";
  /** What happened instead; empty for `held`. */
  readonly detail: string;
}

/**
 * Checks what a storage of LangGraph threads promises to several writers: two processes at once, a writer that was paused and taken
 * over, answers that were lost, a process that ends between two writes, and forks.
 *
 * It works with any saver of LangGraph, with or without locks, and any test runner. Each case deletes its thread, `writer-conformance-1` and so on,
 * before and after, and calls `host` for each process. A case that throws counts as broken.
 *
 * @example
 * ```ts
 * import { MemorySaver } from "@langchain/langgraph";
 * import { writerConformance } from "@tidemark/checkpoint/testing";
 *
 * const saver = new MemorySaver();
 * const results = await writerConformance({ host: () => ({ saver }) });
 * const broken = results.filter(({ outcome }) => outcome === "broken");
 * console.log(broken.length, broken[0]?.title); // 5 two writers at once lose no acknowledged entry
 * ```
 */
export async function writerConformance(place: WriterPlace): Promise<readonly WriterResult[]> {
  const results: WriterResult[] = [];
  for (const [index, { title, check }] of writerCases.entries()) {
    const threadId = `writer-conformance-${index + 1}`;
    const { saver } = await place.host();
    // Some savers create their tables when they read first.
    await saver.getTuple({ configurable: { thread_id: threadId } });
    await saver.deleteThread(threadId);
    const detail = await check(place, threadId).catch(
      (error: unknown) => `it failed: ${error instanceof Error ? error.message : String(error)}`,
    );
    await saver.deleteThread(threadId);
    results.push({ title, outcome: detail === null ? "held" : "broken", detail: detail ?? "" });
  }
  return results;
}
