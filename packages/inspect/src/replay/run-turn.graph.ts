import { Command, InMemoryStore } from "@langchain/langgraph";
import { type AskedTool, RecordedTools, withRecordedTools } from "@tidemark/agents/internal/langgraph";
import { Steering } from "@tidemark/state-manager/internal/langgraph";
import { millisecondsNow, millisecondsOf } from "../clock.ts";
import type { InspectedGraph } from "../running/inspected-graph.graph.ts";
import { JoinedMessages } from "../running/joined-messages.graph.ts";
import { ModelRecorder } from "../running/model-recorder.graph.ts";
import { withRecordedModels } from "../running/recorded-models.graph.ts";
import type { Lane, LaneStep } from "./lane.ts";
import { laneOf } from "./lane-of.graph.ts";
import { type NotedCall, NotingCassette } from "./noting-cassette.ts";
import { effectTasks, type RecordedTurn } from "./recorded-turn.graph.ts";
import { inThreadTime, ThreadTime } from "./thread-time.ts";
import { WaitingPeople } from "./waiting-people.graph.ts";

/** A node that was not run, because the thread does not contain what it got from outside. */
export interface Gap {
  /** Position of the step in the turn. */
  readonly position: number;
  readonly node: string;
  readonly problem: string;
}

/** A turn that has run again. */
export interface RanTurn {
  readonly steps: readonly LaneStep[];
  readonly gaps: readonly Gap[];
  readonly calls: readonly NotedCall[];
  /** Call of a tool that no recorded call equals. Null for none. */
  readonly unknownTool: AskedTool | null;
  /** Error that ended the run. Null for none. */
  readonly error: string | null;
}

type RunSaver = InspectedGraph["saver"];

/** How a turn runs again. */
export interface RunTurnOptions {
  readonly graph: InspectedGraph["graph"];
  /** Context of the run. */
  readonly context: unknown;
  /** Makes a saver in memory that ends with the input of the turn. */
  readonly saver: () => RunSaver;
  /** True to call models. */
  readonly live: boolean;
  /** Nodes that take what they wrote from the thread, by their reason. */
  readonly stored: ReadonlyMap<string, string>;
}

/** Supersteps that a turn may need beyond those that were stored. */
const MORE_STEPS = 60;

/** Maximum number of nodes of a turn that take what they wrote from the thread. */
const MOST_GAPS = 40;

/** Runs a stored turn again in memory. A node whose recording is not complete takes what it wrote from the thread, so that the rest is judged. */
export async function runTurn(recorded: RecordedTurn, options: RunTurnOptions): Promise<RanTurn> {
  const gaps: Gap[] = [...knownGaps(recorded, options.stored)];
  for (;;) {
    const { turn, missing } = await attempt(recorded, options, gaps);
    if (missing === null || gaps.length >= MOST_GAPS) return { ...turn, gaps };
    gaps.push(missing);
  }
}

/** Nodes that are known not to run: those that did what a person approved, and those that read what is not in the thread. */
function knownGaps({ steps }: RecordedTurn, stored: ReadonlyMap<string, string>): readonly Gap[] {
  return steps.flatMap((step, position) => {
    const problem = "it did what a person had approved, and is not run again";
    const effects = effectTasks(step).map(({ node }) => ({ position, node, problem }));
    const others = step.tasks.flatMap(({ node }) => {
      const reason = stored.get(node);
      return reason === undefined ? [] : [{ position, node, problem: reason }];
    });
    return [...effects, ...others];
  });
}

interface Attempt {
  readonly turn: RanTurn;
  /** Gap that ended it. Null if it ended by itself. */
  readonly missing: Gap | null;
}

async function attempt(recorded: RecordedTurn, options: RunTurnOptions, gaps: readonly Gap[]): Promise<Attempt> {
  const { graph, live, context } = options;
  const { threadId, steps } = recorded;
  const saver = options.saver();
  const stop = new AbortController();
  const found: { missed: Missed | null; unknownTool: AskedTool | null } = { missed: null, unknownTool: null };
  const miss = (node: string | null, problem: string): void => {
    found.missed ??= { node, problem };
    stop.abort();
  };
  const cassette = new NotingCassette(recorded.answers, (node) =>
    miss(node, "what its model answered is not in the thread"),
  );
  const tools = new RecordedTools(recorded.tools, {
    unrecorded: (call) => {
      if (call.callId === undefined || recorded.unanswered.has(call.callId))
        miss(null, `the result of "${call.tool}" is not in the thread`);
      else found.unknownTool ??= call;
      stop.abort();
      throw new Error(`"${call.tool}" was called with arguments that were not recorded.`);
    },
  });
  const begun = steps[0].step.at;
  const time = new ThreadTime(begun === null ? millisecondsNow() : millisecondsOf(begun) + 1);
  const people = new WaitingPeople(recorded);
  // The state of a turn names its user, and otherwise somebody who has answered is the best guess.
  const { runtime_user_id: named } = steps.at(-1)?.values ?? {};
  const answerer = recorded.questions.flatMap(({ by }) => by).find((each) => each !== null);
  let user = typeof named === "string" ? named : (answerer ?? "replay");
  const skipped = new Set(gaps.map(({ node }) => node));
  const { configurable: steering } = new Steering(new JoinedMessages(recorded.answers, { skipped, miss }));
  const config = () => ({
    configurable: { thread_id: threadId, user_id: user, __pregel_checkpointer: saver, ...steering },
  });
  const recorder = new ModelRecorder({ live });
  const run = async (input: unknown): Promise<void> => {
    const running: AsyncIterable<unknown> = await graph.stream(input, {
      ...config(),
      ...(context !== undefined && { context }),
      callbacks: [recorder],
      durability: "sync",
      interruptBefore: [...skipped],
      recursionLimit: steps.length + MORE_STEPS,
      signal: stop.signal,
      store: new InMemoryStore(),
      streamMode: "updates",
    });
    for await (const _ of running) continue;
  };
  const work = async (): Promise<void> => {
    let input: unknown = null;
    let last = "";
    for (;;) {
      await run(input);
      const ran = stepsFrom(await laneOf(saver, threadId, steps[0].step.id), steps[0].step.id);
      const end = ran.at(-1);
      if (end === undefined) return;
      const position = ran.length - 1;
      const asked = end.tasks.filter(({ questions }) => questions.length > 0);
      const answers = people.answersTo(asked, steps[position]?.step.id ?? "");
      if (answers !== null) {
        user = answers.by ?? user;
        const next = steps[position + 1]?.step.at ?? null;
        if (next !== null) time.moveTo(millisecondsOf(next));
        input = new Command({ resume: answers.values });
        continue;
      }
      // A saver may keep one answer of a node that has asked several times.
      const answered = steps[position]?.tasks.filter(
        ({ questions, writes }) => questions.length > 0 && writes.length > 0,
      );
      const left = asked.find(({ node }) => answered?.some((each) => each.node === node) === true);
      if (left !== undefined) miss(left.node, "the answer to its question is not in the thread");
      const isStill = end.step.id === last;
      last = end.step.id;
      if (asked.length > 0 || end.step.next.length === 0 || isStill) return;
      const { tasks } = await graph.getState(config());
      await putStored(saver, recorded, { end, position, gaps, tasks });
      input = null;
    }
  };
  let error: string | null = null;
  try {
    await inThreadTime(time, () =>
      withRecordedTools(tools, () => (live ? work() : withRecordedModels(cassette, { orLive: false }, work))),
    );
  } catch (thrown) {
    error = stop.signal.aborted ? null : thrown instanceof Error ? thrown.message : String(thrown);
  }
  const ran = stepsFrom(await laneOf(saver, threadId, steps[0].step.id), steps[0].step.id);
  const turn: RanTurn = { steps: ran, gaps, calls: cassette.calls, unknownTool: found.unknownTool, error };
  return { turn, missing: found.missed === null ? null : gapOf(found.missed, recorded, ran) };
}

interface Missed {
  readonly node: string | null;
  readonly problem: string;
}

/** The gap at the step that was running. Null if the thread has no such step: then what ran differs already. */
function gapOf({ node, problem }: Missed, { steps }: RecordedTurn, ran: readonly LaneStep[]): Gap | null {
  const position = ran.length - 1;
  const stored = steps[position]?.tasks ?? [];
  const isKnown = stored.find((each) => each.node === node);
  const found = isKnown ?? (node === null || stored.length === 1 ? stored[0] : undefined);
  return found === undefined || found.writes.length === 0 ? null : { position, node: found.node, problem };
}

/** Steps of a lane since an input. */
function stepsFrom(lane: Lane | null, input: string): readonly LaneStep[] {
  const path = lane?.path ?? [];
  return path.slice(
    Math.max(
      0,
      path.findIndex(({ step }) => step.id === input),
    ),
  );
}

interface PausedStep {
  readonly end: LaneStep;
  readonly position: number;
  readonly gaps: readonly Gap[];
  readonly tasks: readonly { readonly id: string; readonly name: string }[];
}

/** Stores what nodes wrote in the thread, so that LangGraph takes them as finished. */
async function putStored(
  saver: RunSaver,
  { steps, threadId }: RecordedTurn,
  { end, position, gaps, tasks: pending }: PausedStep,
): Promise<void> {
  const here = new Set(gaps.flatMap((gap) => (gap.position === position ? [gap.node] : [])));
  const at = { configurable: { thread_id: threadId, checkpoint_ns: "", checkpoint_id: end.step.id } };
  for (const node of here) {
    const ids = pending.flatMap(({ id, name }) => (name === node ? [id] : []));
    const tasks = steps[position]?.tasks.filter((each) => each.node === node) ?? [];
    for (const [index, { writes }] of tasks.entries()) {
      const id = ids[index];
      if (id === undefined || writes.length === 0) continue;
      await saver.putWrites(
        at,
        writes.map(([channel, value]) => [channel, value]),
        id,
      );
    }
  }
}
