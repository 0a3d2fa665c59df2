import { stepAgent, stepTask } from "@tidemark/core-state/internal";
import type { Limits } from "@tidemark/agents";
import { linksOf, readStoredPlan } from "@tidemark/agents/internal";
import { millisecondsOf } from "../clock.ts";
import type { TracedCall, Traces } from "../traces/traced-call.ts";
import { clipValue, LIMITS } from "../values/clipped-value.ts";
import { messageType, tokensOf, type TokenUsage } from "../history/messages.ts";
import { addedItems } from "../history/tool-results.ts";
import { lastRun, type ThreadStep, type ThreadSteps } from "../history/thread-steps.ts";
import { type LimitGauge, limitGauges } from "./limit-gauges.ts";
import { present, type ShownValues } from "./shown-values.ts";
import { isPlainRecord, type Plain, plainListOf, plainValue } from "../values/plain-value.ts";

/** A step of a plan, with its state at a step of the thread. */
export interface PlannedStep {
  /** Agent or capability. Empty for a step without one. */
  readonly agent: string;
  readonly task: string;
  readonly status: "pending" | "in_progress" | "completed" | "failed" | "skipped";
  /** Positions of the steps that must be completed first. */
  readonly needs: readonly number[];
  /** Result, or description of the failure. */
  readonly note: string | null;
  /** True for the step that the plan has reached. */
  readonly isCurrent: boolean;
}

/** Calls of models and tools that a step has stored. */
export interface StepCalls {
  /** Messages that the step has added to the conversation. */
  readonly added: readonly Plain[];
  /** Last messages of the conversation before, which the step has seen. */
  readonly before: readonly Plain[];
  /** Number of messages before, with those that are not listed. */
  readonly beforeCount: number;
  /** Finished calls of tools that agents have recorded. */
  readonly tools: readonly Plain[];
  /** Tokens that the added messages report. */
  readonly tokens: TokenUsage | null;
  /** Usage that the step has added, by agent and model. Null if nothing records it. */
  readonly usage: StepUsage | null;
  /** Calls of the step in the traces, with what they got and returned. Null if the reader has no traces. */
  readonly traced: readonly TracedCall[] | null;
  /** True if models answered in the step, and no trace contains what they got. */
  readonly isPromptMissing: boolean;
}

/** Usage of models. */
export interface StepUsage {
  readonly calls: number;
  readonly inputTokens: number;
  readonly outputTokens: number;
  readonly seconds: number;
  /** Cost by the prices of the application. 0 without prices. */
  readonly cost: number;
}

/** Facts about a step that its state contains, besides the fields. */
export interface StepFacts {
  readonly threadId: string;
  readonly step: ThreadStep;
  /** Plan at the step. Null for a thread without one. */
  readonly plan: { readonly query: string; readonly steps: readonly PlannedStep[] } | null;
  /** Used part of each limit that is known. Empty for a thread of another graph. */
  readonly limits: readonly LimitGauge[];
  /** False if only the limits in the thread are known, and not those that were passed to `createAgentGraph`. */
  readonly areLimitsKnown: boolean;
  readonly calls: StepCalls;
}

/** Fields that these facts are read from. */
const FACT_FIELDS = [
  "agent_control",
  "control_clarification_count",
  "control_current_step_retry_count",
  "control_is_awaiting_validation",
  "control_iteration",
  "control_max_retries",
  "control_next_agent",
  "control_plans_created_count",
  "control_reclassification_count",
  "control_retry_count",
  "control_validation_timestamp",
  "execution_start_time",
  "execution_tool_executions",
  "messages",
  "planning_current_step_index",
  "planning_execution_plan",
  "runtime_agent_control",
  "runtime_usage",
] as const;

/** Maximum number of earlier messages that are listed. */
const MAX_BEFORE = 30;

type Values = Readonly<Record<string, unknown>>;
type Shown = Readonly<Record<string, Plain>>;

/** A step whose facts are read. */
interface FactsContext {
  readonly threadId: string;
  readonly at: ThreadStep;
  readonly all: ThreadSteps;
  readonly values: ShownValues;
  readonly limits: Partial<Limits> | undefined;
  readonly traces: Traces | undefined;
}

/** Reads the facts about a step, from its values and those before it. */
export async function stepFacts({ threadId, at, all, values, limits, traces }: FactsContext): Promise<StepFacts> {
  const idsAt = (id: string) => all.stored.get(id)?.values ?? {};
  const after = await values.shown({ threadId, id: at.id }, present(FACT_FIELDS, idsAt(at.id)));
  // Fields that the step did not change are the same before.
  const written = at.changed.filter((name) => FACT_FIELDS.some((each) => each === name));
  const { parent } = at;
  const changed = parent === null ? {} : await values.shown({ threadId, id: parent }, present(written, idsAt(parent)));
  const unwritten = Object.fromEntries(Object.entries(after).filter(([name]) => !written.includes(name)));
  const calls = callsOf({ ...unwritten, ...changed }, after);
  const traced = traces === undefined ? null : await tracedCalls(traces, { threadId, at, all, redact: values.redact });
  const hasAnswer = calls.usage !== null || calls.added.some((message) => messageType(message) === "ai");
  return {
    threadId,
    step: at,
    plan: planOf(after),
    limits: limitGauges(after, { limits, now: lastRun(all, at.id, "execution_start_time")?.at ?? null }),
    areLimitsKnown: limits !== undefined,
    calls: { ...calls, traced, isPromptMissing: hasAnswer && !(traced ?? []).some(hasPrompt) },
  };
}

/** True for a call of a model, or one around it, of which the traces contain what the model got. */
const hasPrompt = ({ kind, prompt, calls }: TracedCall): boolean =>
  (kind !== "tool" && prompt !== null) || calls.some(hasPrompt);

const textOf = (value: Plain): string => (typeof value === "string" ? value : JSON.stringify(value));

/** Calls of a step in traces, redacted. */
async function tracedCalls(
  traces: Traces,
  { threadId, at, all, redact }: Pick<FactsContext, "threadId" | "at" | "all"> & Pick<ShownValues, "redact">,
): Promise<readonly TracedCall[]> {
  const parent = all.byId.get(at.parent ?? "");
  if (at.nodes.length === 0 || at.at === null || parent === undefined || parent.at === null) return [];
  const times = { from: millisecondsOf(parent.at), to: millisecondsOf(at.at) };
  const shown = ({ prompt, answer, error, calls, ...call }: TracedCall): TracedCall => ({
    ...call,
    prompt: clipValue(redact("messages", prompt), LIMITS).value,
    answer: clipValue(redact("messages", answer), LIMITS).value,
    error: error === null ? null : textOf(redact("__error__", error)),
    calls: calls.map(shown),
  });
  return (await traces.callsIn({ threadId, nodes: at.nodes, ...times })).map(shown);
}

/** Reads the plan at a step. Null if there is none, or if it is not a valid one. */
function planOf(values: Values): StepFacts["plan"] {
  const stored = readStoredPlan(values);
  if (stored.kind !== "plan") return null;
  const { plan, index } = stored;
  const links = linksOf(plan.steps);
  // Steps that name no dependency run one after the other.
  const isLine = links.every(({ needs }) => needs.length === 0);
  const isIdle = plan.steps.every(({ status }) => status !== "in_progress");
  return {
    query: plan.query ?? "",
    steps: plan.steps.map((step, position) => ({
      agent: stepAgent(step) ?? "",
      task: stepTask(step) ?? "",
      status: step.status ?? "pending",
      needs: isLine ? (position === 0 ? [] : [position - 1]) : (links[position]?.needs ?? []),
      note: step.error ?? step.result ?? null,
      isCurrent: step.status === "in_progress" || (isIdle && position === index),
    })),
  };
}

/** Reads what models and tools did in a step, from the values before and after it. */
function callsOf(before: Shown, after: Shown): Omit<StepCalls, "traced" | "isPromptMissing"> {
  const seen = plainListOf(before["messages"]);
  const added = addedItems(seen, plainListOf(after["messages"])).filter((message) => messageType(message) !== null);
  return {
    added,
    before: seen.slice(-MAX_BEFORE),
    beforeCount: seen.length,
    tools: addedItems(
      plainListOf(before["execution_tool_executions"]),
      plainListOf(after["execution_tool_executions"]),
    ),
    tokens: tokensOf(added),
    usage: usageBetween(usageOf(before["runtime_usage"]), usageOf(after["runtime_usage"])),
  };
}

const NO_USAGE: StepUsage = { calls: 0, inputTokens: 0, outputTokens: 0, seconds: 0, cost: 0 };

function usageOf(value: unknown): StepUsage | null {
  const stored = plainValue(value);
  if (!isPlainRecord(stored)) return null;
  const sum = { ...NO_USAGE };
  for (const entry of Object.values(stored)) {
    if (!isPlainRecord(entry)) continue;
    for (const name of ["calls", "inputTokens", "outputTokens", "seconds", "cost"] as const) {
      const count = entry[name];
      if (typeof count === "number") sum[name] += count;
    }
  }
  return sum;
}

/** Usage that a step has added. A new turn begins to count again. */
function usageBetween(before: StepUsage | null, after: StepUsage | null): StepUsage | null {
  if (after === null) return null;
  const base = before === null || before.calls > after.calls ? NO_USAGE : before;
  const added = {
    calls: after.calls - base.calls,
    inputTokens: after.inputTokens - base.inputTokens,
    outputTokens: after.outputTokens - base.outputTokens,
    seconds: Math.round((after.seconds - base.seconds) * 1_000) / 1_000,
    cost: after.cost - base.cost,
  };
  return added.calls > 0 ? added : null;
}
