import type { LangGraphRunnableConfig } from "@langchain/langgraph";
import { isPlainRecord } from "@tidemark/reducers/internal";
import type { AgentValues } from "../kernel/agent-values.ts";
import { epochSecondsOf } from "../kernel/clock.ts";
import { checkpointOfTask } from "./task-checkpoint.graph.ts";

/**
 * Moves the start of the turn when a person has answered a question that this very task asked: the time of people does not count.
 *
 * Nothing was stored while the task waited, so its own time before the question does not count either. Each question is answered by a
 * person, so no program can run longer by asking.
 */
export async function withoutPause(
  values: AgentValues,
  config: LangGraphRunnableConfig,
  now: string,
): Promise<Pick<AgentValues, "execution_start_time">> {
  const { execution_start_time: start, execution_last_result: last } = values;
  const present = epochSecondsOf(now);
  if (typeof start !== "number" || present === null || !(await wasAnswered(config))) return {};
  const ended = last === null || last === undefined ? null : epochSecondsOf(last.timestamp);
  const worked = ended === null ? 0 : Math.max(0, ended - start);
  return { execution_start_time: Math.max(start, present - worked) };
}

/** True for a task that continues after its question; LangGraph tells the task only of questions that it asked itself. */
async function wasAnswered({ configurable = {} }: LangGraphRunnableConfig): Promise<boolean> {
  const known: Readonly<Record<string, unknown>> = configurable;
  const scratchpad: unknown = known["__pregel_scratchpad"];
  const own: unknown = Reflect.get(Object(scratchpad), "resume");
  const next: unknown = Reflect.get(Object(scratchpad), "nullResume");
  if ((Array.isArray(own) && own.length > 0) || (next !== undefined && next !== null)) return true;
  const answers = known["__pregel_resume_map"];
  if (!isPlainRecord(answers) || Object.keys(answers).length === 0) return false;
  return await hasAsked(known);
}

/** True when the stored checkpoint has a question of this task, or of a graph below it. */
async function hasAsked(configurable: NonNullable<LangGraphRunnableConfig["configurable"]>): Promise<boolean> {
  const task: unknown = configurable["__pregel_task_id"];
  const tuple = await checkpointOfTask(configurable);
  return (tuple?.pendingWrites ?? []).some(([writer, channel]) => writer === task && channel === "__interrupt__");
}
