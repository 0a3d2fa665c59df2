import { type BaseCheckpointSaver, END, interrupt, START, StateGraph } from "@langchain/langgraph";
import { defineState, field, fields } from "@tidemark/core-state";
import { toStateSchema } from "@tidemark/core-state/langgraph";
import { append } from "@tidemark/reducers";
import { defineNode } from "@tidemark/state-manager/langgraph";
import { z } from "zod";

/** State of the graph: the texts that were sent, and what was done for them. */
export const Log = defineState({
  version: 1,
  fields: fields("log", {
    text: field({
      description: "Text of the turn.",
      schema: z.string(),
      default: () => "",
      lifetime: "thread",
      owner: "root",
    }),
    done: field({
      description: "Texts that were worked on, in order.",
      schema: z.array(z.string()).readonly(),
      default: () => [],
      lifetime: "thread",
      owner: "root",
      reducer: append<string>(),
    }),
  }),
});

/** Behavior of the graph. */
export interface Stops {
  /** Runs in the node `begin`, with the text of the turn. */
  readonly begin?: (text: string) => void;
  /** Runs in the node `work`, with the text of the turn and the key of its effects. */
  readonly work?: (text: string, idempotencyKey: string) => Promise<void> | void;
}

/**
 * A graph of three nodes: `begin` and `work` do something for a text, and `note` adds it to the log. A text that ends in `?` asks first, and
 * one such as `after 2: sea` waits this number of seconds.
 */
export const caseGraph = (
  checkpointer: BaseCheckpointSaver,
  { begin = () => undefined, work = () => undefined }: Stops = {},
) =>
  new StateGraph(toStateSchema(Log))
    .addNode("begin", ({ log_text }) => {
      begin(log_text);
      return {};
    })
    .addNode(
      "work",
      defineNode(Log, {
        agent: "worker",
        run: async ({ log_text }, { idempotencyKey, wait }) => {
          const [, seconds] = /^after ([\d.]+):/u.exec(log_text) ?? [];
          if (seconds !== undefined) await wait.for(Number(seconds));
          await work(log_text, idempotencyKey);
          return {};
        },
      }),
    )
    .addNode("note", ({ log_text }) => {
      const answer: unknown = log_text.endsWith("?") ? interrupt({ question: log_text }) : null;
      return { log_done: [answer === null ? log_text : `${log_text} ${JSON.stringify(answer)}`] };
    })
    .addEdge(START, "begin")
    .addEdge("begin", "work")
    .addEdge("work", "note")
    .addEdge("note", END)
    .compile({ checkpointer });
