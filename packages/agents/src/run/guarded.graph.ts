import { AsyncLocalStorageProviderSingleton } from "@langchain/core/singletons";
import { Command, isGraphBubbleUp, type LangGraphRunnableConfig } from "@langchain/langgraph";
import type { RetryPolicy, SeedStateUpdate } from "@tidemark/core-state/internal";
import type { PlanStep, StateDeclaration } from "@tidemark/core-state";
import type { GraphValueOf } from "@tidemark/core-state/langgraph";
import { isPlainRecord } from "@tidemark/reducers/internal";
import { type Clock, systemClock } from "@tidemark/state-manager";
import { type GraphNodeOf } from "@tidemark/state-manager/langgraph";
import { threadValues } from "@tidemark/state-manager/internal/langgraph";
import type { AgentValues } from "../kernel/agent-values.ts";
import { pause } from "../failures/backoff.ts";
import { classifyError, type ErrorClassifier } from "../failures/classify-error.ts";
import { remainingSeconds, TIME_LIMIT } from "../limits/deadline.ts";
import { agentErrors } from "../kernel/errors.ts";
import { killed } from "../limits/kill.ts";
import { type Limits, limitsOf } from "../limits/limits.ts";
import type { ModelPrices } from "../limits/usage.ts";
import { UsageMeter, withHandler } from "../limits/usage-meter.graph.ts";
import { type NodeErrors, unreported } from "../failures/node-errors.ts";
import type { ThreadRuns } from "./thread-runs.graph.ts";
import { failed, type OutcomeRules } from "./node-outcome.ts";
import { withoutPause } from "./pause-of-task.graph.ts";
import { StopSignal } from "./stop-signal.ts";

/** Result of a decision for the node that was chosen. */
export interface Arrival {
  /** Fields that the node writes about the decision, along with its answer. */
  readonly update: Readonly<Record<string, unknown>>;
  /** The same fields as the node sees them. */
  readonly values: AgentValues;
  /** Seconds to wait before another attempt. */
  readonly pauseSeconds: number;
}

/** Routing, as a node needs it. */
export interface NodeRouting {
  /** Finds the decision that led to a node, by the values that the edge has seen. */
  arrive(node: string, values: AgentValues, config: LangGraphRunnableConfig): Arrival;
  /** Checks where the commands of a node go; a node that goes somewhere itself takes no edge. */
  follow(commands: readonly Command[], config: LangGraphRunnableConfig): void;
}

/** Surroundings of a node. */
export interface GuardOptions {
  /** The runs that can be killed from outside. Defaults to none. */
  readonly runs?: ThreadRuns | undefined;
  readonly limits?: Partial<Limits> | undefined;
  /** Receives what a node throws before it is recorded. Defaults to nobody. */
  readonly errors?: NodeErrors | undefined;
  /** Clock of all times. Defaults to the system clock. */
  readonly clock?: Clock | undefined;
  /** Waits for a time to be up. Defaults to real time, whatever `clock` shows. */
  readonly timer?: Pick<Clock, "wait"> | undefined;
  /** Prices of models. Defaults to none. */
  readonly prices?: ModelPrices | undefined;
  /** Routing of an assembled graph. Defaults to none: the edges of the application decide. */
  readonly routing?: NodeRouting | undefined;
}

/** One run of a node, before its work begins. */
export interface GuardedRun<State extends StateDeclaration> {
  /** The values of the thread, with what is written on arrival. */
  readonly values: GraphValueOf<State>;
  /** The input of the task. A `Send` can make it up; in an assembled graph it equals `values`. */
  readonly input: GraphValueOf<State>;
  /** LangGraph's config; its signal is aborted when the work has to stop. */
  readonly config: LangGraphRunnableConfig;
  readonly signal: AbortSignal;
  readonly startedAt: string;
  /** Counts the calls of models; null in a state without `runtime_usage`. */
  readonly meter: UsageMeter | null;
}

/** The work of one run. */
export interface Work {
  /** The plan step that it does; null for none. Defaults to the next step, if it names the node. */
  readonly step?: PlanStep | null | undefined;
  readonly run: () => unknown;
  /** Turns an error of the work into an answer, or throws it. Defaults to throwing it. */
  readonly rescue?: (error: unknown) => unknown;
  /** Checks and completes the answer. */
  readonly complete: (answer: unknown) => unknown;
  /** Fields that are written however the work ended: done, failed or stopped. Lists are written behind those of the answer. */
  readonly record?: (() => Readonly<Record<string, unknown>>) | undefined;
  /** Adds to what is written after the work, also when it failed. */
  readonly finish?: ((written: unknown) => unknown) | undefined;
}

/** A node to be guarded. */
export interface GuardedNode<State extends StateDeclaration> {
  readonly name: string;
  /** Bookkeeping of a built-in node; an agent has none. */
  readonly builtIn?: OutcomeRules | undefined;
  readonly classifyError?: ErrorClassifier | undefined;
  readonly retryPolicy?: RetryPolicy | undefined;
  readonly timeoutSeconds?: number | undefined;
  /** Which errors become recorded failures: all of them, those of the work and its inputs, or none. Defaults to `all`. */
  readonly records?: "all" | "none" | "work" | undefined;
  /** Whether the kill switch and the turn's time limit stop it. Defaults to true. */
  readonly stops?: boolean | undefined;
  /** Whether the run is over when the node has done its work. Defaults to false. */
  readonly last?: boolean | undefined;
  /** The step of a failure whose work did not begin; null for none. */
  readonly step?: null | undefined;
  /** Fields that are written about every run, also one that fails. */
  readonly marks?: SeedStateUpdate | undefined;
  /** Limits what is written about a failure. Defaults to the declared fields of the state. */
  readonly only?: ((field: string) => boolean) | undefined;
  readonly begin: (run: GuardedRun<State>) => Work;
}

const NOT_ROUTED: Arrival = { update: {}, values: {}, pauseSeconds: 0 };

/**
 * Makes a graph node of guarded work. It is the one place that stops work, takes its time, and turns errors into data.
 *
 * On arrival it writes the decision that led to the node. An aborted caller, an interrupt and a command to a graph around this one pass.
 * A killed run, and one whose time is up, writes why it was stopped, and nothing that the work had begun. Any other error, also of an
 * answer that does not fit the state, becomes a failure for the routing table.
 */
export function guardedNode<State extends StateDeclaration>(
  state: State,
  node: GuardedNode<State>,
  options: GuardOptions,
): GraphNodeOf<State> {
  const { clock = systemClock, timer = systemClock, errors = unreported, runs, limits, routing, prices } = options;
  const meters = Object.hasOwn(state.fields, "runtime_usage");
  const { name, builtIn, stops = true, marks = {}, only = (field) => Object.hasOwn(state.fields, field) } = node;

  const guarded = async (input: GraphValueOf<State>, config: LangGraphRunnableConfig): Promise<unknown> => {
    const startedAt = clock.now();
    const run = runs?.enter(config);
    const stored = threadValues(state, input, config);
    const moved = stops ? await withoutPause(stored, config, startedAt) : {};
    const thread = { ...stored, ...moved };
    let arrival = NOT_ROUTED;
    let known: AgentValues = thread;
    let step: PlanStep | null | undefined = node.step;
    let phase: "begins" | "works" | "answers" = "begins";
    let finish = unchanged;
    let meter: UsageMeter | null = null;
    let record: Work["record"];
    let isOver = true;
    const stop = new StopSignal({
      name,
      signals: [config.signal, stops ? run?.signal : undefined],
      turnSeconds: stops ? secondsLeft(thread, startedAt) : null,
      timeoutSeconds: node.timeoutSeconds,
      timer,
    });
    try {
      arrival = routing?.arrive(name, thread, config) ?? NOT_ROUTED;
      arrival = { ...arrival, update: { ...moved, ...arrival.update } };
      const values = { ...thread, ...arrival.values };
      known = values;
      if (arrival.pauseSeconds > 0) {
        await pause(arrival.pauseSeconds, { ...clock, wait: timer.wait }, stop.signal);
        stop.signal.throwIfAborted();
        if (secondsLeft(known, clock.now()) <= 0) return stopped(known, TIME_LIMIT);
      }
      if (meters) {
        const stopNode = (reason: Error) => {
          stop.abort(reason);
        };
        meter = new UsageMeter({
          agent: name,
          values: known,
          limits: limitsOf(known, limits),
          prices,
          clock,
          stop: stopNode,
        });
      }
      const running = {
        ...config,
        signal: stop.signal,
        ...(meter && { callbacks: withHandler(config.callbacks, meter) }),
      };
      const work = node.begin({
        values,
        input: routing === undefined ? input : values,
        config: running,
        meter,
        signal: stop.signal,
        startedAt,
      });
      if (work.step !== undefined) step = work.step;
      if (work.finish !== undefined) finish = work.finish;
      ({ record } = work);
      phase = "works";
      const answer = await stop.race(
        meter === null ? work.run : () => under(running, work.run),
        work.rescue ?? rethrow,
      );
      phase = "answers";
      const written = finish(work.complete(answer));
      routing?.follow(commandsOf(written), config);
      isOver = node.last === true;
      return withArrival(withRecord(written), arrival.update);
    } catch (error) {
      if (passesOn(error) || config.signal?.aborted === true) throw error;
      const reason = run?.reason() ?? (stop.isLate ? TIME_LIMIT : null);
      if (reason !== null) return stopped(known, reason);
      if (node.records === "none" || (node.records === "work" && phase === "answers")) throw error;
      const own = phase === "works" ? node.classifyError : undefined;
      errors.report(error, { node: name, values: known, classifyError: own });
      isOver = false;
      const { retryPolicy } = node;
      const classification = classifyError(error, (each) => own?.(each) ?? expected(each));
      const ran = { node: name, builtIn, step, startedAt, now: clock.now() };
      const failure = failed(known, { ...ran, error, classification, retryPolicy });
      const written = { ...arrival.update, ...picked({ ...failure, ...marks }, only) };
      return withRecord(phase === "works" ? finish(written) : written);
    } finally {
      stop.end();
      if (isOver) runs?.leave(config);
    }

    /** The update of a run that was stopped: it goes on to its error answer. */
    function stopped(values: AgentValues, reason: string): unknown {
      isOver = false;
      const control_iteration = (values.control_iteration ?? 0) + 1;
      return withRecord({ ...arrival.update, ...killed(values, reason, clock.now()), control_iteration });
    }

    /** Adds what is written however the work ended. */
    function withRecord(written: unknown): unknown {
      const usage = meter?.usage ?? {};
      const counted = Object.keys(usage).length === 0 ? {} : { runtime_usage: usage };
      return withArrival(written, { ...record?.(), ...counted }, "behind");
    }
  };
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- fields of this state: the work checks its answer, the rest is the framework's
  return guarded as GraphNodeOf<State>;

  function secondsLeft(values: AgentValues, now: string): number {
    const { maxExecutionTimeSeconds } = limitsOf(values, limits);
    return remainingSeconds(values, { maxExecutionTimeSeconds, now });
  }
}

/** Runs work under a config: a model that it calls without one is counted as well. */
const under = (config: LangGraphRunnableConfig, run: () => unknown): unknown =>
  AsyncLocalStorageProviderSingleton.runWithConfig(config, run);

/** True for what is not a failure: an interrupt, or a command to a graph around this one. Anything can be thrown. */
const passesOn = (error: unknown): boolean => error instanceof Error && isGraphBubbleUp(error);

const unchanged = (written: unknown): unknown => written;

const rethrow = (error: unknown): never => {
  throw error;
};

/** Classification of the errors of this package. */
function expected(error: unknown) {
  if (agentErrors.agentTimedOut.is(error)) return { severity: "retriable" as const, userMessage: "It took too long." };
  if (agentErrors.limitReached.is(error)) {
    const because = error.details.because;
    return { severity: "fatal" as const, userMessage: `A limit was reached: ${because}.`, metadata: { because } };
  }
  if (agentErrors.modelRefused.is(error)) {
    return { severity: "critical" as const, userMessage: "The model refused to answer." };
  }
  if (agentErrors.emptyModelAnswer.is(error) || agentErrors.modelAnswerCut.is(error)) {
    return { severity: "retriable" as const, userMessage: "The model gave no complete answer." };
  }
  if (agentErrors.noStructuredOutput.is(error)) {
    return { severity: "critical" as const, userMessage: "The model cannot give structured output." };
  }
  if (agentErrors.missingInputs.is(error)) {
    const { code, problem } = error.details;
    return {
      severity: "replanning" as const,
      userMessage: "The step lacked what it needs.",
      metadata: { code, problem },
    };
  }
  return null;
}

/** Adds fields to an answer, which wins; a list is written before that of the answer, or behind it. */
function withArrival(answer: unknown, arrival: Arrival["update"], place: "before" | "behind" = "before"): unknown {
  const names = Object.keys(arrival);
  if (names.length === 0) return answer;
  if (isPlainRecord(answer)) {
    const lists = names.filter((field) => isBoth(arrival[field], answer[field]));
    const joined = lists.map((field) => {
      const both = [arrival[field], answer[field]];
      return [field, (place === "before" ? both : both.toReversed()).flat()] as const;
    });
    return { ...arrival, ...answer, ...Object.fromEntries(joined) };
  }
  const commands = commandsOf(answer);
  if (commands.some(({ graph }) => graph !== undefined)) return answer;
  const written = new Map(commands.flatMap(({ update }) => entriesOf(update)));
  const further = Object.entries(arrival).filter(
    ([field, value]) => !written.has(field) || isBoth(value, written.get(field)),
  );
  const added = new Command({ update: Object.fromEntries(further) });
  return place === "before" ? [added, ...commands] : [...commands, added];
}

/** Lists of a reducer, of which each adds to the field. */
const isBoth = (one: unknown, other: unknown): boolean => Array.isArray(one) && Array.isArray(other);

const commandsOf = (answer: unknown): readonly Command[] =>
  [answer].flat().filter((each: unknown): each is Command => each instanceof Command);

const entriesOf = (update: unknown): (readonly [string, unknown])[] =>
  Array.isArray(update)
    ? update.filter((pair): pair is [string, unknown] => Array.isArray(pair))
    : Object.entries({ ...(isPlainRecord(update) && update) });

const picked = (update: SeedStateUpdate, only: (field: string) => boolean): object =>
  Object.fromEntries(Object.entries(update).filter(([field]) => only(field)));
