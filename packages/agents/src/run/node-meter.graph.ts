import { AIMessage, type BaseMessage, ToolMessage } from "@langchain/core/messages";
import type { LangGraphRunnableConfig } from "@langchain/langgraph";
import type { Clock } from "@tidemark/state-manager";
import type { AgentValues } from "../kernel/agent-values.ts";
import type { Limits } from "../limits/limits.ts";
import type { RunningSteps } from "../limits/step-usage.ts";
import type { ModelPrices } from "../limits/usage.ts";
import { UsageMeter } from "../limits/usage-meter.graph.ts";
import { callIds } from "../models/call-ids.graph.ts";
import { isContinued, storedMessages, storedSteps } from "./stored-usage.graph.ts";

/** Options of the meter of a node. */
export interface NodeMeterOptions {
  readonly agent: string;
  readonly values: AgentValues;
  readonly limits: Limits;
  readonly prices: ModelPrices | undefined;
  readonly clock: Pick<Clock, "now">;
  /** Config of the task. */
  readonly config: LangGraphRunnableConfig;
  /** Set if the node runs next to others: their calls count as well. */
  readonly steps: RunningSteps | undefined;
  readonly signal: AbortSignal;
  readonly stop: (reason: Error) => void;
}

/**
 * Opens the meter of a node. Steps that run next to each other share what the limits leave: no call begins that the calls of the others
 * have used up, even if another process made them.
 */
export async function openMeter({ steps, config, ...options }: NodeMeterOptions): Promise<UsageMeter> {
  const task: unknown = config.configurable?.["__pregel_task_id"];
  const of = steps?.of(config.signal);
  const join = of === undefined ? undefined : (usage: UsageOfMeter) => of.join(String(task), usage);
  const meter = new UsageMeter({ ...options, join });
  if (of === undefined || !isContinued(config)) return meter;
  await meter.continue({
    read: () => storedSteps(config),
    async count() {
      const known = knownIds(options.values);
      const stored = (await storedMessages(config)).filter((each) => !known.has(each.id) && isOwn(each));
      meter.credit(stored);
      for (const id of callIds(stored)) meter.claim(id);
    },
    signal: options.signal,
    most: config.maxConcurrency ?? Number.POSITIVE_INFINITY,
  });
  return meter;
}

type UsageOfMeter = () => UsageMeter["usage"];

/** Ids of the messages of the thread. */
function knownIds(values: object): ReadonlySet<unknown> {
  const messages: unknown = Reflect.get(values, "messages");
  const list: readonly unknown[] = Array.isArray(messages) ? messages : [];
  return new Set(list.map((each): unknown => Reflect.get(Object(each), "id")));
}

/** False for an answer that closes a call of an earlier turn. */
const isOwn = (message: BaseMessage): boolean =>
  AIMessage.isInstance(message) || (ToolMessage.isInstance(message) && message.id?.startsWith("open:") !== true);
