import type { BaseCheckpointSaver } from "@langchain/langgraph-checkpoint";
import { declaredMigrations } from "@tidemark/state-manager/internal";
import { migratingSaver, migrationReport } from "@tidemark/state-manager/langgraph";
import { DeclaredFields } from "../reader/declared-fields.ts";
import { type InspectedGraph, inspectedGraph, needsUser } from "../running/inspected-graph.graph.ts";
import { storedAnswers } from "../running/stored-answers.graph.ts";
import type { HistorySource } from "../source/history-source.ts";
import { plainRecordOf, plainValue } from "../values/plain-value.ts";
import type { Expectations, Fingerprint } from "./expectations.ts";
import { judgeTurn } from "./judge-turn.graph.ts";
import type { Lane, LaneStep } from "./lane.ts";
import { laneOf } from "./lane-of.graph.ts";
import { type RecordedCalls, recordedCalls } from "./recorded-calls.graph.ts";
import { recordedQuestions } from "./recorded-people.graph.ts";
import { type RecordedTurn, turnsOf } from "./recorded-turn.graph.ts";
import { runTurn } from "./run-turn.graph.ts";
import { type MaskRules, ThreadMask } from "./thread-mask.ts";
import { type ThreadMemory, threadMemory } from "./thread-memory.graph.ts";
import { type LaneResult, outcomeOf, type ThreadReplay, type TurnReplay } from "./thread-result.ts";

/** How threads run again. */
export interface ReplayOptions {
  readonly graph: InspectedGraph["graph"];
  /** How values are masked. Asked when there is something to show. */
  readonly mask: () => MaskRules;
  /** Number of the only turn that runs. Defaults to all. */
  readonly turn?: number;
  /** Context of the runs. Defaults to none. */
  readonly context?: unknown;
  /** True to run each turn with its models as well. Defaults to false. */
  readonly live?: boolean;
  /** Defaults to comparing with the thread alone. */
  readonly expected?: Expectations;
  /** Gets what each turn did, for a file of expectations. */
  readonly accept?: (key: string, fingerprint: Fingerprint) => void;
  /** Gets a saver in memory with a stored turn and its replay, as two threads of these names, before they are judged. */
  readonly beside?: (saver: BaseCheckpointSaver, names: readonly [string, string]) => Promise<void>;
}

/** Runs the stored turns of a thread again in memory, and compares each with the stored one. Writes nothing to the source. */
export async function replayThread(
  source: HistorySource,
  threadId: string,
  options: ReplayOptions,
): Promise<ThreadReplay> {
  const memory = await threadMemory(source, threadId);
  const inspected = inspectedGraph(options.graph, memory.saver);
  const { migrate, migration, problem } = await migrated(inspected, memory.saver);
  const lanes: Lane[] = [];
  const mask = new ThreadMask(options.mask, () => lanes.flatMap(({ path }) => path));
  const failed = (because: string): ThreadReplay => {
    return { threadId, outcome: "notJudged", turns: [], migration, problem: mask.text(because) };
  };
  // A migration renames fields, so what is masked has its old name in the thread.
  if (migration !== null) lanes.push(...[await laneOf(memory.saver, threadId)].filter((each) => each !== null));
  if (problem !== null) return failed(problem);
  try {
    const saver = migrate(memory.saver);
    const lane = await laneOf(saver, threadId);
    if (lane === null) return failed("the thread has no steps");
    lanes.push(lane);
    const turns = await replayTurns(
      { threadId, memory, lane, mask, saver, migrate, inspected, isMigrated: migration !== null },
      options,
    );
    if (turns.length === 0) return failed("the thread has no turn with a stored input");
    return { threadId, outcome: outcomeOf(turns), turns, migration, problem: null };
  } catch (error) {
    // One thread that cannot be run leaves the others to be judged. The message may contain values.
    return failed(`it could not be run: ${error instanceof Error ? error.message : String(error)}`);
  }
}

/** Runs the turns of a thread that was read. */
async function replayTurns(
  {
    inspected,
    ...read
  }: Omit<ReplayedThread, "fields" | "questions" | "stored" | keyof RecordedCalls> & {
    readonly inspected: InspectedGraph;
  },
  options: ReplayOptions,
): Promise<readonly TurnReplay[]> {
  const { threadId, lane, saver } = read;
  const thread: ReplayedThread = {
    ...read,
    ...(await recordedCalls(saver, threadId)),
    questions: await recordedQuestions(saver, threadId),
    stored: needsUser(inspected) ? storeReaders(lane) : new Map(),
    fields: new DeclaredFields(inspected.state ?? undefined),
  };
  const turns: TurnReplay[] = [];
  for (const steps of turnsOf(lane.path))
    if (options.turn === undefined || options.turn === steps[0].step.turn)
      turns.push(await replayTurn(thread, steps, options));
  return turns;
}

/** A thread in memory, with what it contains of the outside. */
interface ReplayedThread extends Pick<RecordedTurn, "threadId" | "tools" | "unanswered" | "questions"> {
  readonly memory: ThreadMemory;
  readonly lane: Lane;
  readonly mask: ThreadMask;
  readonly saver: BaseCheckpointSaver;
  readonly migrate: (saver: BaseCheckpointSaver) => BaseCheckpointSaver;
  /** Nodes that read what is not in the thread, by the reason. */
  readonly stored: ReadonlyMap<string, string>;
  readonly isMigrated: boolean;
  readonly fields: DeclaredFields;
}

/** Nodes that have read the values of the user: those that begin a turn, and those that have settled what was to be stored. */
function storeReaders({ path }: Lane): ReadonlyMap<string, string> {
  const tasks = path.flatMap((each) => each.tasks);
  const settling = tasks.filter(({ writes }) =>
    writes.some(
      ([channel, value]) => channel === "runtime_user_updates" && "settled" in plainRecordOf(plainValue(value)),
    ),
  );
  const nodes = ["turn_start", ...settling.map(({ node }) => node)];
  return new Map(nodes.map((node) => [node, "it reads values of the user, which are in a store"]));
}

/** Migrations of a thread, and what they change. */
async function migrated({ state }: InspectedGraph, saver: BaseCheckpointSaver) {
  const migrations = state === null ? undefined : declaredMigrations(state);
  if (migrations === undefined) return { migrate: (each: BaseCheckpointSaver) => each, migration: null, problem: null };
  const migrate = (each: BaseCheckpointSaver): BaseCheckpointSaver => migratingSaver(each, migrations);
  const [found] = (await migrationReport(saver, migrations)).threads;
  if (found === undefined || found.outcome === "current") return { migrate, migration: null, problem: null };
  const versions = { from: found.version, to: migrations.state.version };
  if (found.outcome === "migrates") return { migrate, migration: { ...versions, fields: found.fields }, problem: null };
  return { migrate, migration: { ...versions, fields: [] }, problem: found.problem };
}

async function replayTurn(
  thread: ReplayedThread,
  steps: readonly [LaneStep, ...LaneStep[]],
  options: ReplayOptions,
): Promise<TurnReplay> {
  const { threadId, lane, saver, memory, migrate, stored } = thread;
  const [{ step: input }] = steps;
  const place = lane.path.findIndex(({ step }) => step.id === input.id);
  const before = new Set(lane.path.slice(0, place + 1).map(({ step }) => step.id));
  const answers = await storedAnswers(saver, lane.all, { threadId, from: input.id });
  const recorded: RecordedTurn = { ...thread, steps, answers };
  const lanes: LaneResult[] = [];
  for (const live of options.live === true ? [false, true] : [false]) {
    let made = memory.only(before);
    const ran = await runTurn(recorded, {
      graph: options.graph,
      context: options.context,
      live,
      stored,
      saver: () => migrate((made = memory.only(before))),
    });
    const whole = new Set([...before, ...steps.map(({ step }) => step.id)]);
    const names = [`turn ${input.turn}, stored`, `turn ${input.turn}, replayed`] as const;
    await options.beside?.(migrate(memory.beside(names, whole, made)), names);
    const accepts = live ? {} : options;
    lanes.push(judgeTurn(recorded, ran, { ...accepts, ...thread, turn: input.turn }));
  }
  const [replayed = { outcome: "notJudged", difference: null, missing: [] }, live] = lanes;
  return { turn: input.turn, ...replayed, ...(live !== undefined && { live }) };
}
