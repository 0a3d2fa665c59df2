import { BaseCallbackHandler } from "@langchain/core/callbacks/base";
import { CallbackManager, type Callbacks } from "@langchain/core/callbacks/manager";
import { AIMessage } from "@langchain/core/messages";
import { AsyncLocalStorageProviderSingleton } from "@langchain/core/singletons";
import type { LLMResult } from "@langchain/core/outputs";
import { isPlainRecord } from "@tidemark/reducers/internal";
import { tokensOf } from "./call-tokens.ts";
import { ChunkUsage } from "./chunk-usage.ts";
import type { StartParameters, TokenParameters } from "./start-parameters.ts";
import { currentOperation, type Operation } from "./tracing.ts";

/**
 * Adds the tokens of each call of a model to the agent or planner that makes it, and to its turn.
 *
 * A call is counted where it runs: an agent that continues after a question does not count the calls before it again. LangChain calls the
 * handler in the context of the call, so one handler serves all operations.
 */
class ModelCalls extends BaseCallbackHandler {
  override readonly name = "tidemark_traces";
  // A call that does not wait would run in another context.
  override awaitHandlers = true;
  readonly #open = new Map<string, { readonly operation: Operation; readonly chunks: ChunkUsage }>();

  override handleChatModelStart(...call: StartParameters): void {
    this.#begin(call);
  }

  override handleLLMStart(...call: StartParameters): void {
    this.#begin(call);
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
    const message: unknown = Reflect.get(Object(output.generations[0]?.[0]), "message");
    const usage = AIMessage.isInstance(message) ? message.usage_metadata : null;
    const { input, output: written, cached } = tokensOf(call.chunks.of(usage));
    call.operation.use({ inputTokens: input, outputTokens: written, cachedTokens: cached });
  }

  override handleLLMError(_error: unknown, runId: string): void {
    this.#open.delete(runId);
  }

  #begin([, , runId, , extraParams, , metadata]: StartParameters): void {
    const operation = currentOperation()?.caller ?? null;
    if (operation === null) return;
    this.#open.set(runId, { operation, chunks: new ChunkUsage() });
    const parameters = isPlainRecord(extraParams) ? extraParams["invocation_params"] : undefined;
    const model = textIn(metadata, "ls_model_name") ?? textIn(parameters, "model_name") ?? textIn(parameters, "model");
    operation.note({ model, provider: textIn(metadata, "ls_provider") });
  }
}

const modelCalls = new ModelCalls();

/** Adds the handler that counts calls of models for traces to callbacks, once. */
export function withModelCalls(callbacks: Callbacks | undefined): Callbacks {
  const handlers = callbacks === undefined ? [] : Array.isArray(callbacks) ? callbacks : callbacks.handlers;
  if (handlers.some((each) => each === modelCalls)) return callbacks ?? [];
  if (callbacks === undefined) return [modelCalls];
  if (Array.isArray(callbacks)) return [...callbacks, modelCalls];
  const manager = callbacks instanceof CallbackManager ? callbacks.copy() : callbacks;
  manager.addHandler(modelCalls, true);
  return manager;
}

/** Callbacks of the code that is running, which a run without callbacks inherits. A run with callbacks has to get them as well. */
export function inheritedCallbacks(): Callbacks | undefined {
  const config: unknown = AsyncLocalStorageProviderSingleton.getRunnableConfig();
  const callbacks: unknown = Reflect.get(Object(config), "callbacks");
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- LangChain types this config as any
  return callbacks as Callbacks | undefined;
}

function textIn(values: unknown, name: string): string | null {
  const found: unknown = Reflect.get(Object(values), name);
  return typeof found === "string" && found !== "" ? found.slice(0, 200) : null;
}
