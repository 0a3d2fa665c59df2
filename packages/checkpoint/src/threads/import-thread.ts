import type { BaseCheckpointSaver, CheckpointTuple } from "@langchain/langgraph-checkpoint";
import { checkpointErrors } from "../kernel/errors.ts";
import { readThread } from "./read-thread.ts";
import { invalidDocument, readThreadDocument } from "./thread-document.ts";
import { isStrict } from "../serializer/strict-serializer.ts";
import { measureFor } from "../serializer/stored-size.ts";
import { largerThan, MAX_BYTES, requireStorable } from "./storable-thread.ts";
import { hasWholeThreads, serializerOf, storeThread } from "./thread-store.ts";

/** Options of {@link importThread}. */
export interface ImportThreadOptions {
  readonly checkpointer: BaseCheckpointSaver;
  /** Id of the new thread. Nothing may be stored under it. Defaults to the id in the document. */
  readonly threadId?: string;
  /**
   * Checks each checkpoint, oldest first, and gives it back, or another one that is stored in its place. What it throws ends the
   * import, and nothing is written. Values are shared between checkpoints and must not be changed.
   */
  readonly adapt?: (tuple: CheckpointTuple, index: number) => CheckpointTuple;
  /** Called before each write. What it throws ends the import, and nothing is written. Defaults to nothing. */
  readonly beforeWrite?: () => Promise<void>;
  /**
   * Maximum size, in bytes, of the thread in a saver that stores whole states: a small document can name a large value in each
   * checkpoint. Defaults to 1,000,000,000.
   */
  readonly maxBytes?: number;
}

/**
 * Stores the thread of a document in any saver: the whole thread, or nothing. Returns the id of the thread.
 *
 * The document may come from anywhere. Every value goes through the strict serializer, which makes nothing but data, messages and the
 * classes that the saver was given; no other loader reads any of it. A document that is not sound throws `checkpoint/unreadable`, an
 * id that is taken `checkpoint/threadExists`, and a value that the saver would give back as something else `checkpoint/unsupported` with
 * its path: the serializer of LangGraph, which savers use unless they are given another one, would turn a record with a key `lc` into
 * an object.
 */
export async function importThread(document: unknown, options: ImportThreadOptions): Promise<string> {
  const { checkpointer, adapt, beforeWrite, maxBytes = MAX_BYTES } = options;
  const serializer = serializerOf(checkpointer);
  const own = plainCopy(document);
  const stored = readThreadDocument(own, serializer);
  const { threadId = stored.threadId } = options;
  if (threadId === "") throw checkpointErrors.missingId({ id: "thread_id" });
  if (hasWholeThreads(checkpointer) && adapt === undefined) {
    await beforeWrite?.();
    return checkpointer.importThread(own, { threadId });
  }
  const tuples = read(() => readThread(threadId, stored, serializer));
  const adapted = adapt === undefined ? tuples : adaptedBy(adapt, tuples, maxBytes);
  if (hasWholeThreads(checkpointer) && adapted.every((tuple, index) => tuple === tuples[index])) {
    await beforeWrite?.();
    return checkpointer.importThread(own, { threadId });
  }
  if (!hasWholeThreads(checkpointer)) {
    requireStorable(adapted, { maxBytes, kind: isStrict(checkpointer.serde) ? "strict" : "stock" });
  }
  await storeThread(checkpointer, threadId, adapted, beforeWrite);
  return threadId;
}

/** The document as plain JSON that nobody else can change. */
const plainCopy = (document: unknown): unknown => read((): unknown => JSON.parse(JSON.stringify(document)));

function read<Result>(body: () => Result): Result {
  try {
    return body();
  } catch (error) {
    throw checkpointErrors.unreadable.is(error) ? error : invalidDocument(error);
  }
}

function adaptedBy(
  adapt: NonNullable<ImportThreadOptions["adapt"]>,
  tuples: readonly CheckpointTuple[],
  maxBytes: number,
): readonly CheckpointTuple[] {
  const measure = measureFor("strict");
  let bytes = 0;
  return tuples.map((tuple, index) => {
    const adapted = adapt(tuple, index);
    const isChanged = adapted.checkpoint.channel_values !== tuple.checkpoint.channel_values;
    if (isChanged) bytes += measure(adapted.checkpoint.channel_values, { key: index, parent: null });
    if (bytes > maxBytes) throw checkpointErrors.tooLarge({ problem: largerThan(maxBytes) });
    return adapted;
  });
}
