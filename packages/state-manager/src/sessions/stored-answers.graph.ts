import type { StateSnapshot } from "@langchain/langgraph";
import type { BaseCheckpointSaver, CheckpointTuple } from "@langchain/langgraph-checkpoint";
import { isPlainRecord, sameJson } from "@tidemark/reducers/internal";
import { namesEachQuestion } from "../kernel/answerers.graph.ts";
import { hasInterrupt, interruptIds } from "../savers/thread-saver.graph.ts";

/** Answer that LangGraph has stored for an interrupt of a task that has not finished. */
export interface StoredAnswer {
  readonly value: unknown;
  /** True if the task has taken the answer and keeps it itself. LangGraph would pass it to the next question if it got it again. */
  readonly isTaken: boolean;
}

type Write = readonly [taskId: string, channel: string, value: unknown];
type Tasks = Pick<StateSnapshot, "tasks">["tasks"];

/**
 * Reads the stored answers of interrupts that a thread reports, by id of the interrupt.
 *
 * LangGraph stores an answer under the id of its interrupt in the checkpoint of the graph, even if a subgraph asked. It stores what a task
 * has taken under the task, where the question was asked, and only when the task stops.
 */
export async function storedAnswers(
  saver: BaseCheckpointSaver,
  tuple: CheckpointTuple,
  tasks: Tasks,
): Promise<ReadonlyMap<string, StoredAnswer>> {
  const given = new Map(writesOf(tuple).flatMap(givenAnswer));
  const asked = interruptIds(tuple).filter((id) => given.has(id));
  const answers = new Map<string, StoredAnswer>();
  if (asked.length === 0) return answers;
  const places = [...(await newestBelow(saver, tuple, tasks)), tuple];
  const raised = new Set(places.flatMap(interruptIds));
  const others = [...given].filter(([id]) => !raised.has(id)).map(([, value]) => value);
  for (const id of asked) {
    const value = given.get(id);
    const use = useOf({ id, value, places, others });
    if (use !== "refused") answers.set(id, { value, isTaken: use === "taken" });
  }
  return answers;
}

/** Stores an answer to an interrupt of a checkpoint, or takes it back if there is none. */
export const storeAnswer = (
  saver: BaseCheckpointSaver,
  { config }: CheckpointTuple,
  id: string,
  ...answer: readonly [] | readonly [value: unknown]
): Promise<void> => saver.putWrites(config, [["__resume__", answer]], id);

/** True if an answer was given at a checkpoint. */
export const hasAnswers = (tuple: CheckpointTuple): boolean =>
  writesOf(tuple).some(([, channel]) => channel === "__resume__");

const writesOf = ({ pendingWrites = [] }: CheckpointTuple): readonly Write[] => pendingWrites;

/** True for the id of an interrupt. Ids of tasks contain hyphens. */
export const isInterruptId = (id: string): boolean => /^[0-9a-f]{32}$/u.test(id);

/** The newest answer is the last one: LangGraph keeps older ones in front of it. */
const givenAnswer = ([id, channel, value]: Write): readonly (readonly [id: string, value: unknown])[] =>
  channel === "__resume__" && isInterruptId(id) && Array.isArray(value) && value.length > 0
    ? [[id, value.at(-1) as unknown]]
    : [];

const depth = (namespace: string): number => namespace.split("|").length;

/** Newest checkpoints of the subgraphs of interrupted tasks, those of the deepest subgraphs first. */
async function newestBelow(
  saver: BaseCheckpointSaver,
  { config }: CheckpointTuple,
  tasks: Tasks,
): Promise<readonly CheckpointTuple[]> {
  const roots = tasks.filter(({ interrupts }) => interrupts.length > 0).map(({ id, name }) => `${name}:${id}`);
  const newest = new Map<string, CheckpointTuple>();
  const threadId: unknown = config.configurable?.["thread_id"];
  for await (const each of saver.list({ configurable: { thread_id: threadId } })) {
    const namespace = String(each.config.configurable?.["checkpoint_ns"] ?? "");
    if (!roots.some((root) => namespace.startsWith(root))) continue;
    const known = newest.get(namespace);
    if (known === undefined || known.checkpoint.id < each.checkpoint.id) newest.set(namespace, each);
  }
  return [...newest].toSorted(([one], [other]) => depth(other) - depth(one)).map(([, each]) => each);
}

interface Given {
  readonly id: string;
  readonly value: unknown;
  readonly places: readonly CheckpointTuple[];
  /** Answers to questions that no task asks any more. */
  readonly others: readonly unknown[];
}

/** State of an answer: a task has taken it, has refused it, or has not read it before the run ended. */
function useOf({ id, value, places, others }: Given): "refused" | "taken" | "unread" {
  const place = places.find((each) => interruptIds(each).includes(id));
  const own = place === undefined ? [] : writesOfAsker(place, id);
  const taken = own.filter(([, channel]) => channel === "__resume__").flatMap(([, , each]) => each);
  const error = own.find(([, channel]) => channel === "__error__")?.[2];
  if (taken.length === 0) {
    if (refuses(own, id, error)) return "refused";
    // A subgraph has gone on to its second question, and the run ended before the graph knew.
    return place === places.at(-1) && places.slice(0, -1).some(asksAgain) ? "taken" : "unread";
  }
  // LangGraph before 1.7 names all questions of a task alike, so the answer can be that to an earlier one. Of a task that has failed, it is
  // counted as taken: if the task asks again, the question is open again after the run.
  if (!namesEachQuestion()) return error !== undefined && sameJson(taken.at(-1), value) ? "taken" : "refused";
  const isFirst = taken.length === 1 && sameJson(taken[0], value) && !others.some((each) => sameJson(each, value));
  return error !== undefined && isFirst ? "taken" : "unread";
}

function writesOfAsker(place: CheckpointTuple, id: string): readonly Write[] {
  const writes = writesOf(place);
  const asker = writes.find(([, channel, value]) => channel === "__interrupt__" && hasInterrupt(value, id))?.[0];
  return writes.filter(([taskId]) => taskId === asker);
}

/** True if an answer did not fit the schema of its question, so that the task failed. */
const refuses = (own: readonly Write[], id: string, error: unknown): boolean =>
  isPlainRecord(error) &&
  String(error["name"]).endsWith("ZodError") &&
  own
    .filter(([, channel]) => channel === "__interrupt__")
    .flatMap(([, , value]): unknown[] => [value].flat())
    .some((each) => isPlainRecord(each) && each["id"] === id && each["response_schema"] !== undefined);

/** False for an answer that was taken back. */
const isNonEmpty = (value: unknown): boolean => !Array.isArray(value) || value.length > 0;

/** True if a task of a subgraph has an answer and asks. */
function asksAgain(place: CheckpointTuple): boolean {
  const writes = writesOf(place);
  return writes.some(
    ([asker, channel]) =>
      channel === "__interrupt__" &&
      writes.some(([taskId, other, given]) => taskId === asker && other === "__resume__" && isNonEmpty(given)),
  );
}
