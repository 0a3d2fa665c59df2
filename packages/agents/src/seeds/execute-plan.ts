import { type AgentEvent, type ErrorClassification, type Plan, type PlanStep } from "@tidemark/core-state";
import { type RetryPolicy, type StepResult, stepAgent, stepTask } from "@tidemark/core-state/internal";
import { isPlainRecord } from "@tidemark/reducers/internal";
import type { Clock, Ids } from "@tidemark/state-manager";
import { defaultRetryPolicy } from "../failures/backoff.ts";
import { secondsBetween } from "../kernel/clock.ts";
import { aggregateAnswer } from "../plans/answer.ts";
import { type AttemptedStep, attemptStep, messageOf, type StepAnswer } from "./attempt.ts";
import { planEvents, type PlanEventSource } from "../plans/events.ts";
import { advancePlan, endSteps, type StepEnd } from "../plans/advance.ts";
import type { FailurePolicy } from "../plans/failure-policy.ts";
import { stepResultKey } from "../plans/step-results.ts";
import { cancelPlan, startPlan } from "../plans/transitions.ts";

/** Context passed to a plan step. */
export interface StepTools {
  /** Position in the plan, starting at 0. */
  readonly index: number;
  /** Attempt number, starting at 1. */
  readonly attempt: number;
  /** Aborted when the step exceeds its time limit, or when the plan is stopped. */
  readonly signal: AbortSignal;
  /** Results of completed steps by step id. */
  readonly answers: ReadonlyMap<string, StepAnswer>;
}

/** Runs one step. */
export type RunStep = (step: PlanStep, tools: StepTools) => StepAnswer | Promise<StepAnswer>;

/** Options of `executePlan`. */
export interface ExecutePlanOptions {
  /** Clock for times, pauses and time limits, such as `systemClock`. */
  readonly clock: Clock;
  /** Source of the id of a plan without one. */
  readonly ids: Ids;
  /** Maximum number of independent steps to run in parallel. Defaults to 1. */
  readonly maxConcurrency?: number;
  /** Retry policy of a step. Defaults to three attempts, with pauses of 0.5 and 0.75 seconds. */
  readonly retryPolicy?: RetryPolicy | ((step: PlanStep) => RetryPolicy);
  /** Maximum duration of an attempt, in seconds. Defaults to no limit. */
  readonly timeoutSeconds?: number | ((step: PlanStep) => number | undefined);
  /** Action after a failed step. Defaults to `abort`. */
  readonly onFailure?: FailurePolicy;
  /** Classifies an error. Only `retriable` errors are retried. Defaults to retrying every error. */
  readonly classify?: (error: unknown, step: PlanStep) => ErrorClassification;
  /** Cancels the plan. Steps that ignore their signal are not awaited. */
  readonly signal?: AbortSignal;
  /** Target of events. Defaults to no events. */
  readonly events?: Omit<PlanEventSource, "now" | "sequence"> & {
    readonly sequence?: number;
    readonly emit: (event: AgentEvent) => void;
  };
  /** Receives the plan after each change, for example to store or display it. */
  readonly onChange?: (plan: Plan) => void;
}

/** Result of an executed plan. */
export interface ExecutedPlan {
  readonly outcome: "completed" | "failed" | "cancelled";
  readonly plan: Plan;
  /** Answer for the user: the result of the answering step, or the joined results. */
  readonly answer: string;
  /** Result of each step that ran, as stored in the state's `execution_step_results`. */
  readonly results: Readonly<Record<string, StepResult>>;
  /** Answers of the completed steps, by step id. */
  readonly answers: ReadonlyMap<string, StepAnswer>;
  /** Number of attempts of each step, by position. */
  readonly attempts: readonly number[];
}

/**
 * Executes a plan without a graph. Each step runs after its dependencies, within its number of attempts.
 *
 * In the returned plan, the plan and all its steps have ended. `completed` means that nothing failed. A failed step is
 * a result, not a rejection. Rejects if the plan cannot run (`agents/unfitPlan`) or has already ended
 * (`agents/illegalTransition`), and if `emit` or `onChange` throws; running steps are then aborted. Steps that are
 * `in_progress`, because an earlier run was interrupted, run again.
 *
 * @example
 * ```ts
 * import { executePlan } from "tidemark/seeds";
 * import { countingIds, fixedClock } from "tidemark/testing";
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

const retriable = (): ErrorClassification => ({ severity: "retriable" });

/**
 * One execution of one plan: it calls the functions of steps, waits for them, and emits what has changed. What a step may do next is
 * decided by `advancePlan`, with the rules of the graph.
 */
class PlanExecution {
  readonly #options: ExecutePlanOptions;
  readonly #runStep: RunStep;
  readonly #stop = new AbortController();
  readonly #running = new Map<number, Promise<void>>();
  /** Steps whose work has ended, but whose result is not in the plan yet. */
  readonly #ended = new Map<number, AttemptedStep>();
  readonly #answers = new Map<string, StepAnswer>();
  readonly #attempts: number[];
  readonly #startTimes = new Map<number, string>();
  readonly #results: Record<string, StepResult> = {};
  #plan: Plan;
  /** Last version of the plan whose events were emitted. */
  #emitted: Plan | null;
  #sequence: number;

  constructor(plan: Plan, runStep: RunStep, options: ExecutePlanOptions) {
    this.#options = options;
    this.#runStep = runStep;
    this.#sequence = options.events?.sequence ?? 0;
    this.#plan = startPlan(plan, { now: options.clock.now(), planId: plan.planId ?? options.ids.next() });
    // A running plan was announced when it was started.
    this.#emitted = this.#plan === plan ? plan : null;
    this.#attempts = this.#plan.steps.map(() => 0);
    for (const { status, stepId, result } of this.#plan.steps) {
      if (status === "completed" && stepId !== undefined) this.#answers.set(stepId, result ?? "");
    }
  }

  async run(): Promise<ExecutedPlan> {
    const { signal } = this.#options;
    const cancelled = cancellation(signal);
    try {
      this.#change(this.#plan);
      for (const [index, step] of this.#plan.steps.entries()) if (step.status === "in_progress") this.#begin(index);
      for (;;) {
        this.#advance();
        if (this.#plan.status !== "executing") break;
        await Promise.race([...this.#running.values(), cancelled.happened]);
      }
    } finally {
      cancelled.dispose();
      this.#stop.abort();
    }
    return this.#executed();
  }

  get #now(): string {
    return this.#options.clock.now();
  }

  /** Stores the next version of the plan and emits its events. */
  #change(next: Plan): void {
    const { events, onChange } = this.#options;
    const before = this.#emitted;
    this.#plan = next;
    this.#emitted = next;
    if (events !== undefined) {
      const { emit, ...source } = events;
      const planned = planEvents(before, next, { ...source, sequence: this.#sequence, now: this.#now });
      this.#sequence += planned.length;
      for (const event of planned) emit(event);
    }
    if (next !== before) onChange?.(next);
  }

  /** Records the steps that have ended, and starts the next ones, or cancels the plan. */
  #advance(): void {
    const { maxConcurrency = 1, onFailure: policy, signal } = this.#options;
    const ends = [...this.#ended].flatMap(([index, attempted]) => endOf(index, attempted));
    for (const index of this.#ended.keys()) this.#running.delete(index);
    const options = { now: this.#now, policy };
    const isCancelled = signal?.aborted === true;
    const { plan, versions, counted, started } = isCancelled
      ? { ...endSteps(this.#plan, ends, options), started: [] }
      : advancePlan(this.#plan, ends, {
          ...options,
          running: new Set(this.#running.keys()),
          maxConcurrency: Math.max(1, Math.floor(maxConcurrency) || 1),
        });
    for (const end of counted) this.#keepResult(end);
    this.#ended.clear();
    for (const version of versions) this.#change(version);
    if (isCancelled && plan.status === "executing") {
      this.#change(cancelPlan(plan, { now: this.#now, reason: reasonOf(signal) }));
    }
    for (const index of started) this.#begin(index);
  }

  #begin(index: number): void {
    const step = this.#plan.steps[index];
    if (step === undefined) return;
    const { clock, retryPolicy = defaultRetryPolicy("agent"), timeoutSeconds, classify = retriable } = this.#options;
    this.#startTimes.set(index, this.#now);
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
      work.then((attempted) => void this.#ended.set(index, attempted)),
    );
  }

  #keepResult({ index, outcome }: StepEnd): void {
    const step = this.#plan.steps[index] ?? {};
    const capability = stepAgent(step) ?? "respond";
    const taskObjective = stepTask(step);
    const now = this.#now;
    this.#results[stepResultKey(step, index)] = {
      stepIndex: index,
      capability,
      ...(taskObjective !== null && { taskObjective }),
      success: outcome === "completed",
      executionTime: secondsBetween(this.#startTimes.get(index) ?? now, now),
      timestamp: now,
    };
    const attempted = this.#ended.get(index);
    if (attempted?.outcome === "completed") this.#answers.set(step.stepId ?? String(index), attempted.answer);
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

/** End of a step in the plan. A step that was stopped from outside has none. */
function endOf(index: number, attempted: AttemptedStep): readonly StepEnd[] {
  if (attempted.outcome === "stopped") return [];
  return attempted.outcome === "completed"
    ? [{ index, outcome: "completed", result: textOf(attempted.answer) }]
    : [{ index, outcome: "failed", error: attempted.message }];
}

/** Text of an answer. Empty if untyped code returned no text. */
function textOf(answer: unknown): string {
  const text: unknown = isPlainRecord(answer) ? answer["text"] : answer;
  return typeof text === "string" ? text : "";
}

/** Listens for an abort until it is disposed. */
function cancellation(signal: AbortSignal | undefined) {
  const listening = new AbortController();
  const happened = new Promise<"cancelled">((resolve) => {
    signal?.addEventListener("abort", () => resolve("cancelled"), { once: true, signal: listening.signal });
  });
  return { happened, dispose: () => listening.abort() };
}

const reasonOf = (signal: AbortSignal): string => {
  const reason: unknown = signal.reason;
  return reason instanceof Error && reason.name === "AbortError" ? "cancelled" : messageOf(reason);
};
