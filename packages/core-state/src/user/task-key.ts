import { isPlainRecord } from "@tidemark/reducers/internal";

// Stored data contains these names, so they never change.

/** Metadata key with the id of the import that stored a checkpoint. */
const COPY = "tidemark_copy";

/** Metadata key with the id of the checkpoint that {@link COPY} belongs to: LangGraph copies metadata to other checkpoints. */
const COPY_OF = "tidemark_copy_of";

/** Metadata of a checkpoint that was copied from elsewhere. Its tasks get other keys than those of the original. */
export const copyMarks = (copyId: string, checkpointId: string): Readonly<Record<string, string>> => ({
  [COPY]: copyId,
  [COPY_OF]: checkpointId,
});

/** Id of the import that stored a checkpoint; null for a checkpoint that the thread has made itself. */
export function copyIn(metadata: object | undefined, checkpointId: string): string | null {
  const marks = metadata ?? {};
  const copy: unknown = Reflect.get(marks, COPY_OF) === checkpointId ? Reflect.get(marks, COPY) : null;
  return typeof copy === "string" ? copy : null;
}

/** Config of a task, as LangGraph passes it to nodes. */
interface TaskConfig {
  readonly configurable?: Readonly<Record<string, unknown>> | undefined;
}

/** The part of a saver that is read here. */
interface Saver {
  getTuple(config: TaskConfig): Promise<{ readonly metadata?: object | undefined } | undefined>;
}

/** Keys by the scratchpad of the task, which LangGraph creates for each run of it. */
const keys = new WeakMap<object, Promise<string>>();

/**
 * Returns the key of a task: equal when the task runs again after a crash or an answer, and different in every copy of its thread.
 *
 * LangGraph derives the id of a task from its checkpoint, so the first tasks of a copy have the ids of the original. The key also contains
 * the thread and, because an import can have the id of the original, the import that stored the checkpoint. A run from an old
 * checkpoint starts with a new checkpoint, and so with new ids, unless it repeats a task with the answers that are stored for it.
 *
 * Everything that acts outside of its thread derives its keys from this one.
 */
export function taskKey(config: TaskConfig | undefined): Promise<string> {
  const scratchpad: unknown = config?.configurable?.["__pregel_scratchpad"];
  if (typeof scratchpad !== "object" || scratchpad === null) return keyOf(config);
  const known = keys.get(scratchpad);
  if (known !== undefined) return known;
  const key = keyOf(config);
  keys.set(scratchpad, key);
  return key;
}

async function keyOf({ configurable = {} }: TaskConfig = {}): Promise<string> {
  const { thread_id: thread, __pregel_task_id: task, __pregel_resuming: continues } = configurable;
  // Only the first step of a run that continues a thread starts at a checkpoint that was copied.
  const copy = continues === true ? await copyOf(configurable) : null;
  return JSON.stringify([thread, task, ...(copy === null ? [] : [copy])]);
}

/** Id of the import that stored the checkpoint of the graph from which a task started; null for a checkpoint of the thread itself. */
async function copyOf(configurable: Readonly<Record<string, unknown>>): Promise<string | null> {
  const { thread_id, checkpoint_map: map, __pregel_checkpointer: saver } = configurable;
  const checkpoint_id: unknown = isPlainRecord(map) ? map[""] : undefined;
  if (!isSaver(saver) || typeof checkpoint_id !== "string") return null;
  const tuple = await saver.getTuple({ configurable: { thread_id, checkpoint_ns: "", checkpoint_id } });
  return copyIn(tuple?.metadata, checkpoint_id);
}

const isSaver = (value: unknown): value is Saver =>
  typeof value === "object" && value !== null && "getTuple" in value && typeof value.getTuple === "function";
