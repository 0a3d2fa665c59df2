import type { RunnableConfig } from "@langchain/core/runnables";
import { Command, END, type StateSnapshot } from "@langchain/langgraph";
import { BaseCheckpointSaver } from "@langchain/langgraph-checkpoint";
import { freezeDeep, type Proposal, type StateDeclaration } from "@tidemark/core-state";
import type { GraphValueOf } from "@tidemark/core-state/langgraph";
import { isPlainRecord } from "@tidemark/reducers";
import { asUser } from "../as-user.ts";
import { randomIds, systemClock } from "../clock.ts";
import { commit } from "../commit.ts";
import { editState } from "../edit-state.ts";
import { stateManagerErrors } from "../errors.ts";
import type { Lease } from "../lock.ts";
import { unansweredProposals } from "../open-proposals.ts";
import { propose } from "../proposal.ts";
import type { PendingInterrupt, SessionRefusal, TurnResult } from "../turn-result.ts";
import { lineOf } from "./checkpointer-line.ts";
import { fencedSaver } from "./fenced-saver.ts";
import { forkThread } from "./fork-thread.ts";
import { migratingSaver } from "./migrating-saver.ts";
import { findMissingNodes } from "./missing-nodes.ts";
import { openInterrupts } from "./open-interrupts.ts";
import { exportThread } from "./thread-document.ts";
import type { Session, SessionOptions, TurnOptions } from "./session-contract.ts";
import { interruptIds, newestTuple, pendingWrites, writeEdit } from "./thread-saver.ts";
import { turnsOf } from "./turn-history.ts";

/**
 * Opens a conversation on a compiled graph: one turn at a time, nothing lost between turns, states that cannot be changed.
 *
 * Turns of one thread stand in line, across processes when `locks` are kept in a database. What the finished nodes of a
 * broken turn wrote is stored before a new turn begins; the host alone would drop it. Of two answers to one interrupt the
 * first counts, and the second is told. A process that lost its lease cannot write. What is expected to happen now and then is the
 * `outcome` of the result; an error that a node throws is thrown, and leaves the turn to `continue`.
 *
 * A graph without a checkpointer throws `state-manager/noCheckpointer`.
 *
 * @example
 * ```ts
 * import { END, interrupt, MemorySaver, START, StateGraph } from "@langchain/langgraph";
 * import { AgentState } from "@tidemark/core-state";
 * import { toStateSchema } from "@tidemark/core-state/langgraph";
 * import { openSession, turnStart } from "@tidemark/state-manager/langgraph";
 *
 * const graph = new StateGraph(toStateSchema(AgentState))
 *   .addNode("turn_start", turnStart(AgentState))
 *   .addNode("ask", () => ({ execution_final_answer: interrupt("Shall I?") === true ? "Done." : "Left." }))
 *   .addEdge(START, "turn_start")
 *   .addEdge("turn_start", "ask")
 *   .addEdge("ask", END)
 *   .compile({ checkpointer: new MemorySaver() });
 *
 * const session = openSession({ graph, state: AgentState, threadId: "ann" });
 * const asked = await session.send("Book it");
 * if (asked.outcome === "interrupted") {
 *   const [question] = asked.interrupts;
 *   const answers = [session.resume(question?.id ?? "", true), session.resume(question?.id ?? "", false)];
 *   for (const each of await Promise.all(answers)) console.log(each.outcome);
 *   // done
 *   // alreadyResolved
 * }
 * console.log((await session.state())?.execution_final_answer); // Done.
 * ```
 */
export function openSession<State extends StateDeclaration>(options: SessionOptions<State>): Session<State> {
  const { graph, state, threadId, writer = "root", policies = {}, clock = systemClock, ids = randomIds } = options;
  const own = options.checkpointer ?? graph.checkpointer;
  if (!(own instanceof BaseCheckpointSaver)) throw stateManagerErrors.noCheckpointer({ threadId });
  const locks = options.locks ?? lineOf(own);
  const saver = options.migrations === undefined ? own : migratingSaver(own, options.migrations);

  const configOn = (checkpointer: BaseCheckpointSaver): RunnableConfig => ({
    configurable: { thread_id: threadId, __pregel_checkpointer: checkpointer },
  });
  const readConfig = configOn(saver);

  /** Runs with the thread to itself, and says what kept it from doing so. */
  async function alone<Result>(
    { signal, onBusy = "wait" }: TurnOptions,
    run: (lease: Lease, saver: BaseCheckpointSaver) => Promise<Result>,
  ): Promise<Result | SessionRefusal> {
    const acquisition = await locks.acquire(threadId, { onBusy, ...(signal && { signal }) });
    if (acquisition.outcome !== "acquired") return { outcome: acquisition.outcome, threadId };
    const { lease } = acquisition;
    try {
      return await run(lease, fencedSaver(saver, lease));
    } catch (error) {
      if (stateManagerErrors.fenced.is(error)) return { outcome: "fenced", threadId, token: lease.token };
      if (lease.signal.aborted) return { outcome: "fenced", threadId, token: lease.token };
      if (signal?.aborted === true) return { outcome: "aborted", threadId };
      throw error;
    } finally {
      await lease.release();
    }
  }

  async function* turn(
    choose: (
      saver: BaseCheckpointSaver,
      config: RunnableConfig,
    ) => Promise<{ readonly input: unknown } | SessionRefusal>,
    turnOptions: TurnOptions,
  ): AsyncGenerator<unknown, TurnResult<GraphValueOf<State>>> {
    const { signal, onBusy = "wait", streamMode = "values" } = turnOptions;
    const acquisition = await locks.acquire(threadId, { onBusy, ...(signal && { signal }) });
    if (acquisition.outcome !== "acquired") return { outcome: acquisition.outcome, threadId };
    const { lease } = acquisition;
    try {
      const config = configOn(fencedSaver(saver, lease));
      const chosen = await choose(fencedSaver(saver, lease), config);
      if ("outcome" in chosen) return chosen;
      const stopping = AbortSignal.any([lease.signal, ...(signal ? [signal] : [])]);
      yield* await graph.stream(chosen.input, { ...config, durability: "sync", streamMode, signal: stopping });
      return await resultNow();
    } catch (error) {
      const refusal = refusalOf(error, { lease, signal });
      if (refusal === null) throw error;
      return refusal;
    } finally {
      await lease.release();
    }
  }

  function refusalOf(
    error: unknown,
    { lease, signal }: { readonly lease: Lease; readonly signal: AbortSignal | undefined },
  ): SessionRefusal | null {
    if (stateManagerErrors.fenced.is(error) || lease.signal.aborted) {
      return { outcome: "fenced", threadId, token: lease.token };
    }
    return signal?.aborted === true ? { outcome: "aborted", threadId } : null;
  }

  async function resultNow(): Promise<TurnResult<GraphValueOf<State>>> {
    const snapshot = await graph.getState(readConfig);
    const values = valuesOf(snapshot);
    const turnId = turnIdOf(values);
    const interrupts = await openInterrupts(saver, threadId, snapshot);
    if (interrupts.length > 0) return { outcome: "interrupted", turnId, state: values, interrupts };
    return { outcome: "done", turnId, state: values };
  }

  const valuesOf = (snapshot: StateSnapshot): GraphValueOf<State> => {
    const values: unknown = snapshot.values;
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the values of the graph that the state declares
    return freezeDeep({ ...(isPlainRecord(values) ? values : {}) }) as GraphValueOf<State>;
  };

  /** What is to be done before a new turn begins: what finished nodes wrote must not be dropped. */
  async function beforeNewTurn(
    fenced: BaseCheckpointSaver,
    config: RunnableConfig,
    { unfinished = "keep", signal }: TurnOptions,
  ): Promise<SessionRefusal | null> {
    const tuple = await newestTuple(fenced, threadId);
    if (tuple === undefined) return null;
    const begun = pendingWrites(tuple).length > 0;
    const snapshot = await graph.getState(config);
    const waits = (await openInterrupts(saver, threadId, snapshot)).length > 0;
    if (!begun && (waits || snapshot.next.length === 0)) return null;
    if (!waits && unfinished === "refuse") {
      return { outcome: "unfinished", turnId: turnIdOf(valuesOf(snapshot)), nodes: snapshot.next };
    }
    if (!waits && unfinished === "finish") {
      const run = await graph.stream(null, {
        ...config,
        durability: "sync",
        streamMode: "values",
        ...(signal && { signal }),
      });
      for await (const _ of run);
      return beforeNewTurn(fenced, config, { unfinished: "keep" });
    }
    // Stores what finished nodes wrote and runs none.
    if (begun) await graph.updateState(config, null, END);
    return null;
  }

  const takeTurn = (input: string | object, turnOptions: TurnOptions = {}) =>
    turn(
      async (fenced, config) => (await beforeNewTurn(fenced, config, turnOptions)) ?? { input: inputOf(input) },
      turnOptions,
    );

  async function chooseResume(interruptId: string, answer: unknown, config: RunnableConfig) {
    const snapshot = await graph.getState(config);
    const pending = (await openInterrupts(saver, threadId, snapshot)).map(({ id }) => id);
    const gone = await missing();
    if (gone !== null) return gone;
    if (pending.includes(interruptId)) return { input: new Command({ resume: { [interruptId]: answer } }) };
    for await (const tuple of saver.list({ configurable: { thread_id: threadId } })) {
      if (interruptIds(tuple).includes(interruptId)) return { outcome: "alreadyResolved", interruptId } as const;
    }
    return { outcome: "unknownInterrupt", interruptId, pending } as const;
  }

  async function missing(): Promise<SessionRefusal | null> {
    const tuple = await newestTuple(saver, threadId);
    const nodes = tuple === undefined ? [] : findMissingNodes(graph, tuple);
    return nodes.length === 0 ? null : { outcome: "missingNode", nodes };
  }

  async function chooseContinue(fenced: BaseCheckpointSaver, config: RunnableConfig) {
    const tuple = await newestTuple(fenced, threadId);
    const gone = await missing();
    if (gone !== null) return gone;
    const snapshot = await graph.getState(config);
    const begun = tuple !== undefined && pendingWrites(tuple).length > 0;
    const waits = (await openInterrupts(saver, threadId, snapshot)).length > 0;
    if (waits || (!begun && snapshot.next.length === 0)) return { outcome: "nothingToContinue", threadId } as const;
    return { input: null };
  }

  /** Edits the thread at rest: not while a question waits, whose answer belongs to the state it was asked in. */
  async function edit<Result>(
    run: (
      values: GraphValueOf<State>,
      save: (values: Readonly<Record<string, unknown>>) => Promise<void>,
    ) => Promise<Result>,
  ): Promise<
    Result | SessionRefusal | { readonly outcome: "interrupted"; readonly interrupts: readonly PendingInterrupt[] }
  > {
    return alone({}, async (_, fenced) => {
      const config = configOn(fenced);
      const tuple = await newestTuple(fenced, threadId);
      const waiting = await openInterrupts(fenced, threadId, await graph.getState(config));
      if (waiting.length > 0) return { outcome: "interrupted", interrupts: waiting } as const;
      if (tuple !== undefined && pendingWrites(tuple).length > 0) await graph.updateState(config, null, END);
      const values = valuesOf(await graph.getState(config));
      return run(values, (changed) => writeEdit(fenced, threadId, { values: changed, clock }));
    });
  }

  /** Commits proposals at rest, in the name of the session's writer or of a person who has its trust. */
  async function settle(
    values: GraphValueOf<State>,
    save: (values: Readonly<Record<string, unknown>>) => Promise<void>,
    { proposals, decidedBy = writer, ...rest }: Settlement,
  ) {
    const result = commit(state, values, proposals, { decidedBy, roles: [writer], policies, ...rest });
    const changed = Object.entries(result.values).filter(([name, value]) => value !== Reflect.get(values, name));
    if (changed.length > 0) await save(Object.fromEntries(changed));
    const { decisions } = result;
    return { outcome: "answered", decisions, state: valuesOf(await graph.getState(readConfig)) } as const;
  }

  const session: Session<State> = {
    threadId,
    stream: takeTurn,
    send: (input, turnOptions) => drain(takeTurn(input, turnOptions)),
    resume: (interruptId, answer, turnOptions = {}) =>
      drain(turn((_, config) => chooseResume(interruptId, answer, config), turnOptions)),
    continue: (turnOptions = {}) => drain(turn(chooseContinue, turnOptions)),
    async state() {
      const tuple = await newestTuple(saver, threadId);
      // The checkpoint itself, not what the host shows: that includes writes which the next turn may drop.
      return tuple === undefined ? null : valuesOf(await graph.getState(storedConfig(readConfig, tuple.checkpoint.id)));
    },
    pending: async () => openInterrupts(saver, threadId, await graph.getState(readConfig)),
    history: () => turnsOf(graph.getStateHistory(readConfig)),
    update: (update, { author, reason = "" }) =>
      edit(async (values, save) => {
        const edited = editState(state, values, update, { author, reason, writer, now: clock.now() });
        await save(edited.changed);
        return { outcome: "saved", state: valuesOf(await graph.getState(readConfig)) } as const;
      }),
    propose: (changes, { userId, reason, base }) =>
      edit(async (values, save) => {
        const agent = asUser(userId);
        const now = clock.now();
        const seen = base === undefined ? {} : { base };
        const proposal = propose(state, values, { agent, changes, reason, now, proposalId: ids.next(), ...seen });
        return settle(values, save, { proposals: [proposal], now });
      }),
    answer: (answers, { userId }) =>
      edit(async (values, save) => {
        const { open } = unansweredProposals({ ...values });
        const openIds = open.flatMap(({ proposalId, changes }) =>
          Object.keys(changes).map((field) => `${proposalId}/${field}`),
        );
        const unknown = Object.keys(answers).filter((id) => !openIds.includes(id));
        if (unknown.length > 0) return { outcome: "notOpen", answerIds: unknown } as const;
        const named = open.filter(({ proposalId, changes }) =>
          Object.keys(changes).some((field) => Object.hasOwn(answers, `${proposalId}/${field}`)),
        );
        return settle(values, save, { proposals: named, now: clock.now(), answers, decidedBy: asUser(userId) });
      }),
    async fork(to) {
      await forkThread(saver, threadId, to);
      return openSession({ ...options, threadId: to.threadId });
    },
    export: () => exportThread(saver, threadId),
    delete: (deleteOptions = {}) =>
      alone(deleteOptions, async () => {
        await own.deleteThread(threadId);
        return { outcome: "deleted" } as const;
      }),
  };
  return session;
}

interface Settlement {
  readonly proposals: readonly Proposal[];
  readonly now: string;
  readonly answers?: Readonly<Record<string, boolean>>;
  readonly decidedBy?: string;
}

const inputOf = (input: string | object): unknown =>
  typeof input === "string" ? { messages: [{ role: "user", content: input }] } : input;

async function drain<Result>(run: AsyncGenerator<unknown, Result>): Promise<Result> {
  for (;;) {
    const step = await run.next();
    if (step.done === true) return step.value;
  }
}

/** With a checkpoint in the config the host shows that checkpoint, without what is only pending. */
const storedConfig = (config: RunnableConfig, checkpointId: string): RunnableConfig => ({
  configurable: { ...config.configurable, checkpoint_ns: "", checkpoint_id: checkpointId },
});

const turnIdOf = (values: object): string | null => {
  const turnId: unknown = Reflect.get(values, "runtime_turn_id");
  return typeof turnId === "string" ? turnId : null;
};
