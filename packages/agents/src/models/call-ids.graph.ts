import { AIMessage, type BaseMessage } from "@langchain/core/messages";

/** Ids of the calls in messages. */
export function callIds(messages: readonly BaseMessage[]): Set<string> {
  const asking = messages.filter((each) => AIMessage.isInstance(each));
  return new Set(asking.flatMap(({ tool_calls = [] }) => tool_calls.flatMap(({ id }) => id ?? [])));
}
