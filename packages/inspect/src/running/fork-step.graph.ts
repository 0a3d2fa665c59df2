import type { CheckpointTuple } from "@langchain/langgraph-checkpoint";
import { MemorySaver } from "@langchain/langgraph-checkpoint";
import { checkpointErrors, copyThread } from "@tidemark/checkpoint";
import { inspectErrors } from "../errors.ts";
import { isInputStep } from "../history/shown-steps.ts";
import { branchOf, type ThreadStep, type ThreadSteps } from "../history/thread-steps.ts";
import type { Plain } from "../values/plain-value.ts";
import { writeValues } from "./authored-values.graph.ts";
import type { Authorship } from "../source/authorship.ts";
import { type InspectedGraph, sessionOf } from "./inspected-graph.graph.ts";
import { movedStart } from "./moved-start.ts";
import { proposeValues } from "./propose-values.graph.ts";

/** Place of a fork, and what is different in it. */
export interface StepFork extends Authorship {
  readonly threadId: string;
  /** Last step that the fork has in common with the thread. Null begins a thread. */
  readonly at: ThreadStep | null;
  /** Id of the fork. */
  readonly to: string;
  /** New values by field. */
  readonly changes: Readonly<Record<string, Plain>>;
}

/**
 * Copies a thread up to a step under another id, and changes values in the copy. What ran after the step is not part of the copy: its nodes
 * run again. The thread itself stays as it is.
 *
 * Values are written as the owner of their field, with author and reason. If one is refused, the copy is removed. The edges after the last
 * node choose the next nodes again, if edges alone decide there.
 */
export async function forkStep(inspected: InspectedGraph, all: ThreadSteps | null, fork: StepFork): Promise<void> {
  const { saver } = inspected;
  const { threadId, at, to } = fork;
  if ((await saver.getTuple({ configurable: { thread_id: to, checkpoint_ns: "" } })) !== undefined)
    throw inspectErrors.threadExists({ threadId: to });
  if (at === null || all === null) return;
  const choose = (tuples: readonly CheckpointTuple[]) => upTo(tuples, all, at.id);
  try {
    await copyThread(saver, threadId, { to, choose });
  } catch (error) {
    if (checkpointErrors.threadExists.is(error)) throw inspectErrors.threadExists({ threadId: to }, { cause: error });
    throw error;
  }
  try {
    if (Object.keys(fork.changes).length === 0) {
      await beginFork(inspected, { ...fork, at });
      return;
    }
    const routes = await edgesDecide(inspected, to, at);
    await change(inspected, { ...fork, at });
    if (routes) await inspected.graph.updateState(configOf(inspected, to), {}, at.nodes[0]);
  } catch (error) {
    await saver.deleteThread(to);
    throw error;
  }
}

/** Stores when the copy was made and by whom, where the state does not contain the time of its turn: the age of a step is not its duration. */
async function beginFork(
  { saver, state }: InspectedGraph,
  { to, at, person, reason }: StepFork & { readonly at: ThreadStep },
): Promise<void> {
  if (state !== null || at.next.length === 0 || isInputStep(at)) return;
  await writeValues(saver, to, { values: {}, person, reason, newest: at.id, source: "fork" });
}

/** The step and its ancestors with their subgraphs. What the tasks after the step wrote is left out, so that they run again. */
function upTo(tuples: readonly CheckpointTuple[], all: ThreadSteps, last: string): readonly CheckpointTuple[] {
  const path = new Set(branchOf(all, last).map(({ id }) => id));
  return tuples.flatMap((tuple) => {
    const isOuter = (tuple.config.configurable?.["checkpoint_ns"] ?? "") === "";
    const step = isOuter ? tuple.checkpoint.id : (tuple.metadata?.parents?.[""] ?? "");
    if (!path.has(step)) return [];
    if (step !== last) return [tuple];
    return isOuter ? [{ ...tuple, pendingWrites: [] }] : [];
  });
}

const configOf = ({ saver }: Pick<InspectedGraph, "saver">, threadId: string) => ({
  configurable: { thread_id: threadId, checkpoint_ns: "", __pregel_checkpointer: saver },
});

/**
 * True if the edges after the node of a step lead to the nodes that ran next. A node that names its successors itself, with a command, would
 * lead nowhere without running. Tried on a copy in memory.
 */
async function edgesDecide(
  { graph, saver }: Pick<InspectedGraph, "graph" | "saver">,
  threadId: string,
  at: ThreadStep,
): Promise<boolean> {
  const { nodes, next } = at;
  const [node, second] = new Set(nodes);
  if (node === undefined || second !== undefined || next.length === 0) return false;
  const tuple = await saver.getTuple({ configurable: { thread_id: threadId, checkpoint_ns: "" } });
  if (tuple === undefined) return false;
  const memory = new MemorySaver(saver.serde);
  const { checkpoint, metadata } = tuple;
  const values = { ...checkpoint.channel_values, ...movedStart(checkpoint.channel_values, at) };
  const place = { configurable: { thread_id: threadId, checkpoint_ns: "" } };
  await memory.put(
    place,
    { ...checkpoint, channel_values: values },
    metadata ?? { source: "loop", step: 0, parents: {} },
  );
  try {
    await graph.updateState(configOf({ saver: memory }, threadId), {}, node);
    const routed = await graph.getState(configOf({ saver: memory }, threadId));
    return JSON.stringify(routed.next.toSorted()) === JSON.stringify(next.toSorted());
  } catch {
    // Such as a node that an older graph had. The nodes that were chosen then run.
    return false;
  }
}

async function change(inspected: InspectedGraph, fork: StepFork & { readonly at: ThreadStep }): Promise<void> {
  const { saver, state } = inspected;
  const { to, at, person, reason, changes } = fork;
  // A proposal cannot contain messages, which only LangGraph reduces. Here they are replaced.
  const isPlain = ([field]: readonly [string, Plain]): boolean => state === null || field === "messages";
  const plain = Object.entries(changes).filter(isPlain);
  const unknown = plain.find(([field]) => !Object.hasOwn(inspected.graph.channels ?? {}, field));
  if (unknown !== undefined)
    throw inspectErrors.refused({ threadId: to, action: "change", rule: `the graph has no field "${unknown[0]}"` });
  const tuple = await saver.getTuple({ configurable: { thread_id: to, checkpoint_ns: "" } });
  const moved = state === null ? {} : movedStart(tuple?.checkpoint.channel_values ?? {}, at);
  const values = { ...Object.fromEntries(plain), ...moved };
  if (Object.keys(values).length > 0) await writeValues(saver, to, { values, person, reason, newest: at.id });
  for (const [field, value] of Object.entries(changes).filter((each) => !isPlain(each))) {
    const declared = state !== null && Object.hasOwn(state.fields, field) ? state.fields[field] : undefined;
    const [owner = "root"] = [declared?.owner ?? "root"].flat();
    const session = sessionOf(inspected, to, { person, owner });
    await proposeValues(session, { [field]: value }, { person, reason, action: "change" });
  }
}
