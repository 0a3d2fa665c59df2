import { AsyncLocalStorage } from "node:async_hooks";
import { BaseChatModel } from "@langchain/core/language_models/chat_models";
import {
  type BaseMessage,
  coerceMessageLikeToMessage,
  mapStoredMessageToChatMessage,
  type StoredMessage,
} from "@langchain/core/messages";
import { ensureConfig } from "@langchain/core/runnables";
import { inspectErrors } from "../errors.ts";
import type { Cassette } from "./cassette.ts";
import { promptKeys } from "./prompt-keys.ts";

/** Run whose models are answered from a recording. */
interface RecordedRun {
  readonly cassette: Cassette;
  /** True if a call without a recorded answer reaches the model. */
  readonly orLive: boolean;
  /** True inside a call that has got its answer. */
  readonly isServed: boolean;
}

/** The run that code belongs to. Runs beside it, such as those of the application, reach their models. */
const runs = new AsyncLocalStorage<RecordedRun>();

/** True inside a call that is answered from a recording. */
export const isServed = (): boolean => runs.getStore()?.isServed === true;

/** Runs work whose calls of chat models are answered from a recording, whichever model a node calls. */
export function withRecordedModels<Result>(
  cassette: Cassette,
  { orLive }: { readonly orLive: boolean },
  work: () => Promise<Result>,
): Promise<Result> {
  interceptModels();
  return runs.run({ cassette, orLive, isServed: false }, work);
}

/** Node of the graph whose code called a model, from LangGraph's metadata. For a call inside of a subgraph, the node of the outer graph. */
export function nodeOfCall(metadata: unknown): string | null {
  const read = (name: string): unknown =>
    typeof metadata === "object" && metadata !== null ? Reflect.get(metadata, name) : null;
  const namespace = read("langgraph_checkpoint_ns");
  const [outer = ""] = typeof namespace === "string" ? namespace.split(":") : [];
  const node = read("langgraph_node");
  return outer === "" ? (typeof node === "string" ? node : null) : outer;
}

let isIntercepting = false;

/**
 * Asks the recording of the current run first, for every chat model of the process. A compiled graph does not say which models its nodes
 * use, so the class that all of them extend is where their calls meet. Outside of a recorded run nothing changes.
 */
function interceptModels(): void {
  if (isIntercepting) return;
  isIntercepting = true;
  const { prototype } = BaseChatModel;
  // oxlint-disable-next-line typescript/unbound-method -- called with the model that a caller has called
  const { generate, _streamIterator: stream } = prototype;
  prototype.generate = async function generateRecorded(this: BaseChatModel, messages, options, callbacks) {
    const run = runs.getStore();
    const [prompt] = messages;
    if (run === undefined || run.isServed || prompt === undefined || messages.length > 1)
      return generate.call(this, messages, options, callbacks);
    const { metadata } = ensureConfig(Array.isArray(options) ? {} : options);
    const answer = answerTo(run, nodeOfCall(metadata), prompt.map(coerceMessageLikeToMessage));
    if (answer === null) return generate.call(this, messages, options, callbacks);
    // Everything else of the call happens as usual: callbacks count it, and traces contain it.
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the model itself, with three members replaced
    const served = Object.create(this, {
      _generate: { value: () => Promise.resolve({ generations: [{ message: answer, text: answer.text }] }) },
      disableStreaming: { value: true },
      cache: { value: undefined },
    }) as BaseChatModel;
    return runs.run({ ...run, isServed: true }, () => generate.call(served, messages, options, callbacks));
  };
  // oxlint-disable-next-line eslint/no-underscore-dangle -- LangChain's name for what `stream` calls
  prototype._streamIterator = async function* streamRecorded(this: BaseChatModel, input, options) {
    const run = runs.getStore();
    if (run === undefined) yield* stream.call(this, input, options);
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- a model that does not stream yields its message as well
    else yield (await this.invoke(input, options)) as never;
  };
}

function answerTo(run: RecordedRun, node: string | null, prompt: readonly BaseMessage[]): BaseMessage | null {
  const { cassette, orLive } = run;
  const found = cassette.take({ node, prompts: promptKeys(prompt) }, { onlySamePrompt: orLive });
  if (found === null) {
    if (orLive) return null;
    const last = prompt.at(-1)?.text ?? "";
    throw inspectErrors.unrecordedCall({
      node: node ?? "A node",
      prompt: last.slice(0, 120),
      known: cassette.countOf(node),
    });
  }
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- written by this package from a message, or read from a checkpoint as one
  return mapStoredMessageToChatMessage(found.message as StoredMessage);
}
