import {
  type BaseCheckpointSaver,
  type Checkpoint,
  type CheckpointTuple,
  MemorySaver,
} from "@langchain/langgraph-checkpoint";
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
    await change(inspected, { ...fork, at }, await edgesDecide(inspected, to, at));
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
  const { checkpoint } = tuple;
  const values = { ...checkpoint.channel_values, ...movedStart(checkpoint.channel_values, at) };
  try {
    const memory = await routedCopy({ graph, saver }, { ...checkpoint, channel_values: values }, node);
    const routed = await graph.getState(configOf({ saver: memory }, COPY));
    return JSON.stringify(routed.next.toSorted()) === JSON.stringify(next.toSorted());
  } catch {
    // Such as a node that an older graph had. The nodes that were chosen then run.
    return false;
  }
}

/** Id of a thread in memory in which edges are tried. */
const COPY = "copy";

/** Keeps a copy of a checkpoint, in the versions of another saver. */
class CopySaver extends MemorySaver {
  readonly #saver: BaseCheckpointSaver;

  constructor(saver: BaseCheckpointSaver) {
    super(saver.serde);
    this.#saver = saver;
  }

  override getNextVersion(current: number | undefined): number {
    return this.#saver.getNextVersion(current);
  }
}

/** A copy in memory of a checkpoint, after which the edges of a node have chosen what runs. */
async function routedCopy(
  { graph, saver }: Pick<InspectedGraph, "graph" | "saver">,
  checkpoint: Checkpoint,
  node: string,
): Promise<MemorySaver> {
  const memory = new CopySaver(saver);
  const place = { configurable: { thread_id: COPY, checkpoint_ns: "" } };
  await memory.put(place, checkpoint, { source: "loop", step: 0, parents: {} });
  await graph.updateState(configOf({ saver: memory }, COPY), {}, node);
  return memory;
}

/** Chooses the nodes that run after a checkpoint, by the edges after a node, without another checkpoint. */
const routeBy =
  (inspected: InspectedGraph, node: string) =>
  async (checkpoint: Checkpoint): Promise<Checkpoint> => {
    const memory = await routedCopy(inspected, checkpoint, node);
    const tuple = await memory.getTuple({ configurable: { thread_id: COPY, checkpoint_ns: "" } });
    if (tuple === undefined) return checkpoint;
    const { channel_versions: versions, channel_values: values, versions_seen: seen } = tuple.checkpoint;
    const isSame = ([name]: readonly [string, unknown]): boolean =>
      versions[name] === checkpoint.channel_versions[name];
    const kept = Object.entries(checkpoint.channel_values).filter(isSame);
    const routed = Object.entries(values).filter((entry) => !isSame(entry));
    return {
      ...checkpoint,
      channel_values: Object.fromEntries([...kept, ...routed]),
      channel_versions: versions,
      versions_seen: seen,
    };
  };

async function change(
  inspected: InspectedGraph,
  fork: StepFork & { readonly at: ThreadStep },
  routes: boolean,
): Promise<void> {
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
  const [node] = at.nodes;
  const route = routes && state === null && node !== undefined ? routeBy(inspected, node) : undefined;
  if (Object.keys(values).length > 0) await writeValues(saver, to, { values, person, reason, newest: at.id, route });
  for (const [field, value] of Object.entries(changes).filter((each) => !isPlain(each))) {
    const declared = state !== null && Object.hasOwn(state.fields, field) ? state.fields[field] : undefined;
    const [owner = "root"] = [declared?.owner ?? "root"].flat();
    const session = sessionOf(inspected, to, { person, owner, isNewCopy: true });
    await proposeValues(session, { [field]: value }, { person, reason, action: "change" });
  }
  // The rules of the state have stored the values, so the edges choose in a separate checkpoint.
  if (routes && route === undefined) await inspected.graph.updateState(configOf(inspected, to), {}, node);
}
