import type { CheckpointTuple, LangGraphRunnableConfig } from "@langchain/langgraph";
import { isPlainRecord } from "@tidemark/reducers/internal";
import type { AgentValues } from "../kernel/agent-values.ts";
import { epochSecondsOf } from "../kernel/clock.ts";
import { isWaiting } from "../limits/deadline.ts";
import { checkpointBefore, checkpointOfTask } from "@tidemark/state-manager/internal/langgraph";

/** Seconds from which a time without a run counts as a pause. Below, the thread was only stored and read again. */
const SHORTEST_PAUSE = 1;

/**
 * Moves the start of the turn when a run continues the thread: the time in which nothing ran does not count. That is the time of a person
 * who answered, of a process that was down, and of a copy that runs an old step again.
 *
 * Only the first tasks of such a run are concerned. What they had done before it stopped was not stored, so that does not count either.
 */
export async function withoutPause(
  values: AgentValues,
  config: LangGraphRunnableConfig,
  now: string,
): Promise<Pick<AgentValues, "execution_start_time">> {
  const { execution_start_time: start } = values;
  const present = epochSecondsOf(now);
  if (typeof start !== "number" || present === null) return {};
  const known: Readonly<Record<string, unknown>> = config.configurable ?? {};
  const continues = known["__pregel_resuming"] === true && !isWaiting(values);
  const answered = wasAnswered(known) || (hasAnswers(known) && (await hasAsked(known)));
  if (!continues && !answered) return {};
  const worked = (await workedBefore(known, present)) ?? recordedWork(values, start);
  const moved = Math.max(start, present - worked);
  return answered || moved - start >= SHORTEST_PAUSE ? { execution_start_time: moved } : {};
}

/**
 * Seconds that the turn had run when its last node ended, by the times of its checkpoints. Null where they are times of another clock than
 * the application's, as in a test.
 */
async function workedBefore(known: Readonly<Record<string, unknown>>, present: number): Promise<number | null> {
  let tuple = await checkpointOfTask(known);
  // A damaged checkpoint can name itself, or a later one, as its parent.
  const seen = new Set<string>();
  // An edit or a copy is stored while nothing runs.
  while (tuple !== null && (tuple.metadata?.source === "update" || tuple.metadata?.source === "fork")) {
    if (seen.has(tuple.checkpoint.id)) return null;
    seen.add(tuple.checkpoint.id);
    tuple = await checkpointBefore(known, tuple);
  }
  const start = tuple === null ? null : startIn(tuple);
  const ended = tuple === null ? null : epochSecondsOf(tuple.checkpoint.ts);
  return start === null || ended === null || ended < start || ended > present ? null : ended - start;
}

function startIn({ checkpoint }: CheckpointTuple): number | null {
  const start: unknown = checkpoint.channel_values["execution_start_time"];
  return typeof start === "number" ? start : null;
}

/** Seconds until the last result that the application has recorded. */
function recordedWork({ execution_last_result: last }: AgentValues, start: number): number {
  const ended = last === null || last === undefined ? null : epochSecondsOf(last.timestamp);
  return ended === null ? 0 : Math.max(0, ended - start);
}

/** True for a task that continues after its question; LangGraph tells the task only of questions that it asked itself. */
function wasAnswered(known: Readonly<Record<string, unknown>>): boolean {
  const scratchpad: unknown = known["__pregel_scratchpad"];
  const own: unknown = Reflect.get(Object(scratchpad), "resume");
  const next: unknown = Reflect.get(Object(scratchpad), "nullResume");
  return (Array.isArray(own) && own.length > 0) || (next !== undefined && next !== null);
}

function hasAnswers(known: Readonly<Record<string, unknown>>): boolean {
  const answers = known["__pregel_resume_map"];
  return isPlainRecord(answers) && Object.keys(answers).length > 0;
}

/** True when the stored checkpoint has a question of this task, or of a graph below it. */
async function hasAsked(known: Readonly<Record<string, unknown>>): Promise<boolean> {
  const task: unknown = known["__pregel_task_id"];
  const tuple = await checkpointOfTask(known);
  return (tuple?.pendingWrites ?? []).some(([writer, channel]) => writer === task && channel === "__interrupt__");
}
