import { AIMessageChunk, type BaseMessage } from "@langchain/core/messages";
import { SimpleChatModel } from "@langchain/core/language_models/chat_models";
import { ChatGenerationChunk } from "@langchain/core/outputs";
import type { CallbackManagerForLLMRun } from "@langchain/core/callbacks/manager";
import { END, MemorySaver, START, StateGraph } from "@langchain/langgraph";
import { AgentState, openSession, toStateSchema, turnStart } from "tidemark";
import type { WebApplication } from "../src/index.ts";

/** A model that writes given parts, each when the promise before it is fulfilled. */
class WritingModel extends SimpleChatModel {
  readonly #parts: () => AsyncIterable<string>;

  constructor(parts: () => AsyncIterable<string>) {
    super({});
    this.#parts = parts;
  }

  _llmType(): string {
    return "writing";
  }

  async _call(): Promise<string> {
    let text = "";
    for await (const part of this.#parts()) text += part;
    return text;
  }

  override async *_streamResponseChunks(
    _messages: BaseMessage[],
    _options: this["ParsedCallOptions"],
    run?: CallbackManagerForLLMRun,
  ): AsyncGenerator<ChatGenerationChunk> {
    for await (const text of this.#parts()) {
      yield new ChatGenerationChunk({ text, message: new AIMessageChunk(text) });
      await run?.handleLLMNewToken(text);
    }
  }
}

/** An application whose model writes the given parts in answer to every message. */
export function talkingApplication(parts: () => AsyncIterable<string>): WebApplication {
  const model = new WritingModel(parts);
  const graph = new StateGraph(toStateSchema(AgentState))
    .addNode("turn_start", turnStart(AgentState))
    .addNode("answer", async ({ messages }) => ({ messages: [await model.invoke([...messages])] }))
    .addEdge(START, "turn_start")
    .addEdge("turn_start", "answer")
    .addEdge("answer", END)
    .compile({ checkpointer: new MemorySaver() });
  return {
    title: "Talk",
    intro: "Say something.",
    state: AgentState,
    graph,
    session: (threadId) => openSession({ graph, threadId }),
    thread: "talk",
  };
}
