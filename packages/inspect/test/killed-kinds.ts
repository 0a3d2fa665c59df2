import { SqliteSaver } from "@langchain/langgraph-checkpoint-sqlite";
import { sqliteSaver } from "@tidemark/checkpoint/sqlite";
import { defineState } from "@tidemark/core-state";
import { openSession } from "@tidemark/state-manager/langgraph";
import { agentGraph, type Booking, plainGraph } from "./killed-graph.ts";
import { at } from "./threads.ts";

/** A thread that can be sent a message, and continued. */
interface KilledThread {
  readonly send: (text: string) => Promise<unknown>;
  readonly resume: () => Promise<unknown>;
}

const none = defineState({ version: 1, fields: {} });

/** Kinds of graphs, savers and runs. */
const kinds: Readonly<Record<string, (database: string, book: Booking) => KilledThread>> = {
  "a plain graph on LangGraph's saver": (database, book) => {
    const graph = plainGraph(SqliteSaver.fromConnString(database), book);
    return {
      send: (text) =>
        // What has finished before the process ends is then stored.
        graph.invoke({ messages: [{ role: "user", content: text }] }, { ...at("ann"), durability: "sync" }),
      resume: () => graph.invoke(null, { ...at("ann"), durability: "sync" }),
    };
  },
  "a plain graph in a session on LangGraph's saver": (database, book) => {
    const graph = plainGraph(SqliteSaver.fromConnString(database), book);
    const session = openSession({ graph, threadId: "ann", state: none, turnStart: "none" });
    return { send: (text) => session.send(text), resume: () => session.continue() };
  },
  "a plain graph in a session on Tidemark's saver": (database, book) => {
    const graph = plainGraph(sqliteSaver({ file: database }), book);
    const session = openSession({ graph, threadId: "ann", state: none, turnStart: "none" });
    return { send: (text) => session.send(text), resume: () => session.continue() };
  },
  "a graph of Tidemark": (database, book) => {
    const session = openSession({ graph: agentGraph(sqliteSaver({ file: database }), book), threadId: "ann" });
    return { send: (text) => session.send(text), resume: () => session.continue() };
  },
};

/** Names of the kinds. */
export const kindNames = Object.keys(kinds);

/** Opens the thread of a kind. */
export function openThread(kind: string, database: string, book: Booking): KilledThread {
  const open = kinds[kind];
  if (open === undefined) throw new TypeError(`There is no kind "${kind}".`);
  return open(database, book);
}
