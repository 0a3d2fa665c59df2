import { AIMessage, BaseMessage } from "@langchain/core/messages";
import { isPlainRecord } from "@tidemark/reducers/internal";
import type { BlockMessage, MessageBlock } from "./message-block.ts";
import { filesIn } from "./message-files.ts";
import { blocksOf, reasoningIn, reasoningOf, sourcesIn } from "./message-parts.graph.ts";
import { runMessages } from "./messages.graph.ts";

/** Converts the messages of a state with their parts. Messages without an id are omitted. */
export function blockMessages(messages: unknown): readonly BlockMessage[] {
  const list: readonly unknown[] = Array.isArray(messages) ? messages : [];
  return list.flatMap((message) => {
    if (!BaseMessage.isInstance(message)) return [];
    const blocks = messageBlocks(message);
    return runMessages([message]).map((shown) => ({ ...shown, blocks }));
  });
}

/** Parts of a message in the order of its content. Calls without a place in the content are last. */
export function messageBlocks(message: BaseMessage): readonly MessageBlock[] {
  const found: MessageBlock[] = [];
  const add = (type: "text" | "reasoning", text: string): void => {
    const index = found.findLastIndex((block) => block.type !== "source");
    const last = found[index];
    if (text === "") return;
    if (last?.type === type) found[index] = { type, text: last.text + text };
    else found.push({ type, text });
  };
  const calls = new Map(callsOf(message).map((call) => [call.toolCallId, call]));
  const known = new Set<string>();
  if (typeof message.content === "string") {
    add("reasoning", reasoningOf(message));
    add("text", message.text);
  } else if (!blocksOf(message).some((block) => reasoningIn(block) !== "")) add("reasoning", reasoningOf(message));
  for (const block of blocksOf(message)) {
    add("reasoning", reasoningIn(block));
    if (block["type"] === "text" && typeof block["text"] === "string") add("text", block["text"]);
    for (const source of sourcesIn(block, known)) found.push({ type: "source", ...source });
    for (const file of filesIn(block)) found.push({ type: "file", ...file });
    const call = typeof block["id"] === "string" ? calls.get(block["id"]) : undefined;
    if (call === undefined) continue;
    calls.delete(call.toolCallId);
    found.push(call);
  }
  return [...found, ...calls.values()];
}

function callsOf(message: BaseMessage): readonly Extract<MessageBlock, { readonly type: "call" }>[] {
  if (!AIMessage.isInstance(message)) return [];
  return (message.tool_calls ?? []).flatMap(({ id, name, args }) =>
    id === undefined || id === "" || !isPlainRecord(args)
      ? []
      : [{ type: "call", toolCallId: id, name, arguments: JSON.stringify(args) }],
  );
}
