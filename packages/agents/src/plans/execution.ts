import {
  type AgentEvent,
  type ErrorClassification,
  type Plan,
  type PlanStep,
  stepAgent,
  stepTask,
} from "@tidemark/core-state";
import { type RetryPolicy, type StepResult } from "@tidemark/core-state/internal";
import { isPlainRecord, isUnsafeKey } from "@tidemark/reducers/internal";
import type { Clock, Ids } from "@tidemark/state-manager";
import { defaultRetryPolicy } from "../failures/backoff.ts";
import { secondsBetween } from "../kernel/clock.ts";
import { aggregateAnswer } from "./answer.ts";
import { type AttemptedStep, attemptStep, messageOf, type StepAnswer } from "./attempt.ts";
import { planEvents, type PlanEventSource } from "./events.ts";
import { readySteps } from "./order.ts";
import {
  cancelPlan,
  completeStep,
  failPlan,
  failStep,
  failureOf,
  finishPlan,
  skipStep,
  startPlan,
  startStep,
} from "./transitions.ts";

/** What a step gets beside itself. */
export interface StepTools {
  /** Position in the plan, from 0. */
  readonly index: number;
  /** The how-manieth attempt this is, from 1. */
  readonly attempt: number;
  /** Aborted when the step took too long, or when the plan is stopped. */
  readonly signal: AbortSignal;
  /** What the steps before came to, by step id. */
  readonly answers: ReadonlyMap<string, StepAnswer>;
}

/** Does the work of one step. */
export type RunStep = (step: PlanStep, tools: StepTools) => StepAnswer | Promise<StepAnswer>;

/** What becomes of a plan when a step has failed for good: it ends, it goes on without the step, or it goes on anyway. */
export type OnStepFailure = "abort" | "skip" | "continue";

/** How a plan is carried out. */
export interface ExecutePlanOptions {
  readonly clock: Clock;
  readonly ids: Ids;
  /** How many steps that do not wait for each other run at the same time; 1 when not said. */
  readonly maxConcurrency?: number;
  /** How often and how patiently a step is tried; three times, after 0.5 and 0.75 seconds, when not said. */
  readonly retryPolicy?: RetryPolicy | ((step: PlanStep) => RetryPolicy);
  /** After how many seconds an attempt is aborted; never when not said. */
  readonly timeoutSeconds?: number | ((step: PlanStep) => number | undefined);
  /** `abort` when not said. */
  readonly onFailure?: OnStepFailure | ((step: PlanStep) => OnStepFailure);
  /** What an error calls for; only `retriable` ones are tried again. All are when not said. */
  readonly classify?: (error: unknown, step: PlanStep) => ErrorClassification;
  /** Cancels the plan. Work that does not listen to its own signal is not waited for. */
  readonly signal?: AbortSignal;
  /** Where the events go; without it none are made. */
  readonly events?: Omit<PlanEventSource, "now" | "sequence"> & {
    readonly sequence?: number;
    readonly emit: (event: AgentEvent) => void;
  };
  /** Gets the plan after each change, to keep or to show it. */
  readonly onChange?: (plan: Plan) => void;
}

/** What came of a plan. */
export interface ExecutedPlan {
  readonly outcome: "completed" | "failed" | "cancelled";
  readonly plan: Plan;
  /** For the user: the words of the step that answers, or all results together. */
  readonly answer: string;
  /** What each step came to that ran, as the state's `execution_step_results` keeps it. */
  readonly results: Readonly<Record<string, StepResult>>;
  /** What the completed steps gave, by step id. */
  readonly answers: ReadonlyMap<string, StepAnswer>;
  /** How often each step was tried, by position. */
  readonly attempts: readonly number[];
}

/**
 * Carries out a plan, without a graph: no step before those it depends on, each tried as often as allowed and no oftener.
 *
 * The plan that comes back has ended, and so have all its steps; `completed` means that nothing failed. A failure of a step
 * is a result, never a rejection. It rejects when the plan cannot run (`agents/unfitPlan`) or has ended before
 * (`agents/illegalTransition`), and when `emit` or `onChange` throws; running steps are aborted then. Steps that a plan
 * has as `in_progress`, because a run was cut off, are done again.
 *
 * @example
 * ```ts
 * import { executePlan } from "@tidemark/agents/compat";
 * import { countingIds, fixedClock } from "@tidemark/state-manager/testing";
 *
 * const plan = {
 *   steps: [
 *     { stepId: "city", agentId: "search", task: "Find a city" },
 *     { stepId: "room", agentId: "hotel", task: "Book a room", dependsOn: ["city"] },
 *   ],
 * };
 * const options = { clock: fixedClock("2030-01-31T12:00:00Z"), ids: countingIds("plan") };
 *
 * const executed = await executePlan(plan, (step) => `${step.task}: done`, options);
 * console.log(executed.outcome, executed.plan.steps.map((step) => step.status)); // completed [ 'completed', 'completed' ]
 * ```
 */
export async function executePlan(plan: Plan, runStep: RunStep, options: ExecutePlanOptions): Promise<ExecutedPlan> {
  const execution = new PlanExecution(plan, runStep, options);
  return await execution.run();
}

interface EndedStep {
  readonly index: number;
  readonly attempted: AttemptedStep;
}

const tryAgain = (): ErrorClassification => ({ severity: "retriable" });

/** One run of one plan: what is under way, and what came of it so far. */
class PlanExecution {
  readonly #options: ExecutePlanOptions;
  readonly #runStep: RunStep;
  readonly #stop = new AbortController();
  readonly #running = new Map<number, Promise<void>>();
  /** Steps whose work has ended, and of which the plan does not know yet. */
  readonly #ended: EndedStep[] = [];
  readonly #answers = new Map<string, StepAnswer>();
  readonly #attempts: number[];
  readonly #began = new Map<number, string>();
  readonly #results: Record<string, StepResult> = {};
  #plan: Plan;
  /** The form of the plan that was told last. */
  #told: Plan | null;
  #sequence: number;

  constructor(plan: Plan, runStep: RunStep, options: ExecutePlanOptions) {
    this.#options = options;
    this.#runStep = runStep;
    this.#sequence = options.events?.sequence ?? 0;
    this.#plan = startPlan(plan, { now: options.clock.now(), planId: plan.planId ?? options.ids.next() });
    // A plan that runs already was announced when it was started.
    this.#told = this.#plan === plan ? plan : null;
    this.#attempts = this.#plan.steps.map(() => 0);
    for (const { status, stepId, result } of this.#plan.steps) {
      if (status === "completed" && stepId !== undefined) this.#answers.set(stepId, result ?? "");
    }
  }

  async run(): Promise<ExecutedPlan> {
    const { signal } = this.#options;
    const cancelled = cancellation(signal);
    try {
      this.#become(this.#plan);
      for (const [index, step] of this.#plan.steps.entries()) if (step.status === "in_progress") this.#begin(index);
      while (this.#plan.status === "executing") {
        if (signal?.aborted === true) {
          this.#become(cancelPlan(this.#plan, { now: this.#now, reason: reasonOf(signal) }));
          break;
        }
        this.#startReady();
        if (this.#running.size === 0) {
          this.#become(finishPlan(this.#plan, { now: this.#now }));
          break;
        }
        await Promise.race([...this.#running.values(), cancelled.happened]);
        this.#settleAll();
      }
    } finally {
      cancelled.forget();
      this.#stop.abort();
    }
    return this.#executed();
  }

  get #now(): string {
    return this.#options.clock.now();
  }

  /** Takes the plan's next form, and tells what that means. */
  #become(next: Plan): void {
    const { events, onChange } = this.#options;
    const before = this.#told;
    this.#plan = next;
    this.#told = next;
    if (events !== undefined) {
      const { emit, ...source } = events;
      const told = planEvents(before, next, { ...source, sequence: this.#sequence, now: this.#now });
      this.#sequence += told.length;
      for (const event of told) emit(event);
    }
    if (next !== before) onChange?.(next);
  }

  #startReady(): void {
    const limit = Math.max(1, Math.floor(this.#options.maxConcurrency ?? 1) || 1);
    for (const index of readySteps(this.#plan)) {
      if (this.#running.size >= limit) return;
      this.#become(startStep(this.#plan, index, { now: this.#now }));
      this.#begin(index);
    }
  }

  #begin(index: number): void {
    const step = this.#plan.steps[index];
    if (step === undefined) return;
    const { clock, retryPolicy = defaultRetryPolicy("agent"), timeoutSeconds, classify = tryAgain } = this.#options;
    this.#began.set(index, this.#now);
    const work = attemptStep(
      ({ number, signal }) => {
        this.#attempts[index] = number;
        return this.#runStep(step, { index, attempt: number, signal, answers: this.#answers });
      },
      {
        clock,
        retryPolicy: typeof retryPolicy === "function" ? retryPolicy(step) : retryPolicy,
        timeoutSeconds: typeof timeoutSeconds === "function" ? timeoutSeconds(step) : timeoutSeconds,
        signal: this.#stop.signal,
        classify: (error) => classify(error, step),
      },
    );
    this.#running.set(
      index,
      work.then((attempted) => void this.#ended.push({ index, attempted })),
    );
  }

  /** Work that was done counts also when other work, at the same moment, has put an end to the plan. */
  #settleAll(): void {
    const ended = this.#ended.splice(0);
    const completed = ended.filter(({ attempted }) => attempted.outcome === "completed");
    for (const each of [...completed, ...ended.filter((one) => !completed.includes(one))]) {
      this.#running.delete(each.index);
      if (this.#plan.status === "executing") this.#settle(each);
    }
  }

  #settle({ index, attempted }: EndedStep): void {
    const step = this.#plan.steps[index];
    if (step === undefined || attempted.outcome === "stopped") return;
    this.#keepResult(step, index, attempted.outcome === "completed");
    const now = this.#now;
    if (attempted.outcome === "completed") {
      const { answer } = attempted;
      this.#answers.set(step.stepId ?? String(index), answer);
      this.#become(completeStep(this.#plan, index, { now, result: textOf(answer) }));
      return;
    }
    const { onFailure = "abort" } = this.#options;
    const then = typeof onFailure === "function" ? onFailure(step) : onFailure;
    if (then === "skip") {
      this.#become(skipStep(this.#plan, index, { now, because: attempted.message }));
      return;
    }
    const failed = failStep(this.#plan, index, { now, error: attempted.message });
    this.#become(then === "continue" ? failed : failPlan(failed, { now, reason: failureOf(failed, index) }));
  }

  #keepResult(step: PlanStep, index: number, success: boolean): void {
    const capability = stepAgent(step) ?? "respond";
    const taskObjective = stepTask(step);
    const now = this.#now;
    this.#results[stepResultKey(step, index)] = {
      stepIndex: index,
      capability,
      ...(taskObjective !== null && { taskObjective }),
      success,
      executionTime: secondsBetween(this.#began.get(index) ?? now, now),
      timestamp: now,
    };
  }

  #executed(): ExecutedPlan {
    const { status } = this.#plan;
    return {
      outcome: status === "completed" || status === "cancelled" ? status : "failed",
      plan: this.#plan,
      answer: aggregateAnswer(this.#plan),
      results: this.#results,
      answers: this.#answers,
      attempts: this.#attempts,
    };
  }
}

/** Under which key `execution_step_results` keeps what a step came to: its context key, else position and capability. */
const stepResultKey = (step: PlanStep, index: number): string =>
  step.contextKey === undefined || isUnsafeKey(step.contextKey)
    ? `${index}_${stepAgent(step) ?? "respond"}`
    : step.contextKey;

/** The text of an answer; nothing when plain JavaScript gave none. */
function textOf(answer: unknown): string {
  const text: unknown = isPlainRecord(answer) ? answer["text"] : answer;
  return typeof text === "string" ? text : "";
}

/** Listens for an abort, and stops listening when nobody cares any more. */
function cancellation(signal: AbortSignal | undefined) {
  const listening = new AbortController();
  const happened = new Promise<"cancelled">((resolve) => {
    signal?.addEventListener("abort", () => resolve("cancelled"), { once: true, signal: listening.signal });
  });
  return { happened, forget: () => listening.abort() };
}

const reasonOf = (signal: AbortSignal): string => {
  const reason: unknown = signal.reason;
  return reason instanceof Error && reason.name === "AbortError" ? "cancelled" : messageOf(reason);
};
