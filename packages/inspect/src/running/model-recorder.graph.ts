import { BaseCallbackHandler } from "@langchain/core/callbacks/base";
import { BaseMessage, mapChatMessagesToStoredMessages } from "@langchain/core/messages";
import type { LLMResult } from "@langchain/core/outputs";
import { isoNow } from "../clock.ts";
import { inspectErrors } from "../errors.ts";
import type { RecordedAnswer } from "./cassette.ts";
import { promptKeys } from "./prompt-keys.ts";
import { isServed, nodeOfCall } from "./recorded-models.graph.ts";

/**
 * Records what models answer in a run, whichever model a node calls.
 *
 * With `live: false` a call ends with an error before it leaves the process, unless a recorded answer is given to it.
 */
export class ModelRecorder extends BaseCallbackHandler {
  override readonly name = "tidemark_inspect_recorder";
  // A refused call has to end before it is made, and the end of a run waits for the last answer.
  override awaitHandlers = true;
  override raiseError: boolean;
  readonly #live: boolean;
  readonly #open = new Map<string, Omit<RecordedAnswer, "message">>();
  readonly #answers: RecordedAnswer[] = [];

  constructor({ live }: { readonly live: boolean }) {
    super();
    this.#live = live;
    this.raiseError = !live;
  }

  /** Answers in the order in which they ended. */
  get answers(): readonly RecordedAnswer[] {
    return this.#answers;
  }

  override handleChatModelStart(...parameters: readonly unknown[]): void {
    const [, batches, runId, , , , metadata] = parameters;
    const node = nodeOfCall(metadata);
    const messages = messagesIn(batches);
    if (!this.#live && !isServed()) throw unserved(node, messages.at(-1)?.text ?? "");
    this.#open.set(String(runId), { node, prompts: promptKeys(messages), at: isoNow() });
  }

  override handleLLMStart(...parameters: readonly unknown[]): void {
    if (!this.#live && !isServed()) throw unserved(nodeOfCall(parameters[6]), "");
  }

  override handleLLMEnd({ generations }: LLMResult, runId: string): void {
    const call = this.#open.get(runId);
    this.#open.delete(runId);
    const [[generation] = []] = generations;
    const message: unknown = generation === undefined ? null : Reflect.get(generation, "message");
    if (call === undefined || !BaseMessage.isInstance(message)) return;
    const [stored] = mapChatMessagesToStoredMessages([message]);
    this.#answers.push({ ...call, message: stored });
  }

  override handleLLMError(_error: unknown, runId: string): void {
    this.#open.delete(runId);
  }
}

/** Messages of a call. LangChain calls a handler once for each prompt of a batch. */
function messagesIn(batches: unknown): readonly BaseMessage[] {
  const [messages]: readonly unknown[] = Array.isArray(batches) ? [...(batches as readonly unknown[])] : [];
  return Array.isArray(messages) ? messages.filter((each) => BaseMessage.isInstance(each)) : [];
}

const unserved = (node: string | null, prompt: string): Error =>
  inspectErrors.unrecordedCall({ node: node ?? "A node", prompt: prompt.slice(0, 120), known: 0 });
