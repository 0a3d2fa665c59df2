import type { RunnableConfig } from "@langchain/core/runnables";
import type { StateSnapshot } from "@langchain/langgraph";
import { BaseCheckpointSaver, type SerializerProtocol } from "@langchain/langgraph-checkpoint";
import { strictSerializer } from "@tidemark/checkpoint";
import type { ChangesOptions, CheckpointChanges } from "@tidemark/checkpoint/internal";
import { isPlainRecord } from "@tidemark/reducers/internal";
import { digest } from "../kernel/digest.ts";
import { idOf } from "./thread-saver.graph.ts";

/** Part of a compiled graph that `changesOf` uses. */
export interface HistoryGraph {
  readonly checkpointer?: BaseCheckpointSaver | boolean | undefined;
  getStateHistory(config: RunnableConfig): AsyncIterableIterator<StateSnapshot>;
}

/** A checkpoint with a digest of each value. */
interface DigestedCheckpoint extends Omit<CheckpointChanges, "turn" | "changed" | "values"> {
  readonly digests: ReadonlyMap<string, string>;
}

/** Name of the only channel of a graph whose state is not a record. */
const ROOT = "__root__";

/**
 * Yields for each checkpoint of a thread, oldest first, which channels it changed. Works with any saver.
 *
 * It is slow: it reads the whole history and digests every value of every checkpoint, because LangGraph's savers do not record what
 * changed. `sqliteSaver` and `postgresSaver` do; with them use `saver.changes`. A thread or an id that does not exist yields nothing.
 *
 * @example
 * ```ts
 * import { Annotation, END, MemorySaver, START, StateGraph } from "@langchain/langgraph";
 * import { changesOf } from "tidemark/checkpoint";
 *
 * const State = Annotation.Root({ city: Annotation<string>, days: Annotation<number> });
 * const graph = new StateGraph(State)
 *   .addNode("plan", () => ({ days: 3 }))
 *   .addEdge(START, "plan")
 *   .addEdge("plan", END)
 *   .compile({ checkpointer: new MemorySaver() });
 * await graph.invoke({ city: "Lisbon" }, { configurable: { thread_id: "ann" } });
 *
 * for await (const { step, changed, values } of changesOf(graph, "ann")) console.log(step, changed, values);
 * // -1 [] {}
 * // 0 [ 'city' ] { city: 1 }
 * // 1 [ 'days' ] { city: 1, days: 2 }
 * ```
 */
export async function* changesOf(
  graph: HistoryGraph,
  threadId: string,
  { namespace = "", from, to, channels }: ChangesOptions = {},
): AsyncGenerator<CheckpointChanges> {
  const serializer = graph.checkpointer instanceof BaseCheckpointSaver ? graph.checkpointer.serde : strictSerializer();
  const wanted = channels === undefined ? null : new Set(channels);
  const newestFirst: DigestedCheckpoint[] = [];
  // Only digests are kept: all states together may not fit into memory.
  const config = { configurable: { thread_id: threadId, checkpoint_ns: namespace } };
  for await (const snapshot of graph.getStateHistory(config))
    newestFirst.push(await digestCheckpoint(snapshot, { serializer, wanted }));

  const history = newestFirst.toReversed();
  const byId = new Map(history.map((checkpoint) => [checkpoint.id, checkpoint]));
  if ([from, to].some((id) => id !== undefined && !byId.has(id))) return;
  const turnOf = turnCounter(byId);
  const numbers = new Map<string, number>();
  let within = from === undefined;
  for (const { digests, ...facts } of history) {
    within ||= facts.id === from;
    if (!within) continue;
    const before = byId.get(facts.parent ?? "")?.digests ?? new Map<string, string>();
    const names = new Set([...digests.keys(), ...before.keys()]);
    yield {
      ...facts,
      turn: turnOf(facts.id),
      changed: [...names].filter((name) => digests.get(name) !== before.get(name)),
      values: Object.fromEntries(Array.from(digests, ([name, each]) => [name, numberOf(numbers, each)])),
    };
    if (facts.id === to) return;
  }
}

function numberOf(numbers: Map<string, number>, key: string): number {
  const known = numbers.get(key) ?? numbers.size + 1;
  numbers.set(key, known);
  return known;
}

async function digestCheckpoint(
  snapshot: StateSnapshot,
  { serializer, wanted }: { readonly serializer: SerializerProtocol; readonly wanted: ReadonlySet<string> | null },
): Promise<DigestedCheckpoint> {
  const { metadata, parentConfig } = snapshot;
  const values: unknown = snapshot.values;
  const parent: unknown = parentConfig?.configurable?.["checkpoint_id"];
  const digests = new Map<string, string>();
  for (const [name, value] of Object.entries(isPlainRecord(values) ? values : { [ROOT]: values })) {
    if (value === undefined || wanted?.has(name) === false) continue;
    const [type, bytes] = await serializer.dumpsTyped(value);
    // Parsed again, so that the order of keys does not matter.
    const stored: unknown = type === "json" ? JSON.parse(new TextDecoder().decode(bytes)) : [...bytes];
    digests.set(name, digest([type, stored]));
  }
  return {
    id: idOf(snapshot) ?? "",
    parent: typeof parent === "string" ? parent : null,
    source: metadata?.source ?? null,
    step: metadata?.step ?? null,
    digests,
  };
}

/** Counts the inputs among a checkpoint and its ancestors, without recursion: a thread may have thousands. */
function turnCounter(byId: ReadonlyMap<string, DigestedCheckpoint>): (id: string) => number {
  const turns = new Map<string, number>();
  return (id) => {
    const path: DigestedCheckpoint[] = [];
    for (let next = byId.get(id); next !== undefined && !turns.has(next.id); next = byId.get(next.parent ?? ""))
      path.push(next);
    for (const { id: each, parent, source } of path.toReversed())
      turns.set(each, (turns.get(parent ?? "") ?? 0) + (source === "input" ? 1 : 0));
    return turns.get(id) ?? 0;
  };
}
