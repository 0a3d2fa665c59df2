import { BaseCallbackHandler } from "@langchain/core/callbacks/base";
import { CallbackManager, type Callbacks } from "@langchain/core/callbacks/manager";
import { AIMessage, type BaseMessage, ToolMessage } from "@langchain/core/messages";
import type { LLMResult } from "@langchain/core/outputs";
import { isPlainRecord } from "@tidemark/reducers/internal";
import type { Clock } from "@tidemark/state-manager";
import { agentErrors } from "../kernel/errors.ts";
import { secondsBetween } from "../kernel/clock.ts";
import { type Allowance, type AttemptKind, type Counted, type Limits, mayAttempt } from "./limits.ts";
import { type ModelPrices, tokensOf, type Usage, UsageAccount } from "./usage.ts";

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
}

/** Parameters of LangChain's start callbacks: model, messages, run, parent, parameters, tags, metadata. */
type StartParameters = readonly [
  model: unknown,
  messages: unknown,
  runId: string,
  parent?: unknown,
  parameters?: unknown,
  tags?: unknown,
  metadata?: unknown,
  name?: unknown,
];

const OF_MODELS: readonly AttemptKind[] = ["modelCall", "token", "cost"];

/**
 * Counts every call of a model under a node, by any code, and stops the node before a call that a limit does not allow.
 *
 * LangChain's callbacks report the calls, so it counts those of agents, planners and tools alike. Each call counts when it begins.
 */
export class UsageMeter extends BaseCallbackHandler {
  override readonly name = "tidemark_usage";
  // The call has to wait for the check.
  override awaitHandlers = true;
  readonly #options: UsageMeterOptions;
  readonly #account: UsageAccount;
  readonly #open = new Map<string, { readonly model: string; readonly startedAt: string }>();
  /** Messages whose calls have been counted, by id. */
  readonly #counted = new Set<string>();
  /** Incomplete messages, by id. */
  readonly #cut = new Set<string>();
  /** Calls of tools that have been counted, by id. */
  readonly #tools = new Set<string>();
  #lastModel = "unknown";

  constructor(options: UsageMeterOptions) {
    super();
    this.#options = options;
    this.#account = new UsageAccount(options.agent, options.prices);
  }

  /** Usage of this run of the node so far. */
  get usage(): Usage {
    return this.#account.usage;
  }

  /** The first limit that does not allow another call; null if all of them do. Defaults to the limits of model calls. */
  allowance(kinds: readonly AttemptKind[] = OF_MODELS): Allowance | null {
    const { values, limits, clock } = this.#options;
    const usage = { ...values.runtime_usage };
    for (const [key, entry] of Object.entries(this.usage)) usage[`now:${key}`] = entry;
    const options = { limits, now: clock.now() };
    return (
      kinds
        .map((kind) => mayAttempt(kind, { ...values, runtime_usage: usage }, options))
        .find(({ allowed }) => !allowed) ?? null
    );
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
      if (message.usage_metadata === undefined) continue;
      const model = modelIn(message.response_metadata) ?? "unknown";
      this.#lastModel = model;
      this.#account.begin(model);
      this.#account.end(model, { tokens: tokensOf(message.usage_metadata) });
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

  /** Marks messages as counted: those that the node was given. */
  skip(messages: readonly BaseMessage[]): void {
    for (const message of messages) {
      if (message.id !== undefined) this.#counted.add(message.id);
      if (ToolMessage.isInstance(message)) this.#tools.add(message.tool_call_id);
    }
  }

  override handleChatModelStart(...call: StartParameters): void {
    this.#begin(call);
  }

  override handleLLMStart(...call: StartParameters): void {
    this.#begin(call);
  }

  override handleLLMEnd(output: LLMResult, runId: string): void {
    const call = this.#open.get(runId);
    if (call === undefined) return;
    this.#open.delete(runId);
    const generation: unknown = output.generations[0]?.[0];
    const message: unknown = isObject(generation) ? Reflect.get(generation, "message") : undefined;
    const metadata = AIMessage.isInstance(message) ? message.usage_metadata : undefined;
    if (AIMessage.isInstance(message) && message.id !== undefined) {
      this.#counted.add(message.id);
      if (isCut(generation, message)) this.#cut.add(message.id);
    }
    this.#account.end(call.model, { tokens: tokensOf(metadata), seconds: this.#since(call.startedAt) });
  }

  override handleLLMError(_error: unknown, runId: string): void {
    const call = this.#open.get(runId);
    if (call === undefined) return;
    this.#open.delete(runId);
    this.#account.fail(call.model, this.#since(call.startedAt));
  }

  #countTool(callId: string, model: string): void {
    if (this.#tools.has(callId)) return;
    this.#tools.add(callId);
    this.#account.tool(model);
  }

  #begin([, , runId, , extraParams, , metadata]: StartParameters): void {
    const refused = this.allowance();
    if (refused !== null) {
      this.#options.stop(agentErrors.limitReached({ agent: this.#options.agent, because: refused.because }));
      return;
    }
    const parameters = isPlainRecord(extraParams) ? extraParams["invocation_params"] : undefined;
    const model = textIn(metadata, "ls_model_name") ?? modelIn(parameters) ?? "unknown";
    this.#lastModel = model;
    this.#open.set(runId, { model, startedAt: this.#options.clock.now() });
    this.#account.begin(model);
  }

  #since(startedAt: string): number {
    return secondsBetween(startedAt, this.#options.clock.now());
  }
}

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
