import { END, interrupt, START, StateGraph } from "@langchain/langgraph";
import { extendState, field, fieldGroups, fields } from "@tidemark/core-state";
import { toStateSchema } from "@tidemark/core-state/langgraph";
import { defineNode, turnStart } from "@tidemark/state-manager/langgraph";
import { messageIds, steeringIn } from "@tidemark/state-manager/internal/langgraph";
import { z } from "zod";
import { Conversation, list, type Surrounded } from "./world-state.ts";

/** State of conversations whose messages can steer a turn. */
export const Steered = extendState(Conversation, {
  version: 1,
  fields: {
    messages: fieldGroups.conversation.messages,
    ...fields("heard", {
      log: list("Messages that turns have begun to work on.", "thread"),
      now: field({
        description: "Messages that the next step works on.",
        schema: z.array(z.string()).readonly(),
        default: () => [],
        lifetime: "thread",
        owner: "any",
      }),
    }),
  },
});

const textOf = (message: object): string => String(Reflect.get(message, "content"));

/**
 * Compiles the graph of conversations whose messages can steer a turn. An agent reads twice: before the turn asks, and after it. What it has
 * read is stored with its step, before anything is done for it.
 */
export function steeringGraph(surroundings: () => Surrounded) {
  const hear = defineNode(Steered, {
    agent: "root",
    run: async ({ messages, heard_log: heard }, { config, idempotencyKey }) => {
      const reader = { key: idempotencyKey, node: String(config.configurable?.["checkpoint_ns"]) };
      const unread = (await steeringIn(config)?.unread(reader, messageIds({ messages }))) ?? [];
      const texts = [...messages.slice(heard.length).map(textOf), ...unread.map(({ text }) => text)];
      const read = unread.map(({ id, text }) => ({ role: "user" as const, content: text, id }));
      return { messages: read, heard_log: texts, heard_now: texts };
    },
  });
  const note = (asks: boolean) =>
    defineNode(Steered, {
      agent: "root",
      run: async ({ heard_now: texts }, { config, idempotencyKey }) => {
        const threadId = String(config.configurable?.["thread_id"]);
        for (const text of texts) {
          surroundings().begun(threadId, text);
          await surroundings().effect(`${threadId}/${text} prepared`, `${idempotencyKey}/${text}`);
        }
        const [asked] = asks ? texts.filter((text) => text.includes("?")) : [];
        if (asked === undefined) return { sim_log: texts };
        surroundings().asked(threadId, texts);
        const entry = `${asked}=${String(interrupt({ question: asked }))}`;
        await surroundings().effect(`${threadId}/${entry} paid`, idempotencyKey);
        return { sim_log: texts.map((text) => (text === asked ? entry : text)) };
      },
    });
  return new StateGraph(toStateSchema(Steered))
    .addNode("turn_start", turnStart(Steered))
    .addNode("work", hear)
    .addNode("note", note(true))
    .addNode("hear", hear)
    .addNode("rest", note(false))
    .addEdge(START, "turn_start")
    .addEdge("turn_start", "work")
    .addEdge("work", "note")
    .addEdge("note", "hear")
    .addEdge("hear", "rest")
    .addEdge("rest", END)
    .compile();
}
