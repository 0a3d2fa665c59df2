import type { StateSnapshot } from "@langchain/langgraph";
import { BaseCheckpointSaver } from "@langchain/langgraph-checkpoint";
import type { ThreadLocks } from "@tidemark/checkpoint";
import type { StateDeclaration } from "@tidemark/core-state";
import type { GraphValueOf, StateOf } from "@tidemark/core-state/langgraph";
import { freezeDeep } from "@tidemark/core-state/internal";
import { type Migrations, type PendingInterrupt, systemClock } from "@tidemark/state-manager";
import { Inbox, type UnfinishedPolicy } from "@tidemark/state-manager/internal/langgraph";
import { migratingSaver, type SessionGraph } from "@tidemark/state-manager/langgraph";
import { answerOf, currentTraceparent, randomIds, waitingFor, withStatus } from "@tidemark/state-manager/internal";
import { parseRunEvent, type RunEvent } from "@tidemark/stream";
import type { TurnEngine } from "../engine/turn-engine.graph.ts";
import { workerErrors } from "../errors.ts";
import type { Acceptance, TurnMeasures } from "../store/turn-store.ts";
import { migrationsOf, type TurnDefinition, sessionOf } from "./definition.graph.ts";
import { requireCount, requireText, requireUnfinished } from "./options.ts";
import { RunCounts } from "./run-counts.ts";
import type { TurnOutcome } from "../store/turn-outcome.ts";
import type { TurnCall } from "../store/turn-request.ts";

/** Options of {@link defineTurns}. */
interface TurnsOptions<Graph extends SessionGraph, State extends StateDeclaration> {
  /** Name of the turns. Workers run the turns of their name. */
  readonly name: string;
  /** Compiled graph that the turns run. */
  readonly graph: Graph;
  /** Declaration of the state. Defaults to that of the graph. The events contain the values of its fields marked `ui: true` if it is passed. */
  readonly state?: State;
  /** Names of the fields that events contain, instead of `messages` and those marked `ui: true`. */
  readonly visible?: readonly string[];
  /** Names of the tools whose arguments and results events contain. Of calls of other tools, they contain the name. Defaults to none. */
  readonly tools?: readonly string[];
  /** Storage for checkpoints. Defaults to the checkpointer of the graph. */
  readonly saver?: BaseCheckpointSaver;
  /** Engine that brings the turns to workers, such as `localEngine({ file })`. */
  readonly engine: TurnEngine;
  /** Locks of threads. Defaults to those of the saver's database, with leases of `takeOverSeconds`. */
  readonly locks?: ThreadLocks;
  /** Migrates values of older versions of the state when they are read. */
  readonly migrations?: Migrations<NoInfer<State>>;
  /** Time after which the turns of a worker that is silent are taken over, in seconds. Defaults to 5. */
  readonly takeOverSeconds?: number;
  /** Maximum number of turns that wait. `send` returns `full` beyond it. Defaults to 100,000. */
  readonly maxWaiting?: number;
  /** Maximum number of turns of one user that run at the same time. Defaults to 10. */
  readonly maxPerUser?: number;
  /** Number of workers that may end or freeze while they run a turn and nothing else, before it is set aside. Defaults to 3. */
  readonly maxAttempts?: number;
  /**
   * Handling of a turn that has `failed`, was cancelled or set aside, when the next message of its thread arrives: `end` drops what has not
   * finished and names the turn as `previous`, `finish` runs it to its end first, `refuse` ends the message with the outcome `unfinished`.
   * Turns of workers that ended are always continued. Defaults to `end`.
   */
  readonly unfinished?: UnfinishedPolicy;
}

/** Options of a turn. */
interface SendOptions {
  /** Key of the request. The same key again does not add a turn. Defaults to a random one. */
  readonly idempotencyKey?: string;
  /** User whose turn it is. Nodes receive it as `user_id` in their config. */
  readonly userId?: string;
  /** Context of the run, for `runtime.context`. JSON. */
  readonly context?: unknown;
  /** Time before which the turn does not start, in seconds. Its place is behind the turns that were accepted until then. Defaults to 0. */
  readonly delaySeconds?: number;
}

/** Options of a message. */
interface MessageOptions extends SendOptions {
  /**
   * `steer` gives a text to the turn of the thread that runs: the agent that works reads it before its next call of the model. The turn of
   * the message then ends with the result of that turn, and `steered`. A text that no agent has read runs as its own turn. Needs a graph
   * with a store. Defaults to `wait`.
   */
  readonly onBusy?: "steer" | "wait";
}

/** Turns of a thread that have not ended, and what the thread waits for. */
export interface ThreadStatus {
  /** Id of the turn that runs. Null for none. */
  readonly running: string | null;
  /** Ids of the turns that wait, in order. */
  readonly waiting: readonly string[];
  /**
   * Questions that wait for an answer, and timers. The turn `timer:<threadId>:<id of the interrupt>` continues a timer at its time, for
   * `result`, `stream` and `cancel`.
   */
  readonly interrupts: readonly PendingInterrupt[];
}

/** An event of a turn, with its number. */
export interface NumberedEvent {
  /** Number of the event in its turn, from 1. Pass it as `after` to continue from there. */
  readonly number: number;
  readonly event: RunEvent;
}

/** Turns of a graph that workers run, in this process or in others. */
export interface Turns<State extends StateDeclaration = StateDeclaration> {
  /** Name of the turns. */
  readonly name: string;
  /** Sends a message: text, or input of the graph as JSON. Resolves when the turn is stored. Throws `workers/changedRequest`. */
  send(threadId: string, input: string | object, options?: MessageOptions): Promise<Acceptance>;
  /** Answers a question of the graph by the id of its interrupt. Resolves when the answer is stored. */
  answer(threadId: string, interruptId: string, value: unknown, options?: SendOptions): Promise<Acceptance>;
  /** Continues the unfinished turn of a thread, such as one that has `failed`. */
  continue(threadId: string, options?: SendOptions): Promise<Acceptance>;
  /** Cancels a turn. One that runs stops after its step. False if it has ended or does not exist. */
  cancel(turnId: string): Promise<boolean>;
  /** Waits for the end of a turn and returns its result. Throws `workers/unknownTurn`, and the reason of an aborted signal. */
  result(turnId: string, options?: { readonly signal?: AbortSignal }): Promise<TurnOutcome<GraphValueOf<State>>>;
  /** Yields the events of a turn, after the number of the last one that was seen, until the turn ends. Throws `workers/unknownTurn`. */
  stream(
    turnId: string,
    options?: { readonly after?: number; readonly signal?: AbortSignal },
  ): AsyncGenerator<NumberedEvent, void>;
  /** Returns the thread and the user of a turn, for a route that checks who asks. Null for an unknown turn. */
  find(turnId: string): Promise<{ readonly threadId: string; readonly userId: string | null } | null>;
  /** Returns the turns of a thread that have not ended, and the questions that it waits for. */
  status(threadId: string): Promise<ThreadStatus>;
  /** Returns the numbers of all turns of this name. */
  measure(): Promise<TurnMeasures>;
  /** Closes the connections of the engine. Stop the workers before. */
  close(): Promise<void>;
}

const definitions = new WeakMap<object, TurnDefinition>();

/** True for the result of `defineTurns`. */
export const isTurns = (value: unknown): value is Turns =>
  typeof value === "object" && value !== null && definitions.has(value);

/** Returns the parts of turns. */
export function definitionOf(turns: Turns): TurnDefinition {
  const definition = definitions.get(turns);
  if (definition === undefined) {
    throw workerErrors.invalidOption({
      option: "turns",
      found: "another object",
      expected: "the result of defineTurns",
    });
  }
  return definition;
}

/** Advice after the storage did not accept a turn. */
const AGAIN = "Nothing was accepted. Send the request again with the same idempotencyKey.";

/** Time after which events of other processes are looked for, in milliseconds. */
const EVENTS = 200;

/** Number of events that are read at once. */
const PAGE = 256;

/**
 * Defines turns of a graph that survive the process that accepted them, and that any worker can run.
 *
 * A turn is accepted when it is stored. The turns of a thread run in the order in which they were accepted, one at a time, on
 * whatever machine; those of different threads run side by side. A turn runs to its end or to its next question once, even if workers are
 * killed or freeze: the next one continues from the last stored step, and the saver refuses the writes of the first. Throws
 * `workers/invalidOption`.
 */
export function defineTurns<Graph extends SessionGraph, State extends StateDeclaration = StateOf<Graph>>(
  options: TurnsOptions<Graph, State>,
): Turns<State> {
  const { graph, engine, state, migrations } = options;
  const name = requireText("name", options.name);
  const saver = options.saver ?? graph.checkpointer;
  if (!(saver instanceof BaseCheckpointSaver)) {
    throw workerErrors.invalidOption({ option: "saver", found: "missing", expected: "a checkpoint saver" });
  }
  const takeOver = requireCount("takeOverSeconds", options.takeOverSeconds ?? 5, 0.1) * 1_000;
  const store = engine.store(name);
  const definition: TurnDefinition = {
    name,
    graph,
    state,
    visible: options.visible,
    tools: options.tools,
    saver,
    engine,
    store,
    locks: options.locks ?? engine.locks(saver, Math.ceil(takeOver)),
    migrations: migrationsOf(graph, { state, migrations }),
    takeOver,
    maxWaiting: requireCount("maxWaiting", options.maxWaiting ?? 100_000),
    maxPerUser: requireCount("maxPerUser", options.maxPerUser ?? 10),
    unfinished: requireUnfinished(options.unfinished ?? "end"),
    maxAttempts: requireCount("maxAttempts", options.maxAttempts ?? 3),
    counts: new RunCounts(),
  };

  const accept = async (threadId: string, call: TurnCall, given: SendOptions = {}): Promise<Acceptance> => {
    const { userId = null, context = null } = given;
    requireText("threadId", threadId);
    const turnId = requireText("idempotencyKey", given.idempotencyKey ?? randomIds.next());
    if (userId !== null) requireText("userId", userId);
    const delay = requireCount("delaySeconds", given.delaySeconds ?? 0, 0) * 1_000;
    const request = { turnId, threadId, userId, call, context };
    const acceptance = await store
      .accept(request, {
        delay: Math.round(delay),
        limit: definition.maxWaiting,
        traceparent: currentTraceparent(),
      })
      .catch((error: unknown) => {
        if (!workerErrors.unavailable.is(error)) throw error;
        throw workerErrors.unavailable({ problem: error.details.problem, remedy: AGAIN }, { cause: error });
      });
    // If the process ends here, the caller sends the request again, and that dispatches the turn.
    if (acceptance.outcome === "accepted") await engine.dispatch({ queue: name, turnId, threadId, userId, delay });
    return acceptance;
  };

  const recordOf = async (turnId: string) => {
    const record = await store.read(turnId);
    if (record === null) throw workerErrors.unknownTurn({ turnId });
    return record;
  };

  /** Waits for the end of a turn. */
  const ended = async (turnId: string, signal?: AbortSignal) => {
    const watch = store.watch(turnId);
    try {
      for (;;) {
        signal?.throwIfAborted();
        const { outcome, request } = await recordOf(turnId);
        if (outcome !== null) return { outcome, request };
        await watch.next(signal);
      }
    } finally {
      watch.end();
    }
  };

  const turns: Turns<State> = {
    name,
    async send(threadId, input, { onBusy = "wait", ...given } = {}) {
      if (onBusy !== "steer" || typeof input !== "string") return accept(threadId, { kind: "send", input }, given);
      if (graph.store === undefined) {
        const expected = '"wait", because the graph has no store';
        throw workerErrors.invalidOption({ option: "onBusy", found: '"steer"', expected });
      }
      const acceptance = await accept(threadId, { kind: "send", input, steers: true }, given);
      // After the turn is stored: if the process ends here, the text runs as its own turn.
      if (acceptance.outcome === "accepted" && !acceptance.repeated) {
        const message = { id: acceptance.turnId, text: input };
        await new Inbox(graph.store, threadId).add(message, systemClock.now());
      }
      return acceptance;
    },
    answer: (threadId, interruptId, value, given) => accept(threadId, { kind: "answer", interruptId, value }, given),
    continue: (threadId, given) => accept(threadId, { kind: "continue" }, given),
    cancel: (turnId) => store.cancel(turnId),
    async result(turnId, { signal } = {}) {
      const { outcome, request } = await ended(turnId, signal);
      if (outcome.outcome !== "done" && outcome.outcome !== "interrupted") {
        // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- a stored result without a state
        return withStatus(outcome) as TurnOutcome<GraphValueOf<State>>;
      }
      const { checkpointId, ...rest } = outcome;
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the values of the graph that the state declares
      const values = (await valuesAt(definition, request.threadId, checkpointId)) as GraphValueOf<State>;
      return withStatus(
        rest.outcome === "done"
          ? { ...rest, answer: answerOf(values), state: values }
          : { ...rest, ...waitingFor(rest.interrupts), state: values },
      );
    },
    async *stream(turnId, { after = 0, signal } = {}) {
      let last = requireCount("after", after, 0);
      const watch = store.watch(turnId);
      try {
        for (;;) {
          signal?.throwIfAborted();
          const { stage } = await recordOf(turnId);
          const events = await store.events(turnId, last, PAGE);
          for (const { number, body } of events) {
            const parsed = parseRunEvent(JSON.parse(body));
            last = number;
            if (parsed.ok) yield { number, event: parsed.event };
          }
          if (events.length > 0) continue;
          if (stage === "ended") return;
          await watch.next(signal, EVENTS);
        }
      } finally {
        watch.end();
      }
    },
    async find(turnId) {
      const record = await store.read(turnId);
      return record === null ? null : { threadId: record.request.threadId, userId: record.request.userId };
    },
    async status(threadId) {
      const open = await store.open(threadId);
      const session = sessionOf(definition, { threadId, userId: null });
      return {
        running: open.find(({ stage }) => stage === "running")?.request.turnId ?? null,
        waiting: open.filter(({ stage }) => stage === "waiting").map(({ request }) => request.turnId),
        interrupts: await session.pending(),
      };
    },
    measure: () => store.measure(),
    close: () => engine.close(),
  };
  definitions.set(turns, definition);
  return turns;
}

/** Values of a thread at a checkpoint, frozen. */
async function valuesAt(definition: TurnDefinition, threadId: string, checkpointId: string | null) {
  const { graph, migrations } = definition;
  const saver = migrations === undefined ? definition.saver : migratingSaver(definition.saver, migrations);
  const place = { thread_id: threadId, checkpoint_ns: "", __pregel_checkpointer: saver };
  const snapshot: StateSnapshot = await graph.getState({
    configurable: checkpointId === null ? place : { ...place, checkpoint_id: checkpointId },
  });
  const values: unknown = snapshot.values;
  return freezeDeep(values);
}
