import { BaseCallbackHandler } from "@langchain/core/callbacks/base";
import { CallbackManager, type Callbacks } from "@langchain/core/callbacks/manager";
import { AIMessage, BaseMessage, ToolMessage } from "@langchain/core/messages";
import type { LLMResult } from "@langchain/core/outputs";
import { isPlainRecord } from "@tidemark/reducers/internal";
import type { Clock } from "@tidemark/state-manager";
import {
  ChunkUsage,
  reportsTokens,
  type StartParameters,
  type TokenParameters,
  tokensOf,
} from "@tidemark/state-manager/internal";
import { ASKED_AT } from "../kernel/asked-at.ts";
import { agentErrors } from "../kernel/errors.ts";
import { secondsBetween } from "../kernel/clock.ts";
import { errorFacts } from "../failures/error-facts.ts";
import { enterCall } from "./enclosing-calls.ts";
import { type Allowance, type AttemptKind, type Counted, type Limits, mayAttempt } from "./limits.ts";
import { type Continuation, type Reserved, type StepMember, StepUsage } from "./step-usage.ts";
import { costOf, type EndedCall, type ModelPrices, NO_USAGE, priceOf, type Usage, UsageAccount } from "./usage.ts";

/** Options of a meter: the node, its limits and the usage so far. */
export interface UsageMeterOptions {
  /** The node whose calls are counted. */
  readonly agent: string;
  /** The values at the start of the node, with the usage of the turn so far. */
  readonly values: Counted;
  readonly limits: Limits;
  readonly prices?: ModelPrices | undefined;
  readonly clock: Pick<Clock, "now">;
  /** Stops the node: a limit does not allow the call that is about to begin. */
  readonly stop: (reason: Error) => void;
  /** Ends a wait for other steps. */
  readonly signal: AbortSignal;
  /** Adds the node to the steps that run next to it. Defaults to a step that runs alone. */
  readonly join?: ((usage: () => Usage) => StepMember) | undefined;
}

const UNKNOWN = "unknown";

/** Limits of what one call uses, which is known when it has ended. */
const OF_USE: readonly AttemptKind[] = ["token", "cost", "uncounted"];

const OF_MODELS: readonly AttemptKind[] = ["modelCall", ...OF_USE];

/** A call of a model that runs. */
interface OpenCall {
  readonly model: string;
  readonly startedAt: string;
  readonly chunks: ChunkUsage;
}

/**
 * Counts every call of a model under a node, by any code, and stops the node before a call that a limit does not allow.
 *
 * LangChain's callbacks report the calls, so it counts those of agents, planners and tools alike. Each call counts when it begins, and
 * reserves the most that it may use until it ends.
 */
export class UsageMeter extends BaseCallbackHandler {
  override readonly name = "tidemark_usage";
  // The call has to wait for the check.
  override awaitHandlers = true;
  // A call that is not allowed fails before its model is asked.
  override raiseError = true;
  readonly #options: UsageMeterOptions;
  readonly #account: UsageAccount;
  readonly #open = new Map<string, OpenCall>();
  /** Messages whose calls have been counted, by id. */
  readonly #counted = new Set<string>();
  /** Usage of messages for which LangChain has added up running totals, by id. */
  readonly #usage = new Map<string, AIMessage["usage_metadata"]>();
  /** Incomplete messages, by id. */
  readonly #cut = new Set<string>();
  /** Calls of tools that have been counted, by id. */
  readonly #tools = new Set<string>();
  readonly #step: StepMember;
  /** Calls that are allowed and have not begun, of agents with a model. */
  readonly #admitted = new Set<object>();
  #lastModel = UNKNOWN;
  #isClosed = false;

  constructor(options: UsageMeterOptions) {
    super();
    this.#options = options;
    this.#account = new UsageAccount(options.agent);
    const { join = (usage) => new StepUsage().join(options.agent, usage) } = options;
    this.#step = join(() => this.usage);
  }

  /** Usage of this run of the node so far. */
  get usage(): Usage {
    return this.#account.usage;
  }

  /** The first limit that does not allow another call; null if all of them do. Defaults to the limits of model calls. */
  allowance(kinds: readonly AttemptKind[] = OF_MODELS): Allowance | null {
    return this.#allowanceWith(kinds, NONE);
  }

  #allowanceWith(kinds: readonly AttemptKind[], more: Reserved): Allowance | null {
    const { values, limits, clock } = this.#options;
    const usage = { ...values.runtime_usage };
    const all = [this.usage, ...this.#step.others];
    for (const [index, each] of all.entries()) {
      for (const [key, entry] of Object.entries(each)) usage[`${index}:${key}`] = entry;
    }
    // A call that has begun is part of the usage; one that is admitted is not yet.
    const calls = more.calls + this.#step.reserves().calls;
    const running = { calls, totalTokens: more.tokens, cost: more.cost, uncounted: more.uncounted };
    if (Object.values(running).some((count) => count > 0)) usage["running"] = { ...NO_USAGE, ...running };
    const options = { limits, now: clock.now() };
    return (
      kinds
        .map((kind) => mayAttempt(kind, { ...values, runtime_usage: usage }, options))
        .find(({ allowed }) => !allowed) ?? null
    );
  }

  /**
   * Waits while other calls might use up what is left, and reserves a call. Throws `agents/limitReached` when a limit does not allow it.
   * Call the result when the call has ended.
   */
  async admit(messages: readonly BaseMessage[]): Promise<() => void> {
    while (this.#waits()) await this.#step.change(this.#options.signal);
    this.require();
    const call = {};
    this.#admitted.add(call);
    this.#step.reserved.set(call, { ...this.#mostOf(this.#lastModel, sizeOf(messages)), calls: 1 });
    return () => {
      this.#admitted.delete(call);
      this.#step.release(call);
    };
  }

  /**
   * True while other running calls might use up what is left. A call within another one does not wait for that one.
   *
   * A caller reserves without waiting in between, or two calls would take the same place.
   */
  #waits(around?: ReadonlySet<unknown>): boolean {
    const running = this.#step.reserves(around);
    if (running.tokens === 0 || this.#options.signal.aborted || this.allowance() !== null) return false;
    return this.#allowanceWith(OF_USE, { ...running, calls: 0 }) !== null;
  }

  /** The most that one call may use, as far as it is known. */
  #mostOf(model: string, input: number, output = LONGEST_ANSWER): Reserved {
    const tokens = { input, output, cached: 0, total: input + output };
    const { prices = {} } = this.#options;
    // Before the first call the model is not known.
    const models = Object.hasOwn(prices, model) || model !== UNKNOWN ? [model] : Object.keys(prices);
    const costs = models.map((each) => costOf(priceOf([each], prices), tokens));
    return { calls: 0, tokens: tokens.total, cost: Math.max(0, ...costs), uncounted: 1 };
  }

  /** Counts the calls that another process has stored, with those of the other steps. */
  async continue(continuation: Continuation): Promise<void> {
    await this.#step.continue(continuation);
  }

  /** Models with calls whose tokens or cost are not known. */
  get uncountedModels(): readonly string[] {
    return Object.values(this.usage).flatMap(({ model, uncounted }) => (uncounted > 0 ? [model] : []));
  }

  /** Ends the node: its calls are no longer running, and what the last of them used is not known. */
  close(): void {
    if (this.#isClosed) return;
    this.#isClosed = true;
    for (const { model } of this.#open.values()) this.#account.leave(model);
    this.#open.clear();
    this.#step.leave();
  }

  /** Throws `agents/limitReached` when a limit does not allow the call. */
  require(kinds?: readonly AttemptKind[]): void {
    const refused = this.allowance(kinds);
    if (refused === null) return;
    const { agent } = this.#options;
    throw agentErrors.limitReached({ agent, because: refused.because });
  }

  /** Counts a call of a tool, once; throws `agents/limitReached` when the limit does not allow it. */
  tool(callId: string): void {
    if (this.#tools.has(callId)) return;
    this.require(["toolCall"]);
    this.#countTool(callId, this.#lastModel);
  }

  /** Counts the calls behind messages that an earlier process received; those of this run are known. */
  credit(messages: readonly BaseMessage[]): void {
    for (const message of messages) {
      if (!AIMessage.isInstance(message) || message.id === undefined || this.#counted.has(message.id)) continue;
      this.#counted.add(message.id);
      if (message.usage_metadata === undefined && message.response_metadata[ASKED_AT] === undefined) continue;
      const model = modelIn(message.response_metadata) ?? UNKNOWN;
      this.#lastModel = model;
      this.#account.begin(model);
      this.#account.end(model, this.#countOf(message, model));
    }
    // A call without a result is counted where it runs.
    for (const message of messages) {
      if (ToolMessage.isInstance(message)) this.#countTool(message.tool_call_id, this.#lastModel);
    }
  }

  /** True for a message whose stream ended before the model did: LangChain completes the JSON of half a call. */
  isCut(id: string | undefined): boolean {
    return id !== undefined && this.#cut.has(id);
  }

  /** The usage of a message, without running totals that LangChain has added up. */
  usageOf({ id = "", usage_metadata: merged }: AIMessage): AIMessage["usage_metadata"] {
    return this.#usage.get(id) ?? merged;
  }

  /** True for an id of a call that no step next to this one has. */
  claim(callId: string): boolean {
    return this.#step.claim(callId);
  }

  /** Marks messages as counted: those that the node was given. */
  skip(messages: readonly BaseMessage[]): void {
    for (const message of messages) {
      if (message.id !== undefined) this.#counted.add(message.id);
      if (ToolMessage.isInstance(message)) this.#tools.add(message.tool_call_id);
    }
  }

  override async handleChatModelStart(...call: StartParameters): Promise<void> {
    await this.#begin(call);
  }

  override async handleLLMStart(...call: StartParameters): Promise<void> {
    await this.#begin(call);
  }

  override handleLLMNewToken(...[, , runId, , , fields]: TokenParameters): void {
    this.#open.get(runId)?.chunks.token(fields);
  }

  override handleChatModelStreamEvent(event: unknown, runId: string): void {
    this.#open.get(runId)?.chunks.event(event);
  }

  override handleLLMEnd(output: LLMResult, runId: string): void {
    const call = this.#open.get(runId);
    if (call === undefined) return;
    this.#open.delete(runId);
    const generation: unknown = output.generations[0]?.[0];
    const message: unknown = isObject(generation) ? Reflect.get(generation, "message") : undefined;
    if (AIMessage.isInstance(message) && message.id !== undefined) {
      this.#counted.add(message.id);
      if (isCut(generation, message)) this.#cut.add(message.id);
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- that of the message, or that of its last chunk
      this.#usage.set(message.id, call.chunks.of(message.usage_metadata) as AIMessage["usage_metadata"]);
    }
    this.#account.end(call.model, {
      ...this.#countOf(message, call.model, call.chunks),
      seconds: this.#since(call.startedAt),
    });
    this.#step.release(runId);
  }

  override handleLLMError(error: unknown, runId: string): void {
    const call = this.#open.get(runId);
    if (call === undefined) return;
    this.#open.delete(runId);
    // A server that answers with an error has used nothing. Of any other failure, such as a cut stream, nobody knows.
    const isCounted = errorFacts(error).some(({ status }) => status !== null && status >= 400);
    this.#account.fail(call.model, { seconds: this.#since(call.startedAt), isCounted });
    this.#step.release(runId);
  }

  #countTool(callId: string, model: string): void {
    if (this.#tools.has(callId)) return;
    this.#tools.add(callId);
    this.#account.tool(model);
  }

  /** Tokens and cost of an answer, and whether a limit can count on them. */
  #countOf(message: unknown, model: string, chunks?: ChunkUsage): EndedCall {
    const answer = AIMessage.isInstance(message) ? message : null;
    const { limits, prices } = this.#options;
    const usage = chunks === undefined ? answer?.usage_metadata : chunks.of(answer?.usage_metadata);
    const tokens = tokensOf(usage);
    // The name with which a provider answers may be another one than the application's.
    const price = priceOf([model, modelIn(answer?.response_metadata) ?? model], prices);
    const isPriced = price !== null || limits.maxCost === Number.POSITIVE_INFINITY;
    return { tokens, cost: costOf(price, tokens), isCounted: isPriced && reportsTokens(usage) };
  }

  async #begin([, messages, runId, , extraParams, , metadata]: StartParameters): Promise<void> {
    const around = enterCall(runId);
    const [admitted] = this.#admitted;
    if (admitted === undefined) {
      while (this.#waits(around)) await this.#step.change(this.#options.signal);
      try {
        this.require();
      } catch (error) {
        // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- thrown by `require`
        this.#options.stop(error as Error);
        throw error;
      }
    } else this.#admitted.delete(admitted);
    const parameters = isPlainRecord(extraParams) ? extraParams["invocation_params"] : undefined;
    const model = textIn(metadata, "ls_model_name") ?? modelIn(parameters) ?? UNKNOWN;
    this.#lastModel = model;
    this.#open.set(runId, { model, startedAt: this.#options.clock.now(), chunks: new ChunkUsage() });
    this.#account.begin(model);
    this.#step.reserved.set(runId, this.#mostOf(model, sizeOf([messages, parameters]), longestAnswer(parameters)));
    if (admitted !== undefined) this.#step.reserved.delete(admitted);
  }

  #since(startedAt: string): number {
    return secondsBetween(startedAt, this.#options.clock.now());
  }
}

/** Tokens that an answer may have when the model's parameters do not limit it. */
const LONGEST_ANSWER = 16_384;

const LENGTHS = [
  "max_completion_tokens",
  "max_output_tokens",
  "maxOutputTokens",
  "max_tokens",
  "maxTokens",
  "num_predict",
];

/** Most tokens of an answer, by the parameters of the call. */
function longestAnswer(parameters: unknown): number {
  const known: unknown = LENGTHS.map((name): unknown => Reflect.get(Object(parameters), name)).find(
    (each) => typeof each === "number" && Number.isSafeInteger(each) && each > 0,
  );
  return typeof known === "number" ? known : LONGEST_ANSWER;
}

/** Most tokens of an input: hardly any text has more tokens than characters. */
function sizeOf(input: unknown): number {
  if (typeof input === "string") return input.length;
  if (Array.isArray(input)) return input.reduce<number>((size, each) => size + sizeOf(each), 4);
  if (BaseMessage.isInstance(input)) {
    return sizeOf(input.content) + (AIMessage.isInstance(input) ? sizeOf(input.tool_calls) : 0) + 8;
  }
  if (isPlainRecord(input))
    return Object.entries(input).reduce((size, [key, each]) => size + key.length + sizeOf(each), 4);
  return 4;
}

const NONE: Reserved = { calls: 0, tokens: 0, cost: 0, uncounted: 0 };

/** True for an answer of OpenAI's protocol without the reason for which it ended; every complete one has it. */
function isCut(generation: unknown, { response_metadata: metadata }: AIMessage): boolean {
  if (metadata["model_provider"] !== "openai" || "status" in metadata || "finish_reason" in metadata) return false;
  return textIn(Reflect.get(Object(generation), "generationInfo"), "finish_reason") === null;
}

/** Adds a handler to the callbacks of a config; runnables below inherit it. */
export function withHandler(callbacks: Callbacks | undefined, handler: BaseCallbackHandler): Callbacks {
  if (callbacks === undefined) return [handler];
  if (Array.isArray(callbacks)) return [...callbacks, handler];
  const manager = callbacks instanceof CallbackManager ? callbacks.copy() : callbacks;
  manager.addHandler(handler, true);
  return manager;
}

const modelIn = (values: unknown): string | null => textIn(values, "model_name") ?? textIn(values, "model");

function textIn(values: unknown, name: string): string | null {
  const found: unknown = isObject(values) ? Reflect.get(values, name) : undefined;
  return typeof found === "string" && found !== "" ? found.slice(0, 200) : null;
}

const isObject = (value: unknown): value is object => typeof value === "object" && value !== null;
