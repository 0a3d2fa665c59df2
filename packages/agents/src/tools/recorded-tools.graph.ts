import { AIMessage, type BaseMessage, ToolMessage } from "@langchain/core/messages";
import { StructuredTool } from "@langchain/core/tools";
import { Command } from "@langchain/langgraph";
import { isPlainRecord } from "@tidemark/reducers/internal";
import {
  type AskedTool,
  currentRecording,
  type RecordedTool,
  type RecordedTools,
  withRecording,
} from "../kernel/recording.graph.ts";
import { callIn, type LoopWork } from "./loop-work.graph.ts";
import { RecordedFailure } from "./recorded-failure.ts";
import { entryIn, type ToolEntry } from "./tool-entry.ts";

/**
 * Finds the results of tools in messages of a thread. A message may occur in several lists, such as in those of an agent and of its graph;
 * the one with the tool's entry counts, because it contains the fields that the tool has written.
 */
export function recordedToolsIn(messages: Iterable<BaseMessage>): readonly RecordedTool[] {
  const calls = new Map<string, { readonly name: string; readonly args: unknown }>();
  const results = new Map<string, ToolMessage>();
  for (const message of messages) {
    if (AIMessage.isInstance(message)) {
      for (const { id, name, args } of message.tool_calls ?? []) if (id !== undefined) calls.set(id, { name, args });
    }
    if (!ToolMessage.isInstance(message)) continue;
    const { tool_call_id: id } = message;
    if (!results.has(id) || entryIn(message) !== null) results.set(id, message);
  }
  return [...results].flatMap(([callId, message]): RecordedTool[] => {
    const call = calls.get(callId);
    if (call === undefined) return [];
    const { content, status, name } = message;
    const artifact: unknown = message.artifact;
    const entry = entryIn(message);
    const args = [call.args, ...(entry?.arguments === undefined ? [] : [entry.arguments])];
    const made = { tool: call.name, args, callId, content, isError: status === "error" };
    return [{ ...made, ...(name !== undefined && { name }), ...(artifact !== undefined && { artifact }) }];
  });
}

/**
 * Runs work whose calls of LangChain's tools get recorded results, whichever agent or node calls them. Arguments are validated as usual. Calls
 * outside of the work reach their tools.
 */
export function withRecordedTools<Result>(recorded: RecordedTools, work: () => Promise<Result>): Promise<Result> {
  interceptTools();
  return withRecording(recorded, work);
}

let isIntercepting = false;

/** Asks the recording of the current run first, for every tool of the process: the class that all extend is where their calls meet. */
function interceptTools(): void {
  if (isIntercepting) return;
  isIntercepting = true;
  const { prototype } = StructuredTool;
  // oxlint-disable-next-line typescript/unbound-method -- called with the tool that a caller has invoked
  const { invoke } = prototype;
  prototype.invoke = async function invokeRecorded(this: StructuredTool, given, config): Promise<never> {
    const recorded = currentRecording();
    const loop = callIn(config)?.work;
    // Handoffs and the result of an agent are not outside of the graph.
    const isOwn = recorded === undefined || loop?.ownTools.has(this.name) === true;
    const result = isOwn ? null : resultOf(recorded, askedBy(this.name, given, config), loop?.drafts);
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the tool itself, with two members replaced
    const served = Object.create(this, {
      _call: { value: () => result?.() },
      responseFormat: { value: "content_and_artifact" },
    }) as StructuredTool;
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- every tool declares its own result, and the caller knows it
    return (await invoke.call(result === null ? this : served, given, config)) as never;
  };
}

type Drafts = LoopWork["drafts"];

/** Function that gives the result of a call. Null for a call that reaches its tool. */
function resultOf(recorded: RecordedTools, asked: AskedTool, drafts: Drafts | undefined): (() => unknown) | null {
  const found = recorded.take(asked);
  if (found !== null)
    return () => (drafts === undefined ? plainResult(found, asked) : loopResult(found, asked, drafts));
  const other = recorded.other(asked);
  if (other === null) return null;
  return () => (drafts === undefined ? [other.value, undefined] : [contentOf(other.value), { value: other.value }]);
}

function askedBy(tool: string, given: unknown, config: unknown): AskedTool {
  const isCall = isPlainRecord(given) && given["type"] === "tool_call" && Object.hasOwn(given, "args");
  const id: unknown = isCall ? given["id"] : Reflect.get(Object(config), "toolCallId");
  return { tool, args: isCall ? given["args"] : given, callId: typeof id === "string" ? id : undefined };
}

/** Result for LangGraph, of which LangChain makes the message. A failure is a message, and a command writes its fields again. */
function plainResult({ content, artifact, isError, update, name }: RecordedTool, { callId }: AskedTool): unknown {
  if (callId === undefined) return [content, artifact];
  const message = (): ToolMessage =>
    new ToolMessage({
      content,
      tool_call_id: callId,
      ...(name !== undefined && { name }),
      ...(isError && { status: "error" }),
    });
  if (update !== undefined) return [new Command({ update: { ...update, messages: [message()] } }), undefined];
  return [isError ? message() : content, artifact];
}

/** Result for the loop of an agent, with the fields that the tool has written and proposed. */
function loopResult({ content, artifact, isError }: RecordedTool, { callId = "" }: AskedTool, drafts: Drafts): unknown {
  const entry: ToolEntry | null = entryIn({ artifact });
  if (isError) throw new RecordedFailure(contentOf(content), entry?.execution.errorCode);
  const { updates = [], proposals = [], execution } = entry ?? {};
  if (updates.length > 0 || proposals.length > 0)
    drafts.set(callId, { updates: [...updates], proposals: [...proposals] });
  return [content, { value: execution?.result ?? content }];
}

const contentOf = (value: unknown): string => (typeof value === "string" ? value : JSON.stringify(value ?? null));
