import { AIMessage, type BaseMessage } from "@langchain/core/messages";

/** Ids of the calls in messages. */
export function callIds(messages: readonly BaseMessage[]): Set<string> {
  const ids = new Set<string>();
  for (const each of messages) {
    // Conversations are long, and the class is slower to check than the type.
    if (each.type !== "ai" || !AIMessage.isInstance(each)) continue;
    for (const { id } of each.tool_calls ?? []) if (id !== undefined) ids.add(id);
  }
  return ids;
}
