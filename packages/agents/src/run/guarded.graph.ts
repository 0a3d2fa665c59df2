import { AsyncLocalStorageProviderSingleton } from "@langchain/core/singletons";
import { isGraphBubbleUp, type LangGraphRunnableConfig } from "@langchain/langgraph";
import { type ErrorInfo, type RetryPolicy, type SeedStateUpdate, taskKey } from "@tidemark/core-state/internal";
import type { PlanStep, StateDeclaration } from "@tidemark/core-state";
import type { GraphValueOf } from "@tidemark/core-state/langgraph";
import { type Clock, systemClock } from "@tidemark/state-manager";
import { type GraphNodeOf } from "@tidemark/state-manager/langgraph";
import { graphResult, type NodeResult, threadValues, withModelCalls } from "@tidemark/state-manager/internal/langgraph";
import { type AgentValues, withFlags, withStoredStop } from "../kernel/agent-values.ts";
import { pause } from "../failures/backoff.ts";
import { classifyError, type ErrorClassifier } from "../failures/classify-error.ts";
import { remainingSeconds, TIME_LIMIT } from "../limits/deadline.ts";
import { killedUpdate } from "../limits/kill.ts";
import { type Limits, limitsOf } from "../limits/limits.ts";
import type { ModelPrices } from "../limits/usage.ts";
import type { RunningSteps } from "../limits/step-usage.ts";
import { type UsageMeter, withHandler } from "../limits/usage-meter.graph.ts";
import { agentErrors } from "../kernel/errors.ts";
import { AnswerCheck } from "../guardrails/answer-check.graph.ts";
import { withCheckedStorage } from "../guardrails/checked-saver.graph.ts";
import type { Guards } from "../guardrails/guards.graph.ts";
import { heldBack } from "./held-words.graph.ts";
import { joined, updateResult } from "./joined-result.graph.ts";
import { openMeter } from "./node-meter.graph.ts";
import { type NodeErrors, unreported } from "../failures/node-errors.ts";
import type { ThreadRuns } from "./thread-runs.graph.ts";
import { failed, type OutcomeRules } from "./node-outcome.ts";
import { withoutPause } from "./pause-of-task.graph.ts";
import { StopSignal } from "./stop-signal.ts";
import { continueSubgraphs } from "./subgraph-address.graph.ts";
import { classifyExpected } from "./expected-errors.ts";
import { type NodeTrace, traceNode } from "./node-trace.graph.ts";
import { type FieldWrite, isObserved } from "@tidemark/state-manager/internal";
import type { TracedNode } from "@tidemark/state-manager/internal/langgraph";

/** Routing decision that led to a node, as the node receives it. */
export interface Arrival {
  /** Fields that record the decision. The node writes them with its result. */
  readonly update: Readonly<Record<string, unknown>>;
  /** The same fields as values, which replace those of the thread while the node runs. */
  readonly values: AgentValues;
  /** Seconds to wait before a retry. */
  readonly pauseSeconds: number;
  /** Set if the node runs next to others. `write` keeps the writes that several nodes may make at once. */
  readonly parallel?: { readonly write: (writes: readonly FieldWrite[]) => readonly FieldWrite[] };
}

/** Input and config of the task that arrives at a node. */
export interface ArrivalMoment {
  /** Input of the task. Defaults to the values. */
  readonly input?: object;
  readonly config: LangGraphRunnableConfig;
}

/** Routing functions that a node calls. */
export interface NodeRouting {
  /** Finds the decision that led to a node, from the values at the edge. */
  arrive(node: string, values: AgentValues, moment: ArrivalMoment): Arrival;
  /** Checks the targets of a node's result. A node that routes with a command does not follow its edge. */
  follow(result: NodeResult, moment: ArrivalMoment): void;
}

/** Options of a guarded node. */
export interface GuardOptions {
  /** Runs that can be killed from outside. Defaults to none. */
  readonly runs?: ThreadRuns | undefined;
  readonly limits?: Partial<Limits> | undefined;
  /** Receives a node's errors before they are recorded. Defaults to not reporting them. */
  readonly errors?: NodeErrors | undefined;
  /** Clock for all times. Defaults to the system clock. */
  readonly clock?: Clock | undefined;
  /** Timer for pauses and time limits. Defaults to real time, regardless of `clock`. */
  readonly timer?: Pick<Clock, "wait"> | undefined;
  /** Prices of models. Defaults to none. */
  readonly prices?: ModelPrices | undefined;
  /** Steps of the graph that run next to each other, for limits of calls. Defaults to none: each node counts its own. */
  readonly runningSteps?: RunningSteps | undefined;
  /** Routing of a graph created by `createAgentGraph`. Defaults to none: the application's edges decide. */
  readonly routing?: NodeRouting | undefined;
  /** Guardrails before answers: no words are streamed before they have passed. Defaults to none. */
  readonly answers?: Guards | undefined;
}

/** One run of a node, before its work starts. */
export interface GuardedRun<State extends StateDeclaration> {
  /** Values of the thread, with the fields that record the routing decision. */
  readonly values: GraphValueOf<State>;
  /** Input of the task. A `Send` can construct it. In a graph of `createAgentGraph` it equals `values`. */
  readonly input: GraphValueOf<State>;
  /** LangGraph's config. Its signal is aborted when the work must stop. */
  readonly config: LangGraphRunnableConfig;
  /** Key of the task: equal when it runs again, different in every copy of the thread. */
  readonly key: string;
  readonly signal: AbortSignal;
  readonly startedAt: string;
  /** Counts the calls of models; null in a state without `runtime_usage`. */
  readonly meter: UsageMeter | null;
  /** Checks words before they are stored or streamed; null without guardrails before answers. */
  readonly words: AnswerCheck | null;
}

/** The work of one run. */
export interface Work {
  /** Plan step of the work, or null. Defaults to the next step, if it names the node. */
  readonly step?: PlanStep | null | undefined;
  readonly run: () => unknown;
  /** Converts an error of the work to a result, or throws it. Defaults to throwing it. */
  readonly rescue?: (error: unknown) => unknown;
  /** Validates and completes the result. */
  readonly complete: (answer: unknown) => NodeResult;
  /** Fields that are written however the work ended: done, failed or stopped. They are written behind those of the answer. */
  readonly record?: (() => Readonly<Record<string, unknown>>) | undefined;
  /** Converts a failure to an update: the run then goes on as if nothing had failed. Defaults to recording the failure. */
  readonly instead?: ((error: unknown) => Readonly<Record<string, unknown>>) | undefined;
  /** Adds to the result of the work, even if it failed. */
  readonly finish?: ((result: NodeResult) => NodeResult) | undefined;
}

/** Definition of a guarded node. */
export interface GuardedNode<State extends StateDeclaration> {
  readonly name: string;
  /** Outcome rules of a built-in node. Agents have none. */
  readonly builtIn?: OutcomeRules | undefined;
  readonly classifyError?: ErrorClassifier | undefined;
  readonly retryPolicy?: RetryPolicy | undefined;
  readonly timeoutSeconds?: number | undefined;
  /**
   * Errors that become recorded failures: all errors, errors of the work and its inputs, or none. Defaults to `all`.
   */
  readonly records?: "all" | "none" | "work" | undefined;
  /** True if the kill switch and the turn's time limit stop the node. Defaults to true. */
  readonly stops?: boolean | undefined;
  /** True if the run has ended after the node. Defaults to false. */
  readonly last?: boolean | undefined;
  /** Step of a failure whose work did not start. Null for none. */
  readonly step?: null | undefined;
  /** Fields that are written for every run, even a failed one. */
  readonly marks?: SeedStateUpdate | undefined;
  /** Filters the fields of a failure's update. Defaults to the declared fields of the state. */
  readonly only?: ((field: string) => boolean) | undefined;
  /** Returns a result as LangGraph applies it, and throws one that leaves the graph of the node. Defaults to returning it. */
  readonly leave?: ((result: NodeResult, config: LangGraphRunnableConfig) => unknown) | undefined;
  /** Name and kind of the node in traces. Defaults to none: its events belong to the operation around it. */
  readonly traced?: TracedNode | undefined;
  readonly begin: (run: GuardedRun<State>) => Work;
}

const NOT_ROUTED: Arrival = { update: {}, values: {}, pauseSeconds: 0 };

/**
 * Creates a graph node for guarded work. Only this node stops work, measures its time, and converts errors to data.
 *
 * It also writes the routing decision that led to it. An abort by the caller, an interrupt and a command to a parent
 * graph are passed through. A run that was killed or exceeded its time limit writes only the reason of the stop, and
 * discards unfinished work. Any other error, including an invalid result, becomes a failure for the routing table.
 */
export function guardedNode<State extends StateDeclaration>(
  state: State,
  node: GuardedNode<State>,
  options: GuardOptions,
): GraphNodeOf<State> {
  const {
    clock = systemClock,
    timer = systemClock,
    errors = unreported,
    runs,
    limits,
    routing,
    prices,
    answers,
    runningSteps,
  } = options;
  const meters = Object.hasOwn(state.fields, "runtime_usage");
  const {
    name,
    builtIn,
    stops = true,
    leave = graphResult,
    marks = {},
    only = (field) => Object.hasOwn(state.fields, field),
  } = node;

  const guarded = async (
    input: GraphValueOf<State>,
    config: LangGraphRunnableConfig,
    trace?: NodeTrace | null,
  ): Promise<unknown> => {
    // LangGraph gives no trace. A wrapper would add its frames to the stack of every error.
    if (trace === undefined && isObserved()) {
      return await traceNode(node.traced, { input, config }, (of) => guarded(input, config, of));
    }
    // A session counts the calls of its turns for traces; without one, the node does.
    const counts = trace !== undefined && trace !== null;
    const startedAt = clock.now();
    continueSubgraphs(config);
    const run = runs?.enter(config);
    const stored = threadValues(state, input, config);
    const moved = stops || routing !== undefined ? await withoutPause(stored, config, startedAt) : {};
    const thread = withFlags({ ...stored, ...moved });
    const key = await taskKey(config);
    let arrival = NOT_ROUTED;
    let known: AgentValues = thread;
    let step: PlanStep | null | undefined = node.step;
    let phase: "begins" | "works" | "answers" = "begins";
    let finish: NonNullable<Work["finish"]> = unchanged;
    let meter: UsageMeter | null = null;
    let record: Work["record"];
    let instead: Work["instead"];
    let words: AnswerCheck | null = null;
    let isOver = true;
    const stop = new StopSignal({
      name,
      signals: [config.signal, stops ? run?.signal : undefined],
      turnSeconds: stops ? secondsLeft(thread, startedAt) : null,
      timeoutSeconds: node.timeoutSeconds,
      timer,
    });
    try {
      arrival = routing?.arrive(name, thread, { input, config }) ?? NOT_ROUTED;
      arrival = { ...arrival, update: { ...moved, ...arrival.update } };
      const values = { ...thread, ...arrival.values };
      known = values;
      if (arrival.pauseSeconds > 0) {
        await pause(arrival.pauseSeconds, { ...clock, wait: timer.wait }, stop.signal);
        stop.signal.throwIfAborted();
        if (secondsLeft(known, clock.now()) <= 0) return stopUpdate(known, TIME_LIMIT);
      }
      if (meters) {
        meter = await openMeter({
          agent: name,
          values: known,
          limits: limitsOf(known, limits),
          prices,
          clock,
          config,
          steps: arrival.parallel === undefined ? undefined : runningSteps,
          signal: stop.signal,
          stop: (reason) => {
            stop.abort(reason);
          },
        });
      }
      const own = answers === undefined ? config : heldBack(config);
      const running = withCounts({ ...own, signal: stop.signal }, { meter, counts });
      words =
        answers === undefined
          ? null
          : new AnswerCheck(answers, { name, values: known, config: running, signal: stop.signal });
      const inner = words === null ? running : withCheckedStorage(running, words);
      const work = node.begin({
        values,
        input: routing === undefined ? input : values,
        config: inner,
        key,
        meter,
        words,
        signal: stop.signal,
        startedAt,
      });
      ({ step = step, finish = finish, record, instead } = work);
      phase = "works";
      const answer = await stop.race(
        meter === null && !counts && answers === undefined ? work.run : () => under(inner, work.run),
        work.rescue ?? rethrow,
      );
      phase = "answers";
      const completed = finish(work.complete(answer));
      const result = words === null ? completed : await words.result(completed);
      routing?.follow(result, { input, config });
      isOver = node.last === true;
      return leave(written(result), config);
    } catch (error) {
      // The other nodes of the step are still running.
      if (passesOn(error) && arrival.parallel !== undefined) isOver = false;
      if (passesOn(error) || config.signal?.aborted === true) throw error;
      const reason = run?.reason() ?? (stop.isLate ? TIME_LIMIT : null);
      trace?.failed(name, { error, isKilled: reason !== null && reason !== TIME_LIMIT });
      if (reason !== null) return stopUpdate(known, reason);
      if (instead !== undefined) {
        isOver = node.last === true;
        return graphResult(written(updateResult(instead(error))));
      }
      if (node.records === "none" || (node.records === "work" && phase === "answers")) throw error;
      const own = phase === "works" ? node.classifyError : undefined;
      errors.report(error, { node: name, values: known, classifyError: own });
      isOver = false;
      const { retryPolicy } = node;
      const classification = classifyError(error, (thrown) => own?.(thrown) ?? classifyExpected(thrown));
      const nodeRun = { node: name, builtIn, step, startedAt, now: clock.now() };
      const failure = failed(known, { ...nodeRun, error, classification, retryPolicy });
      const result = updateResult(pickFields({ ...failure, ...marks }, only));
      return graphResult(written(phase === "works" ? finish(result) : result));
    } finally {
      stop.end();
      meter?.close();
      if (isOver) runs?.leave(config);
    }

    /** Update of a stopped run, which continues with its error answer. */
    function stopUpdate(values: AgentValues, reason: string): unknown {
      isOver = false;
      const control_iteration = (values.control_iteration ?? 0) + 1;
      const now = clock.now();
      const stopped = withStoredStop(state, { ...killedUpdate(values, reason, now), control_iteration }, now);
      return graphResult(written(updateResult(stopped)));
    }

    /** Adds the decision that led to the node, and what is written however the work ended. */
    function written(result: NodeResult): NodeResult {
      // Tools were called before the answer was checked.
      const behind = [record?.() ?? {}, usageRecord(), words?.record() ?? {}].flatMap((each) => Object.entries(each));
      const around = { before: arrival.update, behind };
      if (arrival.parallel === undefined) return joined(state, result, { ...around, known: stored });
      // Several steps may write only some fields at once.
      const all = joined(state, result, around);
      return { ...all, writes: arrival.parallel.write(all.writes) };
    }

    /** Usage of the node, and errors for calls that no limit can count. */
    function usageRecord(): Readonly<Record<string, unknown>> {
      meter?.close();
      const usage = meter?.usage ?? {};
      if (meter === null || Object.keys(usage).length === 0) return {};
      const entries = meter.uncountedModels.map((model): ErrorInfo => {
        const error = agentErrors.uncountedCalls({ agent: name, model });
        return { step: name, errorType: error.code, message: error.message, timestamp: clock.now(), retryable: false };
      });
      const isReported = entries.length > 0 && Object.hasOwn(state.fields, "control_errors");
      return { runtime_usage: usage, ...(isReported && { control_errors: entries }) };
    }
  };
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- fields of this state: the work validates its result, the framework writes the rest
  return guarded as GraphNodeOf<State>;

  function secondsLeft(values: AgentValues, now: string): number {
    const { maxExecutionTimeSeconds } = limitsOf(values, limits);
    return remainingSeconds(values, { maxExecutionTimeSeconds, now });
  }
}

/** Runs work under a config: a model that it calls without one is counted as well. */
const under = (config: LangGraphRunnableConfig, run: () => unknown): unknown =>
  AsyncLocalStorageProviderSingleton.runWithConfig(config, run);

/** True for thrown values that are not failures: an interrupt, or a command to a parent graph. */
const passesOn = (error: unknown): boolean => error instanceof Error && isGraphBubbleUp(error);

/** Adds the callbacks that count the calls of models: for limits, and for traces. */
function withCounts(
  config: LangGraphRunnableConfig,
  { meter, counts }: { readonly meter: UsageMeter | null; readonly counts: boolean },
): LangGraphRunnableConfig {
  const metered = meter === null ? config : { ...config, callbacks: withHandler(config.callbacks, meter) };
  return counts ? { ...metered, callbacks: withModelCalls(metered.callbacks) } : metered;
}

const unchanged = (result: NodeResult): NodeResult => result;

const rethrow = (error: unknown): never => {
  throw error;
};

const pickFields = (update: SeedStateUpdate, only: (field: string) => boolean): object =>
  Object.fromEntries(Object.entries(update).filter(([field]) => only(field)));
