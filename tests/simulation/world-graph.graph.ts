import { END, interrupt, START, StateGraph } from "@langchain/langgraph";
import type { BaseCheckpointSaver, BaseStore } from "@langchain/langgraph-checkpoint";
import { extendState, fields, type Proposal } from "@tidemark/core-state";
import { toStateSchema } from "@tidemark/core-state/langgraph";
import { defineNode, commitNode, turnStart } from "@tidemark/state-manager/langgraph";
import { approvalGraph } from "./approvals/approval-graph.graph.ts";
import { steeringGraph } from "./steering-graph.graph.ts";
import { Conversation, list, type Surrounded } from "./world-state.ts";

/** The same with values of a user. */
export const Remembering = extendState(Conversation, {
  version: 1,
  fields: fields("profile", { facts: list("What the user has said.", "user") }),
});

/** Number of proposals of a message with `*`: more than the audit log keeps. */
const MANY = 205;

/** What the nodes use: a process simulates one world at a time. */
let surrounded: Surrounded | null = null;

function surroundings(): Surrounded {
  if (surrounded === null) throw new Error("No world is simulated.");
  return surrounded;
}

/** Kind of a graph. */
interface GraphKind {
  readonly remembers: boolean;
  readonly proposes: boolean;
  readonly steers: boolean;
  readonly approves: boolean;
}

/** Graphs by kind: compiling one for each host would take a part of each run. */
const graphs = new Map<string, WorldGraph>();

/** The graph of a simulated host. */
export function worldGraph(
  { remembers, proposes, steers, approves }: GraphKind,
  parts: { readonly saver: BaseCheckpointSaver; readonly store: BaseStore | undefined },
  given: Surrounded,
): WorldGraph {
  surrounded = given;
  const kind = JSON.stringify([remembers, proposes, steers, approves]);
  const graph = graphs.get(kind) ?? compiledGraph({ remembers, proposes, steers, approves });
  graphs.set(kind, graph);
  const { saver: checkpointer, store } = parts;
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the same graph with another storage
  return Object.assign(Object.create(Object.getPrototypeOf(graph) as object), graph, {
    checkpointer,
    store,
  }) as WorldGraph;
}

function compiledGraph({ remembers, proposes, steers, approves }: GraphKind) {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- as below
  if (approves) return approvalGraph(surroundings) as unknown as ReturnType<typeof conversationGraph>;
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- sessions take each of these graphs
  if (steers) return steeringGraph(surroundings) as unknown as ReturnType<typeof conversationGraph>;
  return conversationGraph({ remembers, proposes });
}

/** Marks of messages: `?` asks, `+` says something about the user, `~` proposes, `*` proposes often, `&` proposes the first again. */
function conversationGraph({ remembers, proposes }: Pick<GraphKind, "proposes" | "remembers">) {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the nodes return the field of a user only if the state has it
  const state = remembers ? Remembering : (Conversation as unknown as typeof Remembering);
  const remembered = (text: string, fact: string) => (remembers && text.includes("+") ? { profile_facts: [fact] } : {});
  const work = defineNode(state, {
    agent: "secretary",
    run: async ({ sim_text: text }, { config, idempotencyKey, propose }) => {
      const { begun, effect, proposals } = surroundings();
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
      await surroundings().effect(`${threadId}/${entry} paid`, idempotencyKey);
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
  return graph.compile();
}

/** Compiled graph of a host. */
export type WorldGraph = ReturnType<typeof compiledGraph>;
