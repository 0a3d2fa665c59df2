import type { BaseChatModel } from "@langchain/core/language_models/chat_models";
import { AIMessage, type BaseMessage, ToolMessage } from "@langchain/core/messages";
import type { RunnableConfig } from "@langchain/core/runnables";
import type { StructuredToolInterface } from "@langchain/core/tools";
import { callTool } from "../tools/call-tool.graph.ts";
import { asCalled, withReadArguments } from "../tools/arguments.graph.ts";
import { withCheckedWords } from "../tools/checked-words.graph.ts";
import { withVerdicts } from "../tools/tool-guard.graph.ts";
import { entryIn } from "../tools/tool-entry.ts";
import { keepCarried, loopIn, type LoopWork } from "../tools/loop-work.graph.ts";
import { loadLangChain } from "./langchain.graph.ts";
import { askForAnswer } from "./model-answer.graph.ts";
import { asHuman, readSteering, withPeople, withSteering } from "./steering.graph.ts";

/** A loop of model and tools. */
export interface Loop {
  invoke(input: { readonly messages: readonly BaseMessage[] }, config: RunnableConfig): Promise<unknown>;
}

/** Middleware of LangChain: what `createMiddleware` returns. */
export interface LoopMiddleware {
  readonly name: string;
  readonly tools?: readonly unknown[] | undefined;
}

/** Parts of a loop. */
export interface LoopOptions {
  readonly agent: string;
  readonly model: BaseChatModel;
  readonly tools: readonly StructuredToolInterface[];
  /** Middleware of LangChain, outermost first. */
  readonly middleware: readonly LoopMiddleware[];
  /** Name of the tool that gives the result of the agent; null when its answer is text. */
  readonly outputTool: string | null;
}

/** Every provider knows "any", which createAgent itself uses; the type of the request lacks it. */
// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- see above
const ANY_TOOL = "any" as "required";

/** Ends a loop that has handed its work on, or has its result; it is not part of the conversation. */
const END_ID = "tidemark:end";

/** Makes the loop: the agent of LangChain, with the hooks by which its calls are counted, approved and recorded. */
export async function makeLoop({ agent, model, tools, middleware, outputTool }: LoopOptions): Promise<Loop> {
  const { createAgent, createMiddleware } = await loadLangChain(`The agent "${agent}"`);
  const hooks = createMiddleware({
    name: "tidemark",
    async wrapModelCall(request, handler) {
      const work = loopIn(request.runtime);
      const { messages } = request.state;
      work.resources.meter?.credit(messages);
      keepCarried(work, messages);
      if (isOver(messages)) return new AIMessage({ id: END_ID, content: "" });
      const read = await readSteering(work, messages);
      const people = read.map(asHuman);
      const answer = await askForAnswer(
        async (further) => {
          // Streams show them where they are read.
          for (const each of people) work.runtime.config.writer?.(each);
          return await handler({
            ...request,
            systemPrompt: work.prompt,
            messages: [...shown(work, [...withPeople(request.messages), ...people]), ...further],
            ...(outputTool !== null && { toolChoice: ANY_TOOL }),
          });
        },
        { work, model: request.model, messages: [...messages, ...people], outputTool },
      );
      const checked = await withReadArguments(await withCheckedWords(work, answer), work.tools);
      return withSteering(await withVerdicts(work, checked), read);
    },
    async wrapToolCall(request, handler) {
      const work = loopIn(request.runtime);
      const { toolCall, tool, state } = request;
      return await callTool(work, { toolCall, tool, messages: state.messages }, (args) =>
        Promise.resolve(handler({ ...request, toolCall: { ...toolCall, args } })),
      );
    },
  });
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- made by createMiddleware; its type would make LangChain necessary for types
  const more = middleware as readonly ReturnType<typeof createMiddleware>[];
  // Version 2 runs each call of a tool as a task: it pauses alone, and is not repeated with its neighbors.
  const react = createAgent({ model, name: agent, tools: [...tools], middleware: [hooks, ...more], version: "v2" });
  // Without middleware of the application there is no state to prepare, and the graph itself is the shorter way.
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- both take and give messages
  return (middleware.length === 0 ? react.graph : react) as unknown as Loop;
}

/** Messages that the model sees: a long loop can outgrow the window, too. */
const shown = ({ earlier, resources, window }: LoopWork, messages: readonly BaseMessage[]): readonly BaseMessage[] =>
  resources.view.shorten([...earlier, ...asCalled(messages)], window);

/** True when a tool of the last answer has handed the work on, or given the result. */
function isOver(messages: readonly BaseMessage[]): boolean {
  const last = messages.findLastIndex((each) => AIMessage.isInstance(each));
  return messages.slice(last + 1).some((each) => {
    const entry = entryIn(each);
    return entry?.handoff !== undefined || entry?.output !== undefined;
  });
}

/** Messages that a loop has added, of the model and of its tools, without the end mark. */
export function addedMessages(result: unknown, given: readonly BaseMessage[]): readonly BaseMessage[] {
  const messages: unknown = typeof result === "object" && result !== null ? Reflect.get(result, "messages") : [];
  const list: readonly unknown[] = Array.isArray(messages) ? messages : [];
  const known = new Set(given.map(({ id }) => id));
  return list.filter(
    (each): each is BaseMessage =>
      (AIMessage.isInstance(each) || ToolMessage.isInstance(each)) && each.id !== END_ID && !known.has(each.id),
  );
}
