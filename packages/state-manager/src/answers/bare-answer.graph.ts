import { type CheckpointTuple, getConfig, type LangGraphRunnableConfig } from "@langchain/langgraph";
import type { ApprovalRequest } from "@tidemark/core-state";
import { isPlainRecord } from "@tidemark/reducers/internal";
import { systemClock } from "../kernel/clock.ts";
import {
  collectedIn,
  collectedWrite,
  idOfNextQuestion,
  isSettledIn,
  namesEachQuestion,
} from "../kernel/answerers.graph.ts";
import { checkpointOfTask, checkpointsOnPath, saverOf } from "../kernel/task-checkpoint.graph.ts";

/** LangGraph's id for writes without a task, such as an answer that names no question. */
const NO_TASK = "00000000-0000-0000-0000-000000000000";

type Configurable = NonNullable<LangGraphRunnableConfig["configurable"]>;

/**
 * Result of looking at the answer that LangGraph is about to pass to the present task.
 *
 * `none`: none, or one that names this question by its id. `counts`: one without an id that is meant for this question.
 * `other`: one for another question. `ambiguous`: one that could be for several.
 */
export type BareAnswer = "none" | "counts" | "other" | "ambiguous";

/**
 * Checks an answer without the id of its question, as in `new Command({ resume: "yes" })`, before `interrupt` takes it.
 *
 * LangGraph passes it to every waiting task, and keeps it for the tasks of later runs. Here it counts while exactly one
 * question is open in the thread, subgraphs included, or if it names one of the requests. Any other is taken away, so that
 * `interrupt` asks again, and it is removed from the checkpoints in each case.
 */
export async function checkBareAnswer(requests: readonly ApprovalRequest[]): Promise<BareAnswer> {
  const configurable: Configurable = getConfig()?.configurable ?? {};
  const scratchpad = scratchpadOf(configurable);
  if (scratchpad === null) return "none";
  const { answer } = scratchpad;
  const result = await meaningOf(answer, requests, configurable);
  if (result !== "counts") Reflect.deleteProperty(scratchpad.stored, "nullResume");
  await takeBack(configurable, result === "counts" ? answer : undefined);
  return result;
}

/** Takes an answer without the id of its question away from the present task, which asks no person. Other tasks keep it. */
export async function dropBareAnswer(): Promise<void> {
  const configurable: Configurable = getConfig()?.configurable ?? {};
  const scratchpad = scratchpadOf(configurable);
  if (scratchpad === null) return;
  Reflect.deleteProperty(scratchpad.stored, "nullResume");
  await takeBack(configurable, undefined);
}

/** Value of the stored question that the next call of `interrupt` asks again. Null if the task has not asked it. */
export async function questionAskedNext(): Promise<unknown> {
  const configurable: Configurable = getConfig()?.configurable ?? {};
  const own = await checkpointOfTask(configurable);
  const task: unknown = configurable["__pregel_task_id"];
  const question = own === null ? null : questionIn(own, task);
  if (own === null || question === null) return null;
  const isNext = namesEachQuestion()
    ? question.id === idOfNextQuestion(configurable)
    : answersOf(own, task) === Number(Reflect.get(Object(configurable["__pregel_scratchpad"]), "interruptCounter")) + 1;
  return isNext ? question.value : null;
}

/** Number of answers that a task had taken when it asked its stored question. */
function answersOf({ pendingWrites = [] }: CheckpointTuple, task: unknown): number {
  const taken = pendingWrites.findLast(([writer, channel]) => writer === task && channel === "__resume__")?.[2];
  return Array.isArray(taken) ? taken.length : 0;
}

/** True if a session has continued the wait whose answer, a time, `interrupt` returned last. */
export async function isSettled(until: string): Promise<boolean> {
  const configurable: Configurable = getConfig()?.configurable ?? {};
  const [root] = await checkpointsOnPath(configurable);
  if (root === undefined || !isSettledIn(root, configurable, until)) return false;
  if (namesEachQuestion() || !isLastAnswer()) return true;
  // Older versions of LangGraph name all waits of a task alike, so an earlier one may have been continued.
  const own = await checkpointOfTask(configurable);
  const question = own === null ? null : questionIn(own, configurable["__pregel_task_id"]);
  return Reflect.get(Object(question?.value), "until") === until;
}

/** The answer without an id that the next call of `interrupt` would return. Null if it returns another one, or asks. */
function scratchpadOf(configurable: Configurable): { readonly stored: object; readonly answer: unknown } | null {
  const stored: unknown = configurable["__pregel_scratchpad"];
  if (typeof stored !== "object" || stored === null) return null;
  const answer: unknown = Reflect.get(stored, "nullResume");
  const given: unknown = Reflect.get(stored, "resume");
  const next = Number(Reflect.get(stored, "interruptCounter")) + 1;
  const isReplayed = Array.isArray(given) && given.length > next;
  return isReplayed || answer === undefined || answer === null ? null : { stored, answer };
}

async function meaningOf(
  answer: unknown,
  requests: readonly ApprovalRequest[],
  configurable: Configurable,
): Promise<BareAnswer> {
  // An earlier answer, in a run whose answers have ids.
  const named: unknown = configurable["__pregel_resume_map"];
  if (isPlainRecord(named) && Object.keys(named).length > 0) return "other";
  const own = await checkpointOfTask(configurable);
  // A question that nobody has seen has no answer.
  if (own === null || questionIn(own, configurable["__pregel_task_id"]) === null) return "other";
  const [root = own] = await checkpointsOnPath(configurable);
  const asked = questionsIn([root, own]);
  const id: unknown = isPlainRecord(answer) && Object.hasOwn(answer, "decision") ? answer["id"] : undefined;
  if (isPlainRecord(answer) && requests.some((request) => Object.hasOwn(answer, request.id))) return "counts";
  if (typeof id === "string" && asked.all.size > 1) {
    return requests.some((request) => request.id === id) ? "counts" : "other";
  }
  return asked.open.size === 1 ? "counts" : "ambiguous";
}

/**
 * Ids of the questions of checkpoints, and of those that were open before this run.
 *
 * A question is closed if it was answered by its id and its task has ended. A task that took the present answer can have
 * ended, too, and still counts: it makes no difference which of the tasks comes first.
 */
function questionsIn([root, own]: readonly [CheckpointTuple, CheckpointTuple]): {
  readonly all: ReadonlySet<string>;
  readonly open: ReadonlySet<string>;
} {
  const writes = [...(root.pendingWrites ?? []), ...(own.pendingWrites ?? [])];
  const answered = new Set(
    writes.flatMap(([id, channel, value]) =>
      channel === "__resume__" && Array.isArray(value) && value.length > 0 ? [id] : [],
    ),
  );
  const ended = new Set(
    writes.filter(([, channel]) => !channel.startsWith("__") || ENDED.has(channel)).map(([task]) => task),
  );
  const asked = writes.filter(([, channel]) => channel === "__interrupt__");
  const ids = asked.flatMap(([task, , value]) => idsIn(value).map((id) => [task, id] as const));
  const open = ids.filter(([task, id]) => !answered.has(id) || !ended.has(task));
  return { all: new Set(ids.map(([, id]) => id)), open: new Set(open.map(([, id]) => id)) };
}

/** Channels that a task writes when it has ended. */
const ENDED = new Set(["__no_writes__", "__pregel_tasks", "__return__"]);

const idsIn = (value: unknown): readonly string[] =>
  [value]
    .flat()
    // Words answer only questions for people, unlike waits.
    .filter((each: unknown) => Reflect.get(Object(Reflect.get(Object(each), "value")), "type") !== "timer")
    .map((each: unknown): unknown => Reflect.get(Object(each), "id"))
    .filter((id): id is string => typeof id === "string");

/** The stored question of a task: its id and its value. Null if the task has not asked. */
function questionIn(
  { pendingWrites = [] }: CheckpointTuple,
  task: unknown,
): { readonly id: string; readonly value: unknown } | null {
  const asked = pendingWrites.findLast(([writer, channel]) => writer === task && channel === "__interrupt__");
  const last: unknown = [asked?.[2]].flat().at(-1);
  const id: unknown = Reflect.get(Object(last), "id");
  return typeof id === "string" ? { id, value: Reflect.get(Object(last), "value") } : null;
}

/** Longest pause between two reads of an answer that is being stored, in milliseconds. All pauses together take two seconds. */
const LONGEST_PAUSE = 1_024;

/**
 * Reads the checkpoints on the path of a task, from the graph of the thread on, as soon as the answer is stored that LangGraph has passed on.
 *
 * LangGraph stores an answer while the task runs, so a busy database has it later than the task. What a task writes before that would be
 * overwritten. After the longest pause it returns what there is: another task can have removed the answer.
 */
async function pathOnceStored(
  configurable: Configurable,
  isStored: (path: readonly CheckpointTuple[]) => boolean,
): Promise<readonly CheckpointTuple[]> {
  for (let pause = 1; ; pause *= 2) {
    // oxlint-disable-next-line eslint/no-await-in-loop -- each read follows the last pause
    const path = await checkpointsOnPath(configurable);
    if (path.length === 0 || isStored(path) || pause > LONGEST_PAUSE) return path;
    // oxlint-disable-next-line eslint/no-await-in-loop -- see above
    await systemClock.wait(pause);
  }
}

/**
 * Removes the answer from the checkpoints, from which LangGraph would pass it to later questions. One that counts is
 * stored under the id of its question instead, for a process that continues after this one has ended.
 */
async function takeBack(configurable: Configurable, answer: unknown): Promise<void> {
  const saver = saverOf(configurable);
  if (saver === null) return;
  // Each graph on the path stores it.
  const path = await pathOnceStored(configurable, (found) => found.every(hasBareAnswer));
  const holding = path.filter(hasBareAnswer);
  // Another task that it is not for can have removed it before.
  const [root = path[0]] = holding;
  if (root === undefined) return;
  const own = await checkpointOfTask(configurable);
  const question = own === null ? null : questionIn(own, configurable["__pregel_task_id"]);
  if (answer !== undefined && question !== null) {
    await saver.putWrites(root.config, [["__resume__", [answer]]], question.id);
  }
  for (const { config } of holding) await saver.putWrites(config, [["__resume__", undefined]], NO_TASK);
}

/** Makes a question as open in the checkpoint of its thread as if it had not been answered. */
async function reopen(configurable: Configurable, own: CheckpointTuple, id: string): Promise<void> {
  const named: unknown = configurable["__pregel_resume_map"];
  const isGiven = isPlainRecord(named) && Object.hasOwn(named, id);
  const path = isGiven
    ? await pathOnceStored(configurable, (found) => found.some((each) => hasAnswerTo(each, id)))
    : await checkpointsOnPath(configurable);
  const [root = own] = path;
  await saverOf(configurable)?.putWrites(root.config, [["__resume__", []]], id);
}

const hasAnswerTo = ({ pendingWrites = [] }: CheckpointTuple, id: string): boolean =>
  pendingWrites.some(([task, channel, value]) => task === id && channel === "__resume__" && isNonEmpty(value));

/** False for an answer that was taken back. */
const isNonEmpty = (value: unknown): boolean => !Array.isArray(value) || value.length > 0;

/**
 * Takes the answers back that the present task has to a question of another thread, so that `interrupt` asks again.
 *
 * A copy of a thread has the open question of the original, and every answer that was given there. True if it had one.
 */
export async function takeBackCopied({ id, threadId }: ApprovalRequest): Promise<boolean> {
  const configurable: Configurable = getConfig()?.configurable ?? {};
  const own = await checkpointOfTask(configurable);
  const task: unknown = configurable["__pregel_task_id"];
  const question = own === null ? null : questionIn(own, task);
  const asked = requestsIn(question?.value).find((each) => each["id"] === id);
  const isCopied = asked !== undefined && asked["threadId"] !== threadId;
  if (own === null || question === null || typeof task !== "string" || !isCopied) return false;
  const scratchpad: unknown = configurable["__pregel_scratchpad"];
  if (typeof scratchpad === "object" && scratchpad !== null) {
    const isGiven = (Reflect.get(scratchpad, "nullResume") ?? null) !== null;
    Reflect.set(scratchpad, "resume", []);
    Reflect.deleteProperty(scratchpad, "nullResume");
    if (isGiven) await takeBack(configurable, undefined);
  }
  await saverOf(configurable)?.putWrites(own.config, [["__resume__", []]], task);
  await reopen(configurable, own, question.id);
  return true;
}

/** LangGraph's record of the answers of the present task, after `interrupt` has returned one. Null outside of a task. */
function takenIn(
  configurable: Configurable,
): { readonly scratchpad: object; readonly index: number; readonly given: readonly unknown[] } | null {
  const scratchpad: unknown = configurable["__pregel_scratchpad"];
  if (typeof scratchpad !== "object" || scratchpad === null) return null;
  const index: unknown = Reflect.get(scratchpad, "interruptCounter");
  const given: unknown = Reflect.get(scratchpad, "resume");
  return typeof index === "number" && Array.isArray(given) ? { scratchpad, index, given } : null;
}

/** True if the present task has no answer after the one that `interrupt` returned last. */
export function isLastAnswer(): boolean {
  const taken = takenIn(getConfig()?.configurable ?? {});
  if (taken === null) return true;
  // LangGraph keeps an answer without an id aside until a question has no older one.
  const isAside = (Reflect.get(taken.scratchpad, "nullResume") ?? null) !== null;
  return taken.index >= taken.given.length - 1 && !isAside;
}

/**
 * Takes the answer back that `interrupt` returned last, so that the next call asks the same question again, under the same id and in the
 * same checkpoint. A question that was answered in vain is as open as before.
 */
export async function takeBackAnswer(): Promise<void> {
  const configurable: Configurable = getConfig()?.configurable ?? {};
  const taken = takenIn(configurable);
  if (taken === null) return;
  const kept = taken.given.slice(0, taken.index);
  Reflect.set(taken.scratchpad, "resume", kept);
  Reflect.set(taken.scratchpad, "interruptCounter", taken.index - 1);
  // LangGraph stores the last of these writes when the task stops.
  const send: unknown = configurable["__pregel_send"];
  if (typeof send === "function") Reflect.apply(send, undefined, [[["__resume__", kept]]]);
  const own = await checkpointOfTask(configurable);
  const task: unknown = configurable["__pregel_task_id"];
  const question = own === null ? null : questionIn(own, task);
  if (own === null || question === null || typeof task !== "string") return;
  await reopen(configurable, own, question.id);
  await saverOf(configurable)?.putWrites(own.config, [["__resume__", kept]], task);
}

const hasBareAnswer = ({ pendingWrites = [] }: CheckpointTuple): boolean =>
  pendingWrites.some(
    ([task, channel, value]) => task === NO_TASK && channel === "__resume__" && value !== undefined && value !== null,
  );

/**
 * Hashes of the requests that the stored question of the present task shows, by id. Empty before the task has asked.
 */
export async function shownHashes(): Promise<ReadonlyMap<string, string>> {
  const configurable: Configurable = getConfig()?.configurable ?? {};
  const own = await checkpointOfTask(configurable);
  const question = own === null ? null : questionIn(own, configurable["__pregel_task_id"]);
  return new Map(
    requestsIn(question?.value).flatMap(({ id, hash }): readonly (readonly [string, string])[] =>
      typeof id === "string" && typeof hash === "string" ? [[id, hash]] : [],
    ),
  );
}

/** Requests that a question shows. */
function requestsIn(question: unknown): readonly Readonly<Record<string, unknown>>[] {
  const requests: unknown = Reflect.get(Object(question), "requests");
  return Array.isArray(requests) ? requests.filter(isPlainRecord) : [];
}

/**
 * Stores the approvals that a task has so far, if it asks until there are enough. A task cannot write to the state before it ends, so they are
 * kept with its question.
 */
export async function keepCollected(collected: unknown): Promise<void> {
  const configurable: Configurable = getConfig()?.configurable ?? {};
  const own = await checkpointOfTask(configurable);
  const task: unknown = configurable["__pregel_task_id"];
  if (own === null || typeof task !== "string") return;
  const { writes, taskId } = collectedWrite(task, collected);
  await saverOf(configurable)?.putWrites(own.config, writes, taskId);
}

/** Reads what {@link keepCollected} has stored for the present task. Undefined without it. */
export async function collectedOfTask(): Promise<unknown> {
  const configurable: Configurable = getConfig()?.configurable ?? {};
  const own = await checkpointOfTask(configurable);
  const task: unknown = configurable["__pregel_task_id"];
  return own === null || typeof task !== "string" ? undefined : collectedIn(own, task);
}
