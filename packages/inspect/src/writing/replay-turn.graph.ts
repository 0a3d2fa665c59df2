import { type BaseCheckpointSaver, MemorySaver } from "@langchain/langgraph-checkpoint";
import { type ThreadComparison, compareThreads } from "../comparison/compare-threads.ts";
import { inspectErrors } from "../errors.ts";
import type { ThreadReader } from "../reader/thread-reader.ts";
import { replayThread } from "../replay/replay-thread.graph.ts";
import type { InspectedGraph } from "../running/inspected-graph.graph.ts";
import type { HistorySource } from "../source/history-source.ts";
import type { ShownReplay } from "./shown-replay.ts";
import type { WriteBody } from "./write-body.ts";

/** Runs a stored turn in memory, with what its models, tools and people answered, and compares it with the stored one. The thread stays as it is. */
export async function replayTurn(
  { graph, config }: InspectedGraph,
  source: HistorySource,
  {
    thread: threadId,
    turn,
    readerOf,
  }: WriteBody<"replay"> & { readonly readerOf: (saver: BaseCheckpointSaver) => ThreadReader },
): Promise<ShownReplay> {
  if ((await source.newest(threadId)) === null) throw inspectErrors.unknownThread({ threadId, nearest: null });
  let reader = readerOf(new MemorySaver());
  let comparison: ThreadComparison | null = null;
  const result = await replayThread(source, threadId, {
    graph,
    turn,
    context: config.context,
    // After the comparison the reader knows both turns.
    mask: () => ({ redact: (field, value) => reader.redact(field, value), hiddenTexts: () => reader.hiddenTexts() }),
    beside: async (saver, names) => {
      reader = readerOf(saver);
      comparison = await compareThreads(reader, ...names);
    },
  });
  return { turn, result, comparison };
}
