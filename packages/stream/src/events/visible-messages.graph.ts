import { AIMessage, AIMessageChunk, BaseMessage, ToolMessage } from "@langchain/core/messages";
import { messageBlocks } from "./message-blocks.graph.ts";
import { CALL_FAILED, type Visibility } from "./visibility.ts";

/** Messages as user interfaces may receive them: those of users, agents and tools. */
export interface VisibleMessages {
  /** The stored messages that are sent. */
  list(messages: unknown): readonly BaseMessage[];
  /** A streamed message or chunk as it is sent. Null for one that is not. */
  one(message: unknown): BaseMessage | null;
}

/**
 * Creates the view of messages. Of the call of a tool, the name is sent; arguments and result only of visible tools, and the text of an
 * error never.
 *
 * It remembers the calls that it has seen. The result of an unknown call has no text.
 */
export function visibleMessages({ showsMessages, call }: Visibility): VisibleMessages {
  /** Names of tools by the ids of their calls. */
  const names = new Map<string, string>();
  /** Ids of streamed calls by message and place: only the first piece of a call has its id and the name of its tool. */
  const places = new Map<string, string>();
  const known = new WeakMap<BaseMessage, BaseMessage | null>();

  function result(message: ToolMessage): BaseMessage | null {
    const { tool_call_id, id, name, status } = message;
    const parts = [names.get(tool_call_id) ?? "", ...(name === undefined ? [] : [name])].map(call);
    if (parts.includes("nothing")) return null;
    const isWhole = !parts.includes("name");
    if (isWhole && status !== "error") return message;
    return new ToolMessage({ tool_call_id, content: isWhole ? CALL_FAILED : "", ...idOf(id), ...nameOf(name) });
  }

  function withCalls(message: AIMessage): BaseMessage | null {
    const { tool_calls: calls = [], content, additional_kwargs, name, id } = message;
    for (const { id: callId = "", name: tool } of calls) names.set(callId, tool);
    if (calls.every(({ name: tool }) => call(tool) === "whole")) return message;
    const tool_calls = calls.flatMap((each) => {
      const part = call(each.name);
      return part === "nothing" ? [] : [part === "whole" ? each : { ...each, args: {} }];
    });
    const shown = new AIMessage({ content, additional_kwargs, tool_calls, ...idOf(id), ...nameOf(name) });
    return messageBlocks(shown).length === 0 ? null : shown;
  }

  function piece(message: AIMessageChunk): BaseMessage | null {
    const { tool_call_chunks: chunks = [], content, additional_kwargs, name, id } = message;
    const parts = chunks.map((each) => {
      const { id: callId = "", name: tool = "", index = callId } = each;
      const place = JSON.stringify([id, index]);
      const isFirst = callId !== "" && places.get(place) !== callId;
      if (isFirst) {
        places.set(place, callId);
        names.set(callId, tool);
      }
      return { each, isFirst, part: call(names.get(places.get(place) ?? "") ?? "") };
    });
    if (parts.every(({ part }) => part === "whole")) return message;
    const tool_call_chunks = parts.flatMap(({ each, isFirst, part }) => {
      if (part === "whole") return [each];
      // The name is in the first piece of a call. The arguments are those of a call without any.
      return part === "name" && isFirst ? [{ ...each, args: "{}" }] : [];
    });
    const more = { ...idOf(id), ...nameOf(name) };
    const shown = new AIMessageChunk({ content, additional_kwargs, tool_call_chunks, ...more });
    return tool_call_chunks.length === 0 && messageBlocks(shown).length === 0 ? null : shown;
  }

  function once(message: unknown, make: (message: BaseMessage) => BaseMessage | null): BaseMessage | null {
    if (!showsMessages || !BaseMessage.isInstance(message)) return null;
    const made = known.get(message);
    if (made !== undefined) return made;
    const shown = make(message);
    known.set(message, shown);
    return shown;
  }

  function stored(message: BaseMessage): BaseMessage | null {
    if (ToolMessage.isInstance(message)) return result(message);
    // Instructions for a model.
    if (message.type === "system" || message.type === "developer") return null;
    return AIMessage.isInstance(message) || AIMessageChunk.isInstance(message) ? withCalls(message) : message;
  }

  /** A chunk with calls that have come as a whole is treated as a message. */
  const streamed = (message: BaseMessage): BaseMessage | null =>
    AIMessageChunk.isInstance(message) && ((message.tool_call_chunks ?? []).length > 0 || !message.tool_calls?.length)
      ? piece(message)
      : stored(message);

  return {
    one: (message) => once(message, streamed),
    list: (messages) => (Array.isArray(messages) ? messages : []).flatMap((each: unknown) => once(each, stored) ?? []),
  };
}

const idOf = (id: string | undefined) => (id === undefined ? {} : { id });

const nameOf = (name: string | undefined) => (name === undefined ? {} : { name });
