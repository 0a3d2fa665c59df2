import { END, interrupt, START, StateGraph } from "@langchain/langgraph";
import type { BaseCheckpointSaver, BaseStore } from "@langchain/langgraph-checkpoint";
import { defineState, extendState, field, fieldGroups, fields, type Proposal } from "@tidemark/core-state";
import { toStateSchema } from "@tidemark/core-state/langgraph";
import { append } from "@tidemark/reducers";
import { defineNode, commitNode, turnStart } from "@tidemark/state-manager/langgraph";
import { z } from "zod";

const list = (description: string, lifetime: "thread" | "user") =>
  field({
    description,
    schema: z.array(z.string()).readonly(),
    default: () => [],
    lifetime,
    owner: "root",
    reducer: append<string>(),
  });

/** State of the simulated conversations. */
export const Conversation = defineState({
  version: 1,
  fields: {
    ...fieldGroups.turn,
    ...fieldGroups.ownership,
    ...fields("sim", {
      text: field({
        description: "Message of the turn.",
        schema: z.string(),
        default: () => "",
        lifetime: "thread",
        owner: "root",
      }),
      log: list("Messages and answers.", "thread"),
      notes: list("Accepted proposals.", "thread"),
    }),
  },
});

/** The same with values of a user. */
export const Remembering = extendState(Conversation, {
  version: 1,
  fields: fields("profile", { facts: list("What the user has said.", "user") }),
});

/** Parts of the world that the nodes of a host use. */
export interface Surrounded {
  /** An effect outside of the graph, under its key. */
  readonly effect: (label: string, key: string) => Promise<void>;
  /** Called when a node begins to work on a message. */
  readonly begun: (threadId: string, text: string) => void;
  /** First proposal of the agent in each thread, which it may make again. */
  readonly proposals: Map<string, Proposal>;
}

/** Number of proposals of a message with `*`: more than the audit log keeps. */
const MANY = 205;

/** Marks of messages: `?` asks, `+` says something about the user, `~` proposes, `*` proposes often, `&` proposes the first again. */
export function worldGraph(
  { remembers, proposes }: { readonly remembers: boolean; readonly proposes: boolean },
  { saver, store }: { readonly saver: BaseCheckpointSaver; readonly store: BaseStore | undefined },
  { effect, begun, proposals }: Surrounded,
) {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the nodes return the field of a user only if the state has it
  const state = remembers ? Remembering : (Conversation as unknown as typeof Remembering);
  const remembered = (text: string, fact: string) => (remembers && text.includes("+") ? { profile_facts: [fact] } : {});
  const work = defineNode(state, {
    agent: "secretary",
    run: async ({ sim_text: text }, { config, idempotencyKey, propose }) => {
      const threadId = String(config.configurable?.["thread_id"]);
      begun(threadId, text);
      await effect(`${threadId}/${text} prepared`, idempotencyKey);
      const made: Proposal[] = [];
      const count = text.includes("*") ? MANY : text.includes("~") ? 1 : 0;
      for (let number = 0; number < count; number += 1) {
        const note = count === 1 ? text : `${text} ${number}`;
        made.push(propose({ sim_notes: [note] }, "Heard."));
      }
      const [first] = made;
      if (text.includes("~") && first !== undefined && !proposals.has(threadId)) proposals.set(threadId, first);
      const again = text.includes("&") ? proposals.get(threadId) : undefined;
      return { control_proposals: again === undefined ? made : [...made, again] };
    },
  });
  const note = defineNode(state, {
    agent: "root",
    run: async ({ sim_text: text }, { config, idempotencyKey }) => {
      const threadId = String(config.configurable?.["thread_id"]);
      if (!text.includes("?")) return { sim_log: [text], ...remembered(text, `${threadId}/${text}`) };
      const entry = `${text}=${String(interrupt({ question: text }))}`;
      await effect(`${threadId}/${entry} paid`, idempotencyKey);
      return { sim_log: [entry], ...remembered(text, `${threadId}/${entry}`) };
    },
  });
  const graph = new StateGraph(toStateSchema(state))
    .addNode("turn_start", turnStart(state))
    .addNode("work", work)
    .addNode("commit", commitNode(state, { policies: { sim_notes: "rebase" } }))
    .addNode("note", note)
    .addEdge(START, "turn_start")
    .addEdge("turn_start", "work")
    .addConditionalEdges("work", () => (proposes ? "commit" : "note"), ["commit", "note"])
    .addEdge("commit", "note")
    .addEdge("note", END);
  return graph.compile({ checkpointer: saver, ...(store !== undefined && { store }) });
}

/** Compiled graph of a host. */
export type WorldGraph = ReturnType<typeof worldGraph>;
