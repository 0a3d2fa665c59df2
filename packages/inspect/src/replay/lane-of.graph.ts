import type { BaseCheckpointSaver, CheckpointTuple } from "@langchain/langgraph-checkpoint";
import { taskIds } from "../history/task-ids.graph.ts";
import { branchOf, type ThreadStep, threadSteps } from "../history/thread-steps.ts";
import { ASKED, FAILED, INPUT, isField } from "../source/channels.ts";
import { stepOf } from "../source/saver-source.graph.ts";
import type { Lane, LaneStep, NodeWrites } from "./lane.ts";

/** Reads a thread of a saver in memory, all of it or from the checkpoint before one on. Null for a thread without checkpoints. */
export async function laneOf(
  saver: BaseCheckpointSaver,
  threadId: string,
  since: string | null = null,
): Promise<Lane | null> {
  const tuples: CheckpointTuple[] = [];
  for await (const tuple of saver.list({ configurable: { thread_id: threadId, checkpoint_ns: "" } })) {
    tuples.push(tuple);
    // A step has changed what its parent has not.
    if (tuples.at(-2)?.checkpoint.id === since) break;
  }
  const [newest] = tuples;
  if (newest === undefined) return null;
  const all = threadSteps(tuples.toReversed().map(stepOf), newest.checkpoint.id);
  const byId = new Map(tuples.map((tuple) => [tuple.checkpoint.id, tuple]));
  const path = branchOf(all, newest.checkpoint.id)
    .toReversed()
    .flatMap((step): LaneStep[] => {
      const tuple = byId.get(step.id);
      if (tuple === undefined) return [];
      const values = Object.entries(tuple.checkpoint.channel_values).filter(([name]) => isField(name));
      const input = tuple.checkpoint.channel_values[INPUT];
      return [{ step, values: Object.fromEntries(values), input, tasks: tasksAfter(step, tuple) }];
    });
  return { all, path };
}

/** Channels with which a task does not write. */
const NO_WRITE: ReadonlySet<string> = new Set([ASKED, FAILED, "__resume__", "__error_source_node__"]);

const TASK = /^[\da-f]{8}-[\da-f]{4}-/;

/** Task under which LangGraph stores an answer before it knows whose it is. */
const NULL_TASK = "00000000-0000-0000-0000-000000000000";

/** Tasks after a checkpoint, in the order of their nodes. */
function tasksAfter(step: ThreadStep, { pendingWrites = [] }: CheckpointTuple): readonly NodeWrites[] {
  const place = { checkpointId: step.id, step: (step.step ?? -2) + 1, namespace: "", tasks: step.next.length };
  const found = new Set(pendingWrites.map(([task]) => task));
  const nodes = [...new Set(step.next)].map((node) => ({
    node,
    ids: taskIds({ node, ...place }).filter((id) => found.has(id)),
  }));
  // A node that waits for several others has an id of another form.
  const known = new Set(nodes.flatMap(({ ids }) => ids));
  const others = [...found].filter((id) => !known.has(id) && TASK.test(id) && id !== NULL_TASK);
  const [alone, second] = nodes.filter(({ ids }) => ids.length === 0);
  return nodes.flatMap((each) => {
    const ids = each === alone && second === undefined ? others : each.ids;
    return ids.map((taskId): NodeWrites => {
      const own = pendingWrites.filter(([task]) => task === taskId);
      const writes = own.flatMap(([, channel, value]): [string, unknown][] =>
        NO_WRITE.has(channel) ? [] : [[channel, value]],
      );
      const questions = own.flatMap(([, channel, value]) => (channel === ASKED ? questionsIn(value) : []));
      const [failed = null] = own.flatMap(([, channel, value]): unknown[] => (channel === FAILED ? [value] : []));
      return { node: each.node, taskId, writes, questions, error: failed };
    });
  });
}

function questionsIn(value: unknown): readonly { readonly id: string; readonly value: unknown }[] {
  const list: readonly unknown[] = Array.isArray(value) ? value : [value];
  return list.flatMap((each) => {
    const id: unknown = Reflect.get(Object(each), "id");
    const asked: unknown = Reflect.get(Object(each), "value");
    return typeof id === "string" ? [{ id, value: asked }] : [];
  });
}
