import type { BaseCheckpointSaver, CheckpointMetadata, CheckpointTuple } from "@langchain/langgraph-checkpoint";
import { checkpointErrors } from "../kernel/errors.ts";
import { isStrict, type StrictSerializer, strictSerializer } from "../serializer/strict-serializer.ts";
import { inOrder } from "./checkpoint-order.ts";
import { outerOf } from "../snapshots/metadata.ts";
import type { ThreadDocument } from "./thread-document.ts";
import { inWriteOrder, oldestFirst, taskWrites } from "./listed-thread.ts";
import { metadataOf, namespaceOf, parentOf } from "./tuple-facts.ts";
import { writtenThread } from "./written-thread.ts";
import { requireName } from "./storable-thread.ts";

/** Source of threads: any saver, or `stockThreads`. */
export type ThreadSource = Pick<BaseCheckpointSaver, "list">;

/** Methods of savers that read and write a thread in one transaction. */
interface WholeThreads {
  exportThread(threadId: string): Promise<ThreadDocument>;
  importThread(document: unknown, options: { readonly threadId: string }): Promise<string>;
}

/** True if a saver reads and writes a thread in one transaction. */
export const hasWholeThreads = (saver: BaseCheckpointSaver): saver is BaseCheckpointSaver & WholeThreads =>
  isStrict(saver.serde) && "importThread" in saver && "exportThread" in saver;

const plain = strictSerializer();

/** The serializer with which documents of a saver's threads are written and read. */
export const serializerOf = ({ serde }: BaseCheckpointSaver): StrictSerializer => (isStrict(serde) ? serde : plain);

/** Marks the newest checkpoint of a thread that is being written, with its own id: LangGraph copies metadata to the next checkpoint. */
const UNFINISHED = "tidemark_unfinished";

const isUnfinished = ({ checkpoint, metadata }: CheckpointTuple): boolean =>
  metadata !== undefined && Reflect.get(metadata, UNFINISHED) === checkpoint.id;

/** The checkpoints of a thread, or none when it was not written to its end. */
export async function listThread(saver: ThreadSource, threadId: string): Promise<readonly CheckpointTuple[]> {
  const tuples = await listCheckpoints(saver, threadId);
  const newest = tuples.findLast((tuple) => namespaceOf(tuple) === "");
  return newest !== undefined && isUnfinished(newest) ? [] : tuples;
}

/** Every checkpoint of a thread in all namespaces, oldest first, each one after its parent. */
export async function listCheckpoints(saver: ThreadSource, threadId: string): Promise<readonly CheckpointTuple[]> {
  const newestFirst: CheckpointTuple[] = [];
  const isOwnSaver = "importThread" in saver;
  for await (const tuple of saver.list({ configurable: { thread_id: threadId } }))
    newestFirst.push(inWriteOrder(tuple, isOwnSaver));
  const rows = oldestFirst(newestFirst).map((tuple) => ({
    tuple,
    namespace: namespaceOf(tuple),
    id: tuple.checkpoint.id,
    parent: parentOf(tuple),
    outer: outerOf(tuple.metadata),
  }));
  return inOrder(rows).map(({ tuple, parent }) => (parent === null ? withoutParent(tuple) : tuple));
}

function withoutParent({ config, checkpoint, metadata, pendingWrites }: CheckpointTuple): CheckpointTuple {
  return {
    config,
    checkpoint,
    ...(metadata !== undefined && { metadata }),
    ...(pendingWrites !== undefined && { pendingWrites }),
  };
}

/**
 * Writes checkpoints, given oldest first, as a new thread: all of them or none.
 *
 * Savers of this package do so in one transaction. On others the newest checkpoint is written first, marked as unfinished, and again
 * at the end without the mark. A thread that was not written to its end is removed, at once or when its id is used again.
 */
export async function storeThread(
  saver: BaseCheckpointSaver,
  threadId: string,
  tuples: readonly CheckpointTuple[],
  beforeWrite: () => Promise<void> = () => Promise.resolve(),
): Promise<void> {
  if (hasWholeThreads(saver)) {
    const document = writtenThread(threadId, tuples, serializerOf(saver));
    await beforeWrite();
    await saver.importThread(document, { threadId });
    return;
  }
  const newest = tuples.findLast((tuple) => namespaceOf(tuple) === "");
  if (newest === undefined) throw checkpointErrors.unreadable({ problem: "it has no checkpoint of the graph itself" });
  requireName(threadId, "the thread id");
  await requireFree(saver, threadId, beforeWrite);
  try {
    const before = tuples.filter((tuple) => tuple !== newest);
    await putTuple(saver, threadId, { tuple: newest, note: { [UNFINISHED]: newest.checkpoint.id }, beforeWrite });
    for (const tuple of before) await putTuple(saver, threadId, { tuple, beforeWrite });
    await requireNewest(saver, threadId, newest.checkpoint.id);
    await beforeWrite();
    await putCheckpoint(saver, threadId, newest, {});
  } catch (error) {
    // Not if `beforeWrite` throws: another caller has the thread now.
    await beforeWrite();
    await saver.deleteThread(threadId);
    throw typed(error, threadId);
  }
}

/** Throws `checkpoint/threadExists` unless the id is free, or what is there was never written to its end; that is removed. */
async function requireFree(
  saver: BaseCheckpointSaver,
  threadId: string,
  beforeWrite: () => Promise<void>,
): Promise<void> {
  const newest = await saver.getTuple({ configurable: { thread_id: threadId, checkpoint_ns: "" } });
  if (newest !== undefined && isUnfinished(newest)) {
    await beforeWrite();
    await saver.deleteThread(threadId);
    return;
  }
  for await (const _ of saver.list({ configurable: { thread_id: threadId } }, { limit: 1 })) {
    throw checkpointErrors.threadExists({ threadId });
  }
}

/** Most savers give the checkpoint with the greatest id as the newest, whatever was written last. */
async function requireNewest(saver: BaseCheckpointSaver, threadId: string, id: string): Promise<void> {
  const newest = await saver.getTuple({ configurable: { thread_id: threadId, checkpoint_ns: "" } });
  if (newest?.checkpoint.id === id) return;
  const found =
    "a newest checkpoint whose id is less than that of an older one, in a saver that orders them by their ids";
  throw checkpointErrors.unsupported({ at: `thread ${threadId}`, found });
}

interface TupleToPut {
  readonly tuple: CheckpointTuple;
  readonly note?: Readonly<Record<string, string>>;
  readonly beforeWrite: () => Promise<void>;
}

async function putTuple(
  saver: BaseCheckpointSaver,
  threadId: string,
  { tuple, note = {}, beforeWrite }: TupleToPut,
): Promise<void> {
  await beforeWrite();
  await putCheckpoint(saver, threadId, tuple, note);
  const here = {
    configurable: { thread_id: threadId, checkpoint_ns: namespaceOf(tuple), checkpoint_id: tuple.checkpoint.id },
  };
  for (const { taskId, taskPath, writes } of taskWrites(tuple)) {
    await beforeWrite();
    await saver.putWrites(here, writes, taskId, taskPath);
  }
}

async function putCheckpoint(
  saver: BaseCheckpointSaver,
  threadId: string,
  tuple: CheckpointTuple,
  note: Readonly<Record<string, string>>,
): Promise<void> {
  const { checkpoint } = tuple;
  const parent = parentOf(tuple);
  const before = {
    thread_id: threadId,
    checkpoint_ns: namespaceOf(tuple),
    ...(parent !== null && { checkpoint_id: parent }),
  };
  const metadata: CheckpointMetadata = Object.assign(metadataOf(tuple), note);
  await saver.put({ configurable: before }, checkpoint, metadata, checkpoint.channel_versions);
}

/** Turns an error of JavaScript about a value that cannot be written into a typed one. Errors of databases stay as they are. */
function typed(error: unknown, threadId: string): unknown {
  const ofTheLanguage = error instanceof TypeError || error instanceof RangeError || error instanceof SyntaxError;
  if (!ofTheLanguage || "code" in error) return error;
  return checkpointErrors.unsupported(
    { at: `thread ${threadId}`, found: `what the saver refuses (${error.message})` },
    { cause: error },
  );
}
