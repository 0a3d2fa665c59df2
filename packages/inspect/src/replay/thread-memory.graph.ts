import {
  type Checkpoint,
  type CheckpointMetadata,
  copyCheckpoint,
  MemorySaver,
  type PendingWrite,
} from "@langchain/langgraph-checkpoint";
import { strictSerializer } from "@tidemark/checkpoint";
import { inspectErrors } from "../errors.ts";
import type { HistorySource } from "../source/history-source.ts";
import { recordOf } from "../source/json-rows.ts";

/** A thread in memory, from which each turn gets a saver that ends where the turn begins. */
export interface ThreadMemory {
  /** All of the thread. It is only read. */
  readonly saver: MemorySaver;
  /** Saver with these checkpoints only, and with the subgraphs that are kept between turns. */
  readonly only: (ids: ReadonlySet<string>) => MemorySaver;
  /** Saver with these checkpoints and with a turn that ran again, as two threads of these names. */
  readonly beside: (names: readonly [string, string], ids: ReadonlySet<string>, replayed: MemorySaver) => MemorySaver;
}

/** Reads a thread into memory. Throws `inspect/notReadable` for a source that leaves values out. */
export async function threadMemory(source: HistorySource, threadId: string): Promise<ThreadMemory> {
  if (source.records === undefined) {
    const problem = "a shared thread does not contain its whole state. Pass the database, or what exportThread writes";
    throw inspectErrors.notReadable({ database: threadId, problem });
  }
  const make = (): MemorySaver => new MemorySaver(source.kind === "tidemark" ? strictSerializer() : undefined);
  const saver = make();
  for (const { namespace, parent, checkpoint, metadata, writes } of await source.records(threadId)) {
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- stored by a saver of LangGraph
    const stored = checkpoint as Checkpoint;
    const place = { thread_id: threadId, checkpoint_ns: namespace };
    const before = { configurable: { ...place, ...(parent !== null && { checkpoint_id: parent }) } };
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- as above
    await saver.put(before, copyCheckpoint(stored), recordOf(metadata) as unknown as CheckpointMetadata);
    const at = { configurable: { ...place, checkpoint_id: stored.id } };
    for (const [task, list] of writesByTask(writes)) await saver.putWrites(at, list, task);
  }
  const only = (ids: ReadonlySet<string>): MemorySaver => {
    const part = make();
    const newest = [...ids].toSorted().at(-1) ?? "";
    const kept = Object.entries(saver.storage[threadId] ?? {}).map(([namespace, checkpoints]) => {
      // A subgraph with a task in its name belongs to one step. Ids are in the order of time.
      const isKept = (id: string): boolean =>
        namespace === "" ? ids.has(id) : !namespace.includes(":") && id <= newest;
      return [namespace, Object.fromEntries(Object.entries(checkpoints).filter(([id]) => isKept(id)))] as const;
    });
    part.storage[threadId] = Object.fromEntries(kept.filter(([, checkpoints]) => Object.keys(checkpoints).length > 0));
    return part;
  };
  const beside: ThreadMemory["beside"] = ([stored, again], ids, replayed) => {
    const both = make();
    both.storage[stored] = only(ids).storage[threadId] ?? {};
    both.storage[again] = replayed.storage[threadId] ?? {};
    return both;
  };
  return { saver, only, beside };
}

function writesByTask(writes: readonly (readonly [string, string, unknown])[]): ReadonlyMap<string, PendingWrite[]> {
  const byTask = new Map<string, PendingWrite[]>();
  for (const [task, channel, value] of writes) byTask.set(task, [...(byTask.get(task) ?? []), [channel, value]]);
  return byTask;
}
