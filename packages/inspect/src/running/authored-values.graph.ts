import { BaseMessage, type BaseMessageLike, coerceMessageLikeToMessage } from "@langchain/core/messages";
import { type BaseCheckpointSaver, type Checkpoint, copyCheckpoint, uuid6 } from "@langchain/langgraph-checkpoint";
import { defaultLocks } from "@tidemark/state-manager/internal/langgraph";
import { authorMarks, type Authorship } from "../source/authorship.ts";
import { inspectErrors } from "../errors.ts";
import { isoNow } from "../clock.ts";
import { isPlainList, isPlainRecord, type Plain, plainValue } from "../values/plain-value.ts";
import { messageType } from "../history/messages.ts";
import { sameJson } from "@tidemark/reducers/internal";

/**
 * Replaces values of a thread that has no declaration, in one checkpoint that starts no node. Its metadata contain who wrote it and why.
 *
 * The thread is locked meanwhile, against sessions of this process and, with a saver of Tidemark, of all processes.
 */
export async function writeValues(
  saver: BaseCheckpointSaver,
  threadId: string,
  {
    values,
    person,
    reason,
    newest,
    source = "update",
    route,
  }: Authorship & {
    readonly values: Readonly<Record<string, Plain>>;
    /** Checkpoint that the person saw. Any other newest one refuses the edit. */
    readonly newest: string;
    /** Cause of the checkpoint. Defaults to `update`. */
    readonly source?: "update" | "fork";
    /** Chooses the nodes that run after the checkpoint. Defaults to those that would have run before it. */
    readonly route?: ((checkpoint: Checkpoint) => Promise<Checkpoint>) | undefined;
  },
): Promise<void> {
  const acquired = await defaultLocks(saver).acquire(threadId, { onBusy: "refuse" });
  if (acquired.outcome !== "acquired") throw inspectErrors.busy({ threadId });
  try {
    const tuple = await saver.getTuple({ configurable: { thread_id: threadId, checkpoint_ns: "" } });
    if (tuple === undefined || tuple.checkpoint.id !== newest)
      throw inspectErrors.refused({ threadId, action: "edit", rule: "stale: the thread has a newer step" });
    const { checkpoint, metadata } = tuple;
    const step = (metadata?.step ?? -2) + 1;
    const highest = Object.values(checkpoint.channel_versions).reduce<number | string | undefined>(
      (most, each) => (most === undefined || each > most ? each : most),
      undefined,
    );
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the saver created these versions
    const version = saver.getNextVersion(highest as number | undefined);
    const written = Object.entries(values).map(([name, value]): [string, unknown] => [
      name,
      storedForm(checkpoint.channel_values[name], value),
    ]);
    const id = uuid6(step);
    const edited: Checkpoint = {
      ...copyCheckpoint(checkpoint),
      id,
      ts: isoNow(),
      channel_values: { ...checkpoint.channel_values, ...Object.fromEntries(written) },
      channel_versions: {
        ...checkpoint.channel_versions,
        ...Object.fromEntries(Object.keys(values).map((name) => [name, version])),
      },
    };
    const next = (await route?.(edited)) ?? edited;
    const versions = Object.entries(next.channel_versions).filter(
      ([name, each]) => checkpoint.channel_versions[name] !== each,
    );
    await saver.put(
      tuple.config,
      next,
      {
        source,
        step,
        parents: metadata?.parents ?? {},
        ...authorMarks({ person, reason }, id),
      },
      Object.fromEntries(versions),
    );
  } finally {
    await acquired.lease.release();
  }
}

/** A value in the form in which the thread stores it: messages that were not changed stay, others become messages. */
function storedForm(before: unknown, value: Plain): unknown {
  if (!isPlainList(value) || !Array.isArray(before) || !before.some((each) => BaseMessage.isInstance(each)))
    return value;
  const known: readonly unknown[] = before;
  return value.map((each) => {
    const same = known.find((message) => sameJson(plainValue(message), each));
    return same ?? messageFrom(each);
  });
}

function messageFrom(value: Plain): unknown {
  if (!isPlainRecord(value) || messageType(value) === null) return value;
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- it has the parts of a message, and LangChain refuses any other form
  return coerceMessageLikeToMessage({ ...value, role: messageType(value) } as unknown as BaseMessageLike);
}
