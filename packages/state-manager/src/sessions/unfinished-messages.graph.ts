import { AIMessage, BaseMessage, ToolMessage } from "@langchain/core/messages";
import { SHOWN } from "../kernel/shown-mark.ts";
import type { GraphThread } from "./leased-thread.graph.ts";
import { readPosition } from "./thread-position.graph.ts";
import type { UnfinishedMessage } from "./unfinished-message.graph.ts";

/**
 * Reads the messages of the agents that have not ended, from the checkpoints of their loops: answers of models whose words users may
 * read, and the results of their calls.
 */
export async function unfinishedMessages(thread: GraphThread): Promise<readonly UnfinishedMessage[]> {
  const { saver, threadId } = thread;
  const { tasks } = await readPosition(thread);
  const lists = await Promise.all(
    tasks.map(async ({ id, name: node }) => {
      const place = { thread_id: threadId, checkpoint_ns: `${node}:${id}` };
      const loop = await saver.getTuple({ configurable: place });
      const stored: unknown = loop?.checkpoint.channel_values["messages"];
      // Calls that run beside one that waits have stored their results as writes.
      const written = (loop?.pendingWrites ?? []).flatMap(([, channel, value]) =>
        channel === "messages" ? value : [],
      );
      return shownOf([stored, written].flat()).map((message) => ({ node, message }));
    }),
  );
  return lists.flat();
}

/** Answers of models that users may read, and the results of their calls. */
function shownOf(messages: readonly unknown[]): readonly BaseMessage[] {
  const calls = new Set<string>();
  return messages.filter((message): message is BaseMessage => {
    if (!BaseMessage.isInstance(message)) return false;
    if (ToolMessage.isInstance(message)) return calls.has(message.tool_call_id);
    if (!AIMessage.isInstance(message) || message.response_metadata[SHOWN] !== true) return false;
    for (const { id } of message.tool_calls ?? []) if (id !== undefined) calls.add(id);
    return true;
  });
}
