import type { BaseCheckpointSaver, CheckpointTuple } from "@langchain/langgraph-checkpoint";
import { checkpointErrors } from "../kernel/errors.ts";
import { strictSerializer } from "../serializer/strict-serializer.ts";
import { furtherParts } from "../snapshots/checkpoint-snapshot.ts";
import { taskWrites } from "./listed-thread.ts";
import { namespaceOf, parentOf } from "./tuple-facts.ts";
import { withoutLease } from "../kernel/lease-names.ts";
import { withoutUndefined } from "./read-thread.ts";
import { listCheckpoints, listThread, type ThreadSource } from "./thread-store.ts";

/** Ids of threads that were imported, and of those that existed already and are unchanged. */
export interface ImportedThreads {
  readonly imported: readonly string[];
  readonly skipped: readonly string[];
}

const serializer = strictSerializer();

/**
 * Imports the threads of another saver with their whole history and pending writes, and compares every checkpoint.
 *
 * Give the other saver a `strictSerializer()`; otherwise it revives objects while it reads. A thread that exists already is skipped, unless
 * an earlier import was interrupted and left a part of it: then it is imported again. A thread that differs after the import throws
 * `checkpoint/unequal` and is removed again. The copy is written under no lease: the marks of the leases of the source are left out.
 *
 * @example
 * ```ts
 * import { MemorySaver } from "@langchain/langgraph";
 * import { importThreads, strictSerializer } from "tidemark/checkpoint";
 * import { sqliteSaver } from "tidemark/sqlite";
 *
 * const old = new MemorySaver(strictSerializer());
 * console.log(await importThreads(old, sqliteSaver())); // { imported: [], skipped: [] }
 * ```
 */
export async function importThreads(from: ThreadSource, to: BaseCheckpointSaver): Promise<ImportedThreads> {
  const threads = new Set<string>();
  for await (const { config } of from.list({ configurable: {} }))
    threads.add(String(config.configurable?.["thread_id"]));
  const imported: string[] = [];
  const skipped: string[] = [];
  for (const threadId of threads) {
    const tuples = (await listThread(from, threadId)).map(withoutLeaseMarks);
    const there = await listCheckpoints(to, threadId);
    if (there.length > 0 && !isPart(there, tuples)) {
      skipped.push(threadId);
      continue;
    }
    const replayed = replayedIn(tuples);
    try {
      if (there.length > 0) await to.deleteThread(threadId);
      // The newest comes last: where it is, everything is.
      for (const tuple of tuples) await importTuple(tuple, to, { threadId, replayed });
    } catch (error) {
      await to.deleteThread(threadId);
      throw error;
    }
    imported.push(threadId);
  }
  return { imported, skipped };
}

/** A lease of the source says nothing about who may write to the target. */
const withoutLeaseMarks = (tuple: CheckpointTuple): CheckpointTuple =>
  tuple.metadata === undefined ? tuple : { ...tuple, metadata: withoutLease(tuple.metadata) };

const keyOf = (tuple: CheckpointTuple): string => JSON.stringify([namespaceOf(tuple), tuple.checkpoint.id]);

/** True if what is there is no more than the beginning of a thread. */
function isPart(there: readonly CheckpointTuple[], whole: readonly CheckpointTuple[]): boolean {
  const newest = whole.at(-1);
  const left = new Set(whole.map(keyOf));
  return there.every((tuple) => left.delete(keyOf(tuple))) && newest !== undefined && left.has(keyOf(newest));
}

/** The thread that is brought over, and the channels of it that are put together from writes. */
interface Importing {
  readonly threadId: string;
  readonly replayed: ReadonlySet<string>;
}

/** The delta channels of a thread that have writes since their last snapshot, by what LangGraph counts of them. */
function replayedIn(tuples: readonly CheckpointTuple[]): ReadonlySet<string> {
  const counters = tuples.map(({ metadata }): unknown => Reflect.get(metadata ?? {}, "counters_since_delta_snapshot"));
  return new Set(counters.flatMap((each) => Object.keys(typeof each === "object" && each !== null ? each : {})));
}

async function importTuple(
  tuple: CheckpointTuple,
  to: BaseCheckpointSaver,
  { threadId, replayed }: Importing,
): Promise<void> {
  const { checkpoint, metadata = { source: "loop", step: -1, parents: {} } } = tuple;
  const place = { thread_id: threadId, checkpoint_ns: namespaceOf(tuple) };
  const parent = parentOf(tuple);
  const before = { configurable: { ...place, ...(parent !== null && { checkpoint_id: parent }) } };
  const here = { configurable: { ...place, checkpoint_id: checkpoint.id } };
  for (const { taskId, taskPath, writes } of taskWrites(tuple)) await to.putWrites(here, writes, taskId, taskPath);
  await to.put(before, checkpoint, metadata, checkpoint.channel_versions);
  const arrived = await to.getTuple(here);
  if (arrived === undefined || !haveSameFacts(arrived, tuple, { threadId, replayed })) {
    throw checkpointErrors.unequal({ threadId, checkpointId: checkpoint.id });
  }
}

/** The order of names means nothing. */
const named = <Value>(each: Readonly<Record<string, Value>>): [string, Value][] =>
  Object.entries(each).toSorted(([one], [other]) => (one < other ? -1 : 1));

/** Compares the parts that an import must not change. Throws `checkpoint/tooLarge` for what no text can hold. */
function haveSameFacts(one: CheckpointTuple, other: CheckpointTuple, { threadId, replayed }: Importing): boolean {
  try {
    const [facts, expected] = [factsOf(one, replayed), factsOf(other, replayed)];
    return (
      facts.length === expected.length &&
      // Each by itself: all of them together may be longer than a text can be.
      facts.every((fact, index) => serializer.stringify(fact) === serializer.stringify(expected[index]))
    );
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    const problem = `a value of checkpoint "${one.checkpoint.id}" of thread "${threadId}" is longer than a text can be`;
    throw checkpointErrors.tooLarge({ problem }, { cause: error });
  }
}

function factsOf(tuple: CheckpointTuple, replayed: ReadonlySet<string>): readonly unknown[] {
  const { checkpoint, metadata, pendingWrites = [] } = tuple;
  const { id, v, ts, channel_values, channel_versions, versions_seen } = checkpoint;
  // A target that is written to under a lease has noted it.
  const noted = metadata === undefined ? undefined : withoutLease(metadata);
  // The value of a delta channel depends on the order of the writes to it; savers may return the others in any order.
  const ordered = pendingWrites.filter(([, channel]) => replayed.has(channel));
  const others = pendingWrites
    .filter(([, channel]) => !replayed.has(channel))
    .map((write) => serializer.stringify(write))
    .toSorted((one, other) => (one < other ? -1 : 1));
  const byChannel = ordered.toSorted(([, one], [, other]) => (one === other ? 0 : one < other ? -1 : 1));
  const seen = named(versions_seen).map(([node, versions]) => [node, named(versions)]);
  const further = named(Object.fromEntries(furtherParts(checkpoint)));
  const place = [id, v, ts, named(channel_versions), seen, noted, parentOf(tuple), byChannel, others, further];
  return [place, ...named(withoutUndefined(channel_values))];
}
