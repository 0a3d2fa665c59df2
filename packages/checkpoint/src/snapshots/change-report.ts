import type { Checkpoint } from "@langchain/langgraph-checkpoint";
import { formatPath, isDevelopment } from "@tidemark/core-state/internal";
import { changeIn } from "./change-in.ts";
import { type ChangesInPlace, partOf } from "./checkpoint-snapshot.ts";
import type { ValueNode } from "./value-nodes.ts";

/** Beginning of the path of a task that a node runs as. The name of the node follows. */
const PULLED = "~__pregel_pull, ";

/**
 * Reports values of the newest checkpoint of a thread that were changed in place: walks over them at the end of each task, and before the
 * next checkpoint.
 *
 * @internal
 */
export class ChangeReport {
  readonly #warn: (message: string) => void;
  /** Nodes and channels that were reported. */
  readonly #reported = new Set<string>();
  /** Objects that were reported, and are not what a later node has changed. */
  readonly #known = new WeakSet<object>();

  constructor(report: (message: string) => void = warn) {
    this.#warn = report;
  }

  /** Looks at the values that a task was given, in the tree of its checkpoint. */
  taskEnded(tree: ValueNode | null, { threadId, taskPath }: { readonly threadId: string; readonly taskPath: string }) {
    const node = taskPath.startsWith(PULLED) ? taskPath.slice(PULLED.length) : null;
    for (const [channel, before] of partOf(tree, "channel_values")?.items ?? [])
      this.#look(before, { threadId, channel, node });
  }

  /** Looks at the values before a checkpoint: at those that it would have to contain and does not compare. */
  checkpoint(
    tree: ValueNode | null,
    { channel_values: values, channel_versions: versions }: Checkpoint,
    threadId: string,
  ) {
    const known = partOf(tree, "channel_versions")?.items;
    for (const [channel, before] of partOf(tree, "channel_values")?.items ?? []) {
      const isWritten = known?.get(channel)?.source !== versions[channel];
      const isCompared = isWritten && values[channel] === before.source;
      if (Object.hasOwn(values, channel) && !isCompared) this.#look(before, { threadId, channel, node: null });
    }
  }

  #look(
    before: ValueNode,
    { threadId, channel, node }: { readonly threadId: string; readonly channel: string; readonly node: string | null },
  ): void {
    const change = changeIn(before.source, before, { ofUnknown: false, newest: Infinity, known: this.#known });
    if (change === null) return;
    if (typeof change.object === "object" && change.object !== null) this.#known.add(change.object);
    const key = JSON.stringify([node, channel]);
    if (this.#reported.has(key)) return;
    this.#reported.add(key);
    this.#warn(
      `${node === null ? "A node" : `"${node}"`} changed "${formatPath([channel, ...change.path])}" of thread "${threadId}" in place. A value ` +
        "counts as changed when it is another object, so the saver may not store this. Return a new value instead, or create the saver with " +
        '`changesInPlace: "compare"`.',
    );
  }
}

/** The report of a saver. Null in production, and for a saver that stores changes in place. */
export const changeReport = (changes: ChangesInPlace): ChangeReport | null =>
  changes === "report" && isDevelopment() ? new ChangeReport() : null;

function warn(message: string): void {
  // oxlint-disable-next-line eslint/no-console -- a change that may not be stored has nobody else to hear of it
  console.warn(message);
}
