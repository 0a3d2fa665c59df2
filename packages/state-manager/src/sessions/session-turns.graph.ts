import { Command, END } from "@langchain/langgraph";
import type { PendingInterrupt, SessionRefusal } from "../turns/turn-result.ts";
import { findMissingNodes } from "../migrations/missing-nodes.graph.ts";
import { frozenValues, type GraphThread, type HeldThread, holdThreadWhile } from "./leased-thread.graph.ts";
import { openInterrupts } from "./open-interrupts.graph.ts";
import type { TurnOptions } from "./session-contract.graph.ts";
import { lossOf } from "./lost-call.graph.ts";
import {
  idOf,
  interruptIds,
  isAnswered,
  newestTuple,
  pendingWrites,
  removeUnfinished,
} from "../savers/thread-saver.graph.ts";

/** What came of a turn, with the values of a state that is known at run time only. */
export type LooseTurn =
  | { readonly outcome: "done"; readonly turnId: string | null; readonly state: Readonly<Record<string, unknown>> }
  | {
      readonly outcome: "interrupted";
      readonly turnId: string | null;
      readonly state: Readonly<Record<string, unknown>>;
      readonly interrupts: readonly PendingInterrupt[];
    }
  | SessionRefusal;

/** What the graph is run with, or why it is not run. */
type Choice = { readonly input: unknown } | SessionRefusal;

/** Takes a new turn, after what a broken one before it had finished is safe. */
export const newTurn = (
  thread: GraphThread,
  input: unknown,
  options: TurnOptions,
): AsyncGenerator<unknown, LooseTurn> =>
  runTurn(thread, options, async (held) => (await beforeNewTurn(thread, held, options)) ?? { input });

/** Answers one interrupt. */
export const resumedTurn = (
  thread: GraphThread,
  answer: { readonly interruptId: string; readonly value: unknown },
  options: TurnOptions,
): AsyncGenerator<unknown, LooseTurn> => runTurn(thread, options, () => chooseResume(thread, answer));

/** Goes on with a turn that was broken off. */
export const continuedTurn = (thread: GraphThread, options: TurnOptions): AsyncGenerator<unknown, LooseTurn> =>
  runTurn(thread, options, () => chooseContinue(thread));

function runTurn(
  thread: GraphThread,
  options: TurnOptions,
  choose: (held: HeldThread) => Promise<Choice>,
): AsyncGenerator<unknown, LooseTurn> {
  const { streamMode = "values", fields = "output" } = options;
  const { streamChannels } = thread.graph;
  const shown = fields === "all" && streamChannels !== undefined ? { outputKeys: streamChannels } : {};
  return holdThreadWhile(thread, options, async function* (held): AsyncGenerator<unknown, LooseTurn> {
    const chosen = await choose(held);
    if ("outcome" in chosen) return chosen;
    const { config, stopping } = held;
    yield* await thread.graph.stream(chosen.input, {
      ...config,
      durability: "sync",
      streamMode,
      signal: stopping,
      ...shown,
    });
    const { snapshot, interrupts } = await look(thread);
    const loss = await lossOf(thread, held, { shownId: idOf(snapshot), counts: "ended" });
    if (loss !== null) return loss;
    const state = frozenValues(snapshot);
    const turnId = turnIdOf(state);
    return interrupts.length > 0
      ? { outcome: "interrupted", turnId, state, interrupts }
      : { outcome: "done", turnId, state };
  });
}

/** Where a thread stands. */
async function look(thread: GraphThread) {
  const { graph, saver, threadId } = thread;
  const tuple = await newestTuple(saver, threadId);
  const snapshot = await graph.getState({ configurable: { thread_id: threadId, __pregel_checkpointer: saver } });
  const interrupts = await openInterrupts(saver, threadId, snapshot);
  return { tuple, snapshot, interrupts, begun: tuple !== undefined && pendingWrites(tuple).length > 0 };
}

/** What is to be done before a new turn begins: what finished nodes wrote must not be dropped. */
async function beforeNewTurn(
  thread: GraphThread,
  { saver, config, stopping }: HeldThread,
  { unfinished = "keep" }: TurnOptions,
): Promise<SessionRefusal | null> {
  const { graph, threadId } = thread;
  const { tuple, snapshot, interrupts, begun } = await look(thread);
  if (tuple === undefined) {
    await removeUnfinished(saver, threadId);
    return null;
  }
  const waits = interrupts.length > 0;
  if (!begun && (waits || snapshot.next.length === 0)) return null;
  if (!waits && unfinished === "refuse") {
    return { outcome: "unfinished", turnId: turnIdOf(frozenValues(snapshot)), nodes: snapshot.next };
  }
  if (waits || unfinished === "keep") {
    await keepFinished(thread, { config, begun });
    return null;
  }
  const run = await graph.stream(null, { ...config, durability: "sync", streamMode: "values", signal: stopping });
  for await (const _ of run);
  await keepFinished(thread, { config, begun: (await look(thread)).begun });
  return null;
}

/** Stores what finished nodes wrote, and runs none. */
export async function keepFinished(
  { graph }: GraphThread,
  { config, begun }: Pick<HeldThread, "config"> & { readonly begun: boolean },
): Promise<void> {
  if (begun) await graph.updateState(config, null, END);
}

async function chooseResume(
  thread: GraphThread,
  { interruptId, value }: { readonly interruptId: string; readonly value: unknown },
): Promise<Choice> {
  const { tuple, interrupts } = await look(thread);
  const gone = missingNodes(thread, tuple);
  if (gone !== null) return gone;
  const pending = interrupts.map(({ id }) => id);
  if (pending.includes(interruptId)) return { input: new Command({ resume: { [interruptId]: value } }) };
  let asked = false;
  for await (const each of thread.saver.list({ configurable: { thread_id: thread.threadId } })) {
    if (!interruptIds(each).includes(interruptId)) continue;
    if (isAnswered(each, interruptId)) return { outcome: "alreadyResolved", interruptId };
    asked = true;
  }
  return asked ? { outcome: "abandoned", interruptId } : { outcome: "unknownInterrupt", interruptId, pending };
}

async function chooseContinue(thread: GraphThread): Promise<Choice> {
  const { tuple, snapshot, interrupts, begun } = await look(thread);
  const gone = missingNodes(thread, tuple);
  if (gone !== null) return gone;
  if (tuple === undefined || interrupts.length > 0 || (!begun && snapshot.next.length === 0)) {
    return { outcome: "nothingToContinue", threadId: thread.threadId };
  }
  return { input: null };
}

function missingNodes({ graph }: GraphThread, tuple: Awaited<ReturnType<typeof newestTuple>>): SessionRefusal | null {
  const nodes = tuple === undefined ? [] : findMissingNodes(graph, tuple);
  return nodes.length === 0 ? null : { outcome: "missingNode", nodes };
}

const turnIdOf = ({ runtime_turn_id: turnId }: Readonly<Record<string, unknown>>): string | null =>
  typeof turnId === "string" ? turnId : null;
