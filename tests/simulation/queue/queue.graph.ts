import { systemClock } from "@tidemark/state-manager";
import { defineTurns, startWorker, type TurnEngine, type Turns } from "tidemark/workers";
import { localEngine } from "tidemark/workers/local";
import type { Action } from "../people.ts";
import type { FaultErrors, Scheduler } from "../scheduler.ts";
import { operated, read, write } from "../storage/sqlite-storage.graph.ts";
import { type HostStorage, LEASE } from "../storage/storage.graph.ts";
import type { WorldGraph } from "../world-graph.graph.ts";

/** Time after which a worker looks for turns of other hosts, in milliseconds. */
const LOOK = 500;

const unavailable = (text: string): Error =>
  Object.assign(new Error(`The storage of turns did not answer (${text}).`), { code: "workers/unavailable" });
const ERRORS: FaultErrors = { lost: unavailable, cut: unavailable, busy: unavailable, full: unavailable };

/** A turn that a worker has. */
interface Claim {
  readonly request: { readonly turnId: string };
  readonly number: number;
  readonly claim: number;
}

const turnOf = ({ request }: Claim): string => request.turnId;

/** An action of a person that is a turn. */
export type QueuedAction = Extract<Action, { readonly kind: "send" | "answer" | "continue" }>;

/** What a worker learns of a turn. */
export interface QueueWitness {
  /** The turn is stored. */
  readonly accepted: (turnId: string) => void;
  /** Id of the question that is meant, or the open one. */
  readonly question: (open: string | undefined) => string | undefined;
}

/** A queue that the workers of all hosts use. */
export interface Queue {
  /** Defines its turns for the simulated host that runs. */
  readonly open: (graph: WorldGraph, storage: HostStorage) => Turns;
  /** How often a worker was taken for dead while it had a turn and no other one, by the id of the turn. */
  readonly deaths: ReadonlyMap<string, number>;
}

/** Opens a queue: that of the local engine, each call an operation of the world. */
export function openQueue(scheduler: Scheduler, maxAttempts: number): Queue {
  const all = localEngine({ file: ":memory:" }).store("turns");
  const deaths = new Map<string, number>();
  /** Turns that each worker has, by their number. */
  const held = new Map<string, Map<number, string>>();
  const left = ({ number }: Pick<Claim, "number">) => {
    for (const turns of held.values()) turns.delete(number);
  };
  const bury = (worker: string): void => {
    const [turn, other] = held.get(worker)?.values() ?? [];
    held.delete(worker);
    if (turn !== undefined && other === undefined) deaths.set(turn, (deaths.get(turn) ?? 0) + 1);
  };
  const open: Queue["open"] = (graph, { saver, locks }) => {
    const store = operated(
      all,
      { scheduler, errors: ERRORS },
      {
        accept: ({ turnId, threadId }: { readonly turnId: string; readonly threadId: string }) =>
          write(`accepts the turn "${turnId}" of ${threadId}`),
        read: (turnId: string) => read(`reads the turn "${turnId}"`),
        open: (threadId: string) => read(`reads the turns of ${threadId}`),
        events: (turnId: string) => read(`reads events of "${turnId}"`),
        due: () => read("looks for delayed turns"),
        workers: () => read("looks at the workers"),
        cancel: (turnId: string) => write(`cancels the turn "${turnId}"`),
        claim: ({ worker }: { readonly worker: string }) =>
          write(`asks for turns as ${worker.slice(0, 4)}`, (claimed) => {
            // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the result of a claim
            const turns = (claimed as readonly Claim[]).map((turn) => [turn.number, turnOf(turn)] as const);
            held.set(worker, new Map([...(held.get(worker) ?? []), ...turns]));
          }),
        end: (turn: Claim, { outcome }: { readonly outcome: string }) =>
          write(`ends the turn "${turnOf(turn)}" of claim ${turn.claim}: ${outcome}`, (isOurs) => {
            if (isOurs === true) left(turn);
          }),
        release: (turn: Pick<Claim, "number">) => write("gives a turn back", () => left(turn)),
        append: (turn: Claim) => write(`stores events of "${turnOf(turn)}"`),
        enter: (worker: string) => write(`registers the worker ${worker.slice(0, 4)}`),
        beat: (worker: string) => write(`beats as ${worker.slice(0, 4)}`),
        bury: (worker: string, beats: number | null) =>
          write(`takes the worker ${worker.slice(0, 4)} for dead`, (count) => {
            if (beats !== null && count !== 0) bury(worker);
          }),
        trim: () => write("removes old turns"),
      },
    );
    return defineTurns({
      name: "turns",
      graph,
      saver,
      locks,
      engine: engineOf(store),
      takeOverSeconds: LEASE / 1_000,
      maxAttempts,
      unfinished: "finish",
    });
  };
  return { open, deaths };
}

type TurnStore = ReturnType<TurnEngine["store"]>;
type TurnWatch = ReturnType<TurnStore["watch"]>;

/** An engine that delivers nothing: workers look for turns, and are woken by those of their host. */
function engineOf(operations: TurnStore): TurnEngine {
  const wakes = new Set<() => void>();
  const watch = (): TurnWatch => {
    let woken = new AbortController();
    const wake = (): void => woken.abort();
    wakes.add(wake);
    return {
      async next(signal, milliseconds = Infinity) {
        const ended = signal === undefined ? woken.signal : AbortSignal.any([woken.signal, signal]);
        await systemClock.wait(Math.min(milliseconds, LOOK), ended);
        const isChanged = woken.signal.aborted;
        woken = new AbortController();
        return isChanged;
      },
      wake,
      end: () => void wakes.delete(wake),
    };
  };
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the storage with another method
  const store = Object.create(operations, { watch: { value: watch } }) as TurnStore;
  return {
    name: "simulated",
    store: () => store,
    locks: () => null,
    async dispatch() {
      for (const wake of wakes) wake();
    },
    work: async (runner) => runner.openDeliveries(),
    close: () => Promise.resolve(),
  };
}

/** Starts the worker of a host, as often as it takes. */
export async function work(turns: Turns): Promise<void> {
  try {
    await startWorker(turns, { onError: () => undefined });
  } catch {
    await systemClock.wait(LOOK);
    await work(turns);
  }
}

/** Sends the turn of an action, and waits for its result. */
export async function queued(
  turns: Turns,
  action: QueuedAction,
  { accepted, question }: QueueWitness,
): Promise<Readonly<Record<string, unknown>>> {
  const { threadId } = action;
  const acceptance = await accept(turns, action, question);
  if (acceptance === null) return { outcome: "nothing asked" };
  if (acceptance.outcome !== "accepted") return { ...acceptance };
  accepted(acceptance.turnId);
  const abortAfter = action.kind === "send" ? action.abortAfter : undefined;
  if (abortAfter !== undefined) setTimeout(() => void turns.cancel(acceptance.turnId).catch(() => false), abortAfter);
  return { ...(await turns.result(acceptance.turnId)), threadId };
}

async function accept(turns: Turns, action: QueuedAction, question: QueueWitness["question"]) {
  const { threadId } = action;
  if (action.kind === "continue") return turns.continue(threadId);
  if (action.kind === "send") return turns.send(threadId, { sim_text: action.text }, { idempotencyKey: action.text });
  const id = question((await turns.status(threadId)).interrupts[0]?.id);
  return id === undefined ? null : turns.answer(threadId, id, action.value, { idempotencyKey: action.value });
}
