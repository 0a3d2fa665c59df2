import type { RunnableConfig } from "@langchain/core/runnables";
import { AsyncLocalStorageProviderSingleton } from "@langchain/core/singletons";
import { interrupt, isGraphInterrupt } from "@langchain/langgraph";
import type { CheckpointTuple, PendingWrite } from "@langchain/langgraph-checkpoint";

// Stored data contains these names, so they never change.

/** Channel of {@link answererWrite}. Every saver replaces an older write of it, and LangGraph reads only those of its tasks. */
const CHANNEL = "__resume__";

const TASK = "tidemark_answered_by:";
const COLLECTED = `${TASK}collected:`;
const SETTLED = `${TASK}settled:`;

/** Key in `configurable` of a run with the people who gave its answers. */
const ANSWERERS = "__tidemark_answerers";

type Answerer = string | null;
type Configurable = Readonly<Record<string, unknown>>;

/** People who gave answers, by id of the question. A class, because a client of a server can send only data in a config. */
class Answerers {
  readonly byQuestion: ReadonlyMap<string, Answerer>;

  constructor(byQuestion: ReadonlyMap<string, Answerer>) {
    this.byQuestion = byQuestion;
  }
}

/** Pending write with the user who answers a question, and the id to store it under. Null for a caller without a user. */
export const answererWrite = (
  questionId: string,
  userId: Answerer,
): { readonly writes: PendingWrite[]; readonly taskId: string } => ({
  writes: [[CHANNEL, [userId]]],
  taskId: `${TASK}${questionId}`,
});

/** Pending write with the approvals that a task has collected for its question, and the id to store it under. */
export const collectedWrite = (
  taskId: string,
  collected: unknown,
): { readonly writes: PendingWrite[]; readonly taskId: string } => ({
  writes: [[CHANNEL, [collected]]],
  taskId: `${COLLECTED}${taskId}`,
});

/** Reads what {@link collectedWrite} has stored for a task. Undefined without it. */
export function collectedIn({ pendingWrites = [] }: CheckpointTuple, taskId: string): unknown {
  const value: unknown = pendingWrites.findLast(([id]) => id === `${COLLECTED}${taskId}`)?.[2];
  return Array.isArray(value) ? value[0] : undefined;
}

/**
 * Pending write that says that a session has continued a wait at its time, and the id to store it under. LangGraph stores what a client
 * answers under the id of a question alone, so no client writes it.
 */
export const settledWrite = (
  questionId: string,
  until: string,
): { readonly writes: PendingWrite[]; readonly taskId: string } => ({
  writes: [[CHANNEL, [until]]],
  taskId: `${SETTLED}${questionId}:${until}`,
});

/** True if a session has continued the wait whose answer `interrupt` returned last in a task, and not a program without one. */
export function isSettledIn(
  { pendingWrites = [] }: CheckpointTuple,
  configurable: Configurable,
  until: string,
): boolean {
  const question = takenQuestion(configurable);
  return question !== null && pendingWrites.some(([id]) => id === settledWrite(question, until).taskId);
}

/** True for the id under which {@link answererWrite}, {@link collectedWrite} and {@link settledWrite} are stored. With a question, only for that of its answerer. */
export const isAnswererWrite = (taskId: string, questionId?: string): boolean =>
  questionId === undefined ? taskId.startsWith(TASK) : taskId === `${TASK}${questionId}`;

/** Reads who gave the stored answers of a checkpoint, by id of the question. */
export const answerersIn = ({ pendingWrites = [] }: CheckpointTuple): ReadonlyMap<string, Answerer> =>
  new Map(
    pendingWrites
      .filter(([id]) => isAnswererWrite(id) && !id.startsWith(COLLECTED) && !id.startsWith(SETTLED))
      .map(([taskId, , value]) => {
        const user: unknown = Array.isArray(value) ? value[0] : null;
        return [taskId.slice(TASK.length), typeof user === "string" ? user : null];
      }),
  );

/** Config of a run that passes answers to its nodes: each belongs to the person who gave it, not to the user of the run. */
export const withAnswerers = (config: RunnableConfig, byQuestion: ReadonlyMap<string, Answerer>): RunnableConfig => ({
  ...config,
  configurable: { ...config.configurable, [ANSWERERS]: new Answerers(byQuestion) },
});

/** Key in `configurable` of a run that begins a turn which another run has stored. */
const SENDER = "__tidemark_sender";

/** The user who sent the message of a turn. A class, because a client of a server can send only data in a config. */
class Sender {
  readonly user: string | null;

  constructor(user: string | null) {
    this.user = user;
  }
}

/** Config of a run that begins a stored turn: the turn is that of the user who sent its message, not of the user of the run. */
export const withSender = (config: RunnableConfig, user: string | null | undefined): RunnableConfig =>
  user === undefined ? config : { ...config, configurable: { ...config.configurable, [SENDER]: new Sender(user) } };

/** Config of the node that starts a turn, in the name of the user who sent its message. Defaults to the user of the run. */
export function asSender<Config extends { readonly configurable?: Readonly<Record<string, unknown>> | undefined }>(
  config: Config,
): Config {
  const { [SENDER]: sender, user_id: user, ...configurable } = config.configurable ?? {};
  if (!(sender instanceof Sender) || sender.user === user) return config;
  return { ...config, configurable: { ...configurable, ...(sender.user !== null && { user_id: sender.user }) } };
}

/**
 * Config of a task in the name of the person who gave the answer that `interrupt` returned last: its `user_id` is that of the person.
 *
 * A turn can be finished by another user than the one who answered, such as with the next message after a crash. A session stores who
 * answered next to the answer. Without a session, the newest answer is that of the user of the run. If nobody knows, `user_id` is missing.
 */
export function asAnswerer<Config extends { readonly configurable?: Readonly<Record<string, unknown>> | undefined }>(
  config: Config,
): Config {
  const { [ANSWERERS]: known, user_id: user, ...configurable } = config.configurable ?? {};
  const taken = takenAnswer(configurable);
  if (taken === null) return config;
  const ofRun = taken.isLast ? user : undefined;
  const by =
    known instanceof Answerers ? (taken.question === null ? null : known.byQuestion.get(taken.question)) : ofRun;
  return { ...config, configurable: { ...configurable, ...(typeof by === "string" && { user_id: by }) } };
}

/** The answer that `interrupt` returned last in a task: the id of its question, and whether the task has taken no later one. */
function takenAnswer(
  configurable: Readonly<Record<string, unknown>>,
): { readonly question: string | null; readonly isLast: boolean } | null {
  const { __pregel_scratchpad: scratchpad, checkpoint_ns: namespace } = configurable;
  if (typeof scratchpad !== "object" || scratchpad === null || typeof namespace !== "string") return null;
  const index: unknown = Reflect.get(scratchpad, "interruptCounter");
  const given: unknown = Reflect.get(scratchpad, "resume");
  if (typeof index !== "number" || index < 0 || !Array.isArray(given)) return null;
  // LangGraph keeps the answer of the run aside until a question has no older one.
  const isLast = index >= given.length - 1 && (Reflect.get(scratchpad, "nullResume") ?? null) === null;
  // The older versions store only the person of the last answer.
  return { question: isLast || namesEachQuestion() ? idOfQuestion(index, namespace) : null, isLast };
}

/** Id of the question whose answer `interrupt` returned last in a task. */
function takenQuestion({ __pregel_scratchpad: scratchpad, checkpoint_ns: namespace }: Configurable): string | null {
  const index: unknown = Reflect.get(Object(scratchpad), "interruptCounter");
  return typeof index === "number" && index >= 0 && typeof namespace === "string"
    ? idOfQuestion(index, namespace)
    : null;
}

/** True if LangGraph gives each question of a task its own id, as it does since 1.7. */
export const namesEachQuestion = (): boolean => idOfQuestion(0, "task") !== idOfQuestion(1, "task");

/** Id of the question that a task asks with its next call of `interrupt`. Null outside of a task, or if LangGraph names all questions of a task alike. */
export function idOfNextQuestion(configurable: Readonly<Record<string, unknown>>): string | null {
  const { __pregel_scratchpad: scratchpad, checkpoint_ns: namespace } = configurable;
  const index: unknown = Reflect.get(Object(scratchpad), "interruptCounter");
  if (typeof index !== "number" || typeof namespace !== "string" || !namesEachQuestion()) return null;
  return idOfQuestion(index + 1, namespace);
}

/** Id that LangGraph gives to the question of a task that has taken some answers. */
function idOfQuestion(taken: number, namespace: string): string | null {
  const scratchpad = { interruptCounter: taken - 1, resume: Array.from({ length: taken }, () => null) };
  const configurable = { __pregel_checkpointer: true, __pregel_scratchpad: scratchpad, checkpoint_ns: namespace };
  try {
    AsyncLocalStorageProviderSingleton.runWithConfig({ configurable }, () => interrupt<null, unknown>(null));
  } catch (error) {
    if (isGraphInterrupt(error)) return error.interrupts[0]?.id ?? null;
    throw error;
  }
  return null;
}
