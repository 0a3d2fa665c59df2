import { BaseMessage } from "@langchain/core/messages";
import { asCalled, withPeople } from "@tidemark/agents/internal/langgraph";
import type { UnfinishedMessage } from "./messages.graph.ts";
import { speaksByDefault } from "./stream-run.graph.ts";

/** Session whose unfinished messages can be read. */
export interface UnfinishedSession {
  /** Messages of agents that wait for an answer or were stopped. Without it, they are shown only while they are streamed. */
  unfinishedMessages?(): Promise<readonly UnfinishedMessage[]>;
}

/**
 * The part of a session that reads unfinished messages, with those of people that agents have read. A session without it has none; one that
 * cannot read them shows none.
 */
export const unfinishedOf = (session: UnfinishedSession): Required<UnfinishedSession> => ({
  async unfinishedMessages() {
    try {
      const found = (await session.unfinishedMessages?.()) ?? [];
      return found.flatMap(({ node, message }) => withPeople([message]).map((each) => ({ node, message: each })));
    } catch {
      // The run itself reports that the storage cannot be read.
      return [];
    }
  },
});

/** Messages of agents that have not ended, as far as users may read them, with the arguments that each call ran with. */
export async function spokenMessages(session: UnfinishedSession): Promise<readonly unknown[]> {
  const found = await unfinishedOf(session).unfinishedMessages();
  const messages = found.filter(({ node }) => speaksByDefault(node)).map(({ message }) => message);
  return messages.every((each) => BaseMessage.isInstance(each)) ? asCalled(messages) : messages;
}
