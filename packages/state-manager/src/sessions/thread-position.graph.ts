import type { RunnableConfig } from "@langchain/core/runnables";
import { Command, type StateSnapshot } from "@langchain/langgraph";
import type { BaseCheckpointSaver, CheckpointTuple } from "@langchain/langgraph-checkpoint";
import { copyIn, freezeDeep } from "@tidemark/core-state/internal";
import { isPlainRecord } from "@tidemark/reducers/internal";
import { answerersIn, withAnswerers, withSender } from "../kernel/answerers.graph.ts";
import { type PendingInterrupt, pendingInterrupt } from "../kernel/pending-interrupt.ts";
import { findMissingNodes } from "../migrations/missing-nodes.graph.ts";
import { isUnfinished, newestTuple, outputWrites, pendingWrites, threadConfig } from "../savers/thread-saver.graph.ts";
import { WrappedSaver } from "../savers/wrapped-saver.graph.ts";
import type { SessionRefusal } from "../turns/turn-result.ts";
import { senderIn } from "./begun-mark.ts";
import { configOn, type GraphThread, type LeasedThread } from "./leased-thread.graph.ts";
import type { UnfinishedTurn } from "./session-contract.graph.ts";
import { hasAnswers, type StoredAnswer, storeAnswer, storedAnswers } from "./stored-answers.graph.ts";
import { ownTuple } from "./turn-saver.graph.ts";

/** Newest checkpoint of a thread, read once, and what it says about the turn. */
export interface ThreadPosition {
  /** Undefined for an empty thread. */
  readonly tuple: CheckpointTuple | undefined;
  /** True for a copy that was not stored to its end. It counts as an empty thread. */
  readonly isIncomplete: boolean;
  /** Values and tasks, including pending writes of finished nodes. */
  readonly snapshot: StateSnapshot;
  /** Interrupts that wait for an answer. */
  readonly interrupts: readonly PendingInterrupt[];
  /** Stored answers of the others by id: a process ended, or a node failed, before the node had finished with the answer. */
  readonly answered: ReadonlyMap<string, StoredAnswer>;
  readonly hasPendingWrites: boolean;
  /** Tasks that have not finished. */
  readonly tasks: StateSnapshot["tasks"];
  /** Nodes that have not finished. */
  readonly nodes: readonly string[];
  /** True if no node can run without a new input or an answer. */
  readonly isAtEnd: boolean;
  /** True for what an import has brought, until somebody answers a question or sends a message: nobody here has begun its turn. */
  readonly isForeign: boolean;
}

const NO_ANSWERS: ReadonlyMap<string, StoredAnswer> = new Map();

/** Reads the position of a thread. */
export async function readPosition(
  thread: GraphThread,
  saver: BaseCheckpointSaver = thread.saver,
): Promise<ThreadPosition> {
  const found = await saver.getTuple(threadConfig(thread.threadId));
  const isIncomplete = found !== undefined && isUnfinished(found);
  const tuple = isIncomplete ? undefined : found;
  const snapshot = await snapshotAt(thread, { saver, tuple });
  const hasPendingWrites = tuple !== undefined && pendingWrites(tuple).length > 0;
  const finished = new Set(tuple === undefined ? [] : outputWrites(tuple).map(([taskId]) => taskId));
  // LangGraph does not list a node as next that has taken an answer and then failed, and reports the interrupts of finished nodes.
  const tasks = snapshot.tasks.filter(({ id }) => !finished.has(id));
  const asking = tasks.filter((task) => task.interrupts.length > 0);
  const stored = tuple === undefined || asking.length === 0 ? NO_ANSWERS : await storedAnswers(saver, tuple, asking);
  const answered = new Map<string, StoredAnswer>();
  const interrupts: PendingInterrupt[] = [];
  for (const { name, interrupts: raised } of asking) {
    for (const { id, value } of raised) {
      if (id === undefined) continue;
      const answer = stored.get(id);
      if (answer === undefined) interrupts.push(freezeDeep(pendingInterrupt(id, name, value)));
      else answered.set(id, answer);
    }
  }
  const waiting = new Set(interrupts.map(({ id }) => id));
  const canRun = tasks.some((task) => {
    const ids = task.interrupts.map(({ id }) => id ?? "");
    return ids.some((id) => answered.has(id)) || !ids.some((id) => waiting.has(id));
  });
  return {
    tuple,
    isIncomplete,
    snapshot,
    interrupts,
    answered,
    hasPendingWrites,
    tasks,
    nodes: tasks.map(({ name }) => name),
    isAtEnd: !canRun && (interrupts.length > 0 || !hasPendingWrites),
    isForeign: tuple !== undefined && copyIn(tuple.metadata, tuple.checkpoint.id) !== null && !hasAnswers(tuple),
  };
}

/** Returns the stored values, deeply frozen, or null before the first turn. */
export async function storedValues(thread: GraphThread): Promise<Readonly<Record<string, unknown>> | null> {
  const { saver, threadId } = thread;
  const tuple = await newestTuple(saver, threadId);
  return tuple === undefined ? null : frozenValues(await snapshotAt(thread, { saver, tuple, isStored: true }));
}

/** Returns the deeply frozen values of a snapshot. */
export function frozenValues({ values }: StateSnapshot): Readonly<Record<string, unknown>> {
  const found: unknown = values;
  return freezeDeep({ ...(isPlainRecord(found) ? found : {}) });
}

interface ReadTuple {
  readonly saver: BaseCheckpointSaver;
  readonly tuple: CheckpointTuple | undefined;
  /** True to leave out pending writes. */
  readonly isStored?: boolean;
}

/** The graph's snapshot of a checkpoint that was read. */
function snapshotAt(thread: GraphThread, { saver, tuple, isStored = false }: ReadTuple): Promise<StateSnapshot> {
  const { configurable } = configOn(thread, new ReadSaver(saver, tuple));
  // With a checkpoint id in the config, LangGraph returns that checkpoint without pending writes.
  const place = isStored && tuple !== undefined ? { checkpoint_ns: "", checkpoint_id: tuple.checkpoint.id } : {};
  return thread.graph.getState({ configurable: { ...configurable, ...place } });
}

/** Saver whose newest checkpoint of a graph was read already. */
class ReadSaver extends WrappedSaver {
  readonly #tuple: CheckpointTuple | undefined;

  constructor(saver: BaseCheckpointSaver, tuple: CheckpointTuple | undefined) {
    super(saver);
    this.#tuple = tuple;
  }

  override async getTuple(config: RunnableConfig): Promise<CheckpointTuple | undefined> {
    const { checkpoint_ns: namespace = "", checkpoint_id: id } = config.configurable ?? {};
    const isRead = namespace === "" && (id === undefined || id === this.#tuple?.checkpoint.id);
    if (!isRead) return super.getTuple(config);
    return this.#tuple === undefined ? undefined : ownTuple(this.#tuple);
  }
}

/** Reads the position after a run that did not fail. A question that was asked although it had an answer is open again. */
export async function afterRun(thread: GraphThread, { saver, run }: LeasedThread): Promise<ThreadPosition> {
  const position = await readPosition(thread);
  const { tuple, answered } = position;
  if (tuple === undefined || answered.size === 0) return position;
  run.answered.clear();
  for (const id of answered.keys()) await storeAnswer(saver, tuple, id);
  return await readPosition(thread);
}

/** Input that continues a turn. LangGraph alone passes an answer to its node only in the run that it was given to. */
export function continuing({ answered }: ThreadPosition, answers: Readonly<Record<string, unknown>> = {}): unknown {
  const unread = [...answered].filter(([, { isTaken }]) => !isTaken).map(([id, { value }]) => [id, value] as const);
  const resume = { ...Object.fromEntries(unread), ...answers };
  return Object.keys(resume).length === 0 ? null : new Command({ resume });
}

/** People who gave the answers of {@link continuing}. */
export const answerersAt = ({ tuple }: Pick<ThreadPosition, "tuple">): ReadonlyMap<string, string | null> =>
  tuple === undefined ? new Map() : answerersIn(tuple);

/** Config of a run that continues a turn, with the people who gave its answers, and the one who sent its message. */
export const continuingConfig = (
  config: RunnableConfig,
  { tuple }: ThreadPosition,
  answerers: ReadonlyMap<string, string | null>,
): RunnableConfig => {
  const sender = tuple === undefined ? undefined : senderIn(tuple.metadata ?? {}, tuple.checkpoint.id);
  return withAnswerers(withSender(config, sender), answerers);
};

/** The unfinished turn of a thread, or null. */
export async function unfinishedTurn(thread: GraphThread): Promise<UnfinishedTurn | null> {
  const position = await readPosition(thread);
  if (position.tuple === undefined || position.isAtEnd) return null;
  const { turnId, nodes } = unfinishedAt(position);
  return { turnId, nodes };
}

/** Refusal to leave a turn unfinished. */
export const unfinishedAt = ({
  snapshot,
  nodes,
}: Pick<ThreadPosition, "nodes" | "snapshot">): Extract<SessionRefusal, { outcome: "unfinished" }> => ({
  outcome: "unfinished",
  turnId: turnIdOf(frozenValues(snapshot)),
  nodes,
});

/** Refusal of a run whose nodes are missing in the graph. Null if they are there. */
export function missingNodes({ graph }: GraphThread, { tuple }: ThreadPosition): SessionRefusal | null {
  const nodes = tuple === undefined ? [] : findMissingNodes(graph, tuple);
  return nodes.length === 0 ? null : { outcome: "missingNode", nodes };
}

/** Id of the turn of a state. */
export const turnIdOf = ({ runtime_turn_id: turnId }: Readonly<Record<string, unknown>>): string | null =>
  typeof turnId === "string" ? turnId : null;
