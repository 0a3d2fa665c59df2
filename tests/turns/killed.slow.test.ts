// Turns whose process is killed at every point at which LangGraph stores something.
//
// A turn makes 12 calls to the saver and an answer 6; each is killed at 3 moments (before it, inside its transaction, after
// it) on 2 stock savers: 2 × 3 × (12 + 6) = 108 processes, each ended by SIGKILL. The result of a killed turn is copied
// and recovered in 3 ways (`continue`, a new message that ends it, one that finishes it), that of an answer in 2: 288 recoveries.
import { spawn } from "node:child_process";
import path from "node:path";
import { openSession, type Session } from "@tidemark/state-manager/langgraph";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { bundleWorker } from "@tidemark/test-fixtures/bundle";
import { endLeases } from "../locks/end-leases.ts";
import { openStore } from "../locks/worker.ts";
import { Journey, journeyGraph, type JourneyNode, type JourneyValue, NODES, noteOf } from "./journey.ts";
import { openThreads, type TestThread, type TestThreads } from "./threads.ts";
import { CALLS, inOrder, type KillPoint, MOMENTS, type WorkerArguments, watchSaver } from "./worker.ts";

/** Too long to expire on a busy machine: the test ends the lease of a killed worker itself. */
const LEASE = { leaseMilliseconds: 600_000 };

interface Prepared {
  /** Thread with one finished turn. */
  readonly rest: TestThread;
  /** Copy with a second turn that waits for an answer, and the id of its question. */
  readonly asks: TestThread;
  readonly questionId: string;
}

let threads: TestThreads;
let worker: string;
const prepared = new Map<TestThread["store"], Prepared>();

beforeAll(async () => {
  threads = await openThreads();
  worker = await bundleWorker(path.join(import.meta.dirname, "worker.ts"), threads.folder);
  for (const store of ["sqlite", "postgres"] as const) {
    const rest = threads.fresh(store);
    await onThread(rest, ({ session }) => session.send("one"));
    const asks = await threads.copy(rest);
    const asked = await onThread(asks, ({ session }) => session.send("where?"));
    const [question] = asked.outcome === "interrupted" ? asked.interrupts : [];
    prepared.set(store, { rest, asks, questionId: question?.id ?? "" });
  }
});
afterAll(() => threads.stop());

function preparedOn(store: TestThread["store"]): Prepared {
  const found = prepared.get(store);
  if (found === undefined) throw new Error("The thread was not prepared.");
  return found;
}

/** Opens the thread in this process. `executed` lists the nodes that ran here. */
async function onThread<Result>(
  thread: TestThread,
  run: (opened: {
    readonly session: Session<typeof Journey>;
    readonly executed: readonly JourneyNode[];
  }) => Promise<Result>,
): Promise<Result> {
  const { saver, locks, close } = await openStore({ ...thread, ...LEASE });
  const executed: JourneyNode[] = [];
  const graph = journeyGraph(saver, { onNode: (node) => executed.push(node) });
  try {
    return await run({ session: openSession({ graph, state: Journey, threadId: thread.threadId, locks }), executed });
  } finally {
    await close();
  }
}

/** Copy of a thread on which a worker was killed. */
async function killedOn(
  base: TestThread,
  orders: Pick<WorkerArguments, "action" | "say" | "kill">,
): Promise<TestThread> {
  const thread = await threads.copy(base);
  const workerArguments: WorkerArguments = { ...thread, ...LEASE, ...orders };
  const child = spawn(process.execPath, [worker, JSON.stringify(workerArguments)], {
    stdio: ["ignore", "pipe", "pipe"],
  });
  let output = "";
  for (const out of [child.stdout, child.stderr]) out.on("data", (chunk: Buffer) => (output += chunk.toString()));
  const signal = await new Promise((resolve) => child.once("close", (_, by) => resolve(by)));
  expect({ signal, output }).toEqual({ signal: "SIGKILL", output: "" });
  await endLeases(thread, thread.threadId);
  return thread;
}

/** Every kill point of a worker, with a check of the calls stored by then. */
const pointsOf = (action: WorkerArguments["action"]) =>
  CALLS[action].flatMap((name, call) =>
    MOMENTS.map((moment) => {
      const stored = CALLS[action].filter((_, each) => each < call || (each === call && moment === "after"));
      const isStored = (wanted: string): boolean => stored.some((each) => each === wanted);
      return { name, kill: { call, moment } satisfies KillPoint, isStored };
    }),
  );

const notes = (turn: string, goal: string, nodes: readonly JourneyNode[] = NODES) =>
  nodes.map((node) => noteOf(node, { turn, goal }));

const texts = ({ messages }: JourneyValue) => messages.map(({ text }) => text);

/** Result of a finished turn, after any previous turn. */
const finished = (turn: string, goal: string) => ({
  outcome: "done",
  turnId: turn,
  state: { task_user_input: goal, journey_goal: goal, journey_steps: NODES, execution_final_answer: `Done: ${goal}` },
});

const nothing = { outcome: "nothingToContinue" };

const stateOf = async (session: Session<typeof Journey>): Promise<JourneyValue> => {
  const state = await session.state();
  if (state === null) throw new Error("The thread is missing.");
  return state;
};

describe.each(["sqlite", "postgres"] as const)("%s", (store) => {
  test("a turn makes exactly the calls at which it is killed", async () => {
    const { asks, questionId } = preparedOn(store);
    const copy = await threads.copy(asks);
    const { saver, locks, close } = await openStore({ ...copy, ...LEASE });
    const calls: string[] = [];
    watchSaver(saver, (call, run) => {
      calls.push(call);
      return run();
    });
    const session = openSession({
      graph: journeyGraph(saver),
      state: Journey,
      threadId: copy.threadId,
      locks: inOrder(locks),
    });
    await session.resume(questionId, "north");
    await session.send("three");
    await close();
    expect(calls).toEqual([...CALLS.resume, ...CALLS.send].map((name) => name.split(" ")[1]));
  });

  describe.concurrent("36 points of a turn", () => {
    test.for(pointsOf("send"))("a turn that is killed $kill.moment $name", async ({ kill, isStored }) => {
      const crashed = await killedOn(preparedOn(store).rest, { action: "send", say: "two", kill });
      const [ended, kept] = [await threads.copy(crashed), await threads.copy(crashed)];
      const started = isStored("the put of the input");
      const isMessageStored = isStored("the putWrites of the input");
      const over = isStored("the put after finish");
      const done = NODES.filter((node) => isStored(`the putWrites of ${node}`));
      const before = notes("turn_1", "one");

      await onThread(crashed, async ({ session, executed }) => {
        // Unfinished writes of an interrupted step are not shown as stored.
        const visible = NODES.filter((node) =>
          isStored(node === "left" || node === "right" ? "the put after left and right" : `the put after ${node}`),
        );
        expect((await stateOf(session)).journey_log).toEqual([...before, ...notes("turn_2", "two", visible)]);
        const result = await session.continue();
        expect(result).toMatchObject(started && !over ? finished("turn_2", "two") : nothing);
        const state = await stateOf(session);
        expect(state.journey_log).toEqual([...before, ...(started ? notes("turn_2", "two") : [])]);
        expect(texts(state)).toEqual(["one", "Done: one", ...(started ? ["two", "Done: two"] : [])]);
        expect(executed).toEqual(started ? NODES.filter((node) => !done.includes(node)) : []);
        expect(await session.continue()).toMatchObject(nothing);
      });

      await onThread(ended, async ({ session, executed }) => {
        const turn = isStored("the putWrites of turn_start") ? "turn_3" : "turn_2";
        const result = await session.send("three", { unfinished: "end" });
        expect(result).toMatchObject(finished(turn, "three"));
        const state = await stateOf(session);
        expect(state.journey_log).toEqual([...before, ...notes("turn_2", "two", done), ...notes(turn, "three")]);
        const broken = [...(isMessageStored ? ["two"] : []), ...(done.includes("finish") ? ["Done: two"] : [])];
        expect(texts(state)).toEqual(["one", "Done: one", ...broken, "three", "Done: three"]);
        expect(executed).toEqual(NODES);
      });

      await onThread(kept, async ({ session, executed }) => {
        const turn = started ? "turn_3" : "turn_2";
        const result = await session.send("three");
        expect(result).toMatchObject(finished(turn, "three"));
        const state = await stateOf(session);
        const broken = started ? notes("turn_2", "two") : [];
        expect(state.journey_log).toEqual([...before, ...broken, ...notes(turn, "three")]);
        expect(executed).toEqual([...(started ? NODES.filter((node) => !done.includes(node)) : []), ...NODES]);
      });
    });
  });

  describe.concurrent("18 points of an answer", () => {
    test.for(pointsOf("resume"))("an answer that is killed $kill.moment $name", async ({ kill, isStored }) => {
      const { asks, questionId } = preparedOn(store);
      const crashed = await killedOn(asks, { action: "resume", say: "north", kill });
      const kept = await threads.copy(crashed);
      const answered = isStored("the putWrites of the answer");
      const over = isStored("the put after finish");
      const done = NODES.filter((node) => ["plan", "left"].includes(node) || isStored(`the putWrites of ${node}`));
      const before = notes("turn_1", "one");
      const asked = (answer: string, nodes: readonly JourneyNode[] = NODES) =>
        notes("turn_2", "where?", nodes).map((note) => (note.includes("right") ? note + answer : note));

      await onThread(crashed, async ({ session, executed }) => {
        expect((await session.pending()).map(({ id }) => id)).toEqual(answered ? [] : [questionId]);
        const result = await session.resume(questionId, "south");
        const refusal = { outcome: "alreadyResolved", interruptId: questionId };
        expect(result).toMatchObject(answered ? refusal : finished("turn_2", "where?"));
        const rest = await session.continue();
        expect(rest).toMatchObject(answered && !over ? finished("turn_2", "where?") : nothing);
        const state = await stateOf(session);
        expect(state.journey_log).toEqual([...before, ...asked(answered ? "north" : "south")]);
        expect(texts(state)).toEqual(["one", "Done: one", "where?", "Done: where?"]);
        expect(executed).toEqual(NODES.filter((node) => !done.includes(node)));
      });

      await onThread(kept, async ({ session, executed }) => {
        expect(await session.send("three", { unfinished: "end" })).toMatchObject(finished("turn_3", "three"));
        const state = await stateOf(session);
        expect(state.journey_log).toEqual([...before, ...asked("north", done), ...notes("turn_3", "three")]);
        const outcome = isStored("the putWrites of the answer") ? "alreadyResolved" : "abandoned";
        expect(await session.resume(questionId, "south")).toMatchObject({ outcome });
        expect(executed).toEqual(NODES);
      });
    });
  });
});
