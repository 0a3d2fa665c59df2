import type { BaseCheckpointSaver } from "@langchain/langgraph-checkpoint";
import { checkpointErrors } from "../kernel/errors.ts";
import type { ThreadDocument } from "./thread-document.ts";
import { writtenThread } from "./written-thread.ts";
import { hasWholeThreads, listThread, serializerOf } from "./thread-store.ts";

/**
 * Exports a thread of any saver as one JSON document, with its history and pending writes, each value once.
 *
 * The document is the same one that `exportThread` of Tidemark's savers gives. Throws `checkpoint/noSuchThread`, and
 * `checkpoint/unstorable` with the path of a value that the strict serializer does not write.
 *
 * @example
 * ```ts
 * import { END, MemorySaver, START, StateGraph } from "@langchain/langgraph";
 * import { AgentState, toStateSchema } from "tidemark";
 * import { exportThread, importThread } from "tidemark/checkpoint";
 * import { sqliteSaver } from "tidemark/sqlite";
 *
 * const checkpointer = new MemorySaver();
 * const graph = new StateGraph(toStateSchema(AgentState))
 *   .addNode("rest", () => ({}))
 *   .addEdge(START, "rest")
 *   .addEdge("rest", END)
 *   .compile({ checkpointer });
 * await graph.invoke({ task_user_input: "To Bergen" }, { configurable: { thread_id: "ann" } });
 *
 * const document = JSON.stringify(await exportThread(checkpointer, "ann"));
 * const options = { checkpointer: sqliteSaver(), state: AgentState };
 * console.log(await importThread(JSON.parse(document), options)); // { threadId: 'ann' }
 * ```
 */
export async function exportThread(checkpointer: BaseCheckpointSaver, threadId: string): Promise<ThreadDocument> {
  if (hasWholeThreads(checkpointer)) return checkpointer.exportThread(threadId);
  const tuples = await listThread(checkpointer, threadId);
  if (tuples.length === 0) throw checkpointErrors.noSuchThread({ threadId });
  return writtenThread(threadId, tuples, serializerOf(checkpointer));
}
