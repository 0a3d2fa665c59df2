// A state with owners, and graphs on it that are clean until a fault is planted.
import { END, START, StateGraph } from "@langchain/langgraph";
import { checkGraph } from "@tidemark/inspect/internal";
import { AgentState, append, commitNode, defineNode, extendState, field, toStateSchema, turnStart } from "tidemark";
import { agentNode, defineAgent } from "tidemark/agents";
import { z } from "zod";

export const text = (owner: string | readonly string[], lifetime: "thread" | "turn" | "user" = "thread") =>
  field(z.string().nullable(), { default: null, owner, lifetime });
const list = (owner: string | readonly string[]) =>
  field(z.array(z.string()).readonly(), { default: [], owner, lifetime: "thread", reducer: append<string>() });

export const Desk = extendState(AgentState, {
  version: 1,
  fields: { amount: text("reader"), notes: list("any"), checked: text(["limit", "vendor"]), total: text("root") },
});
export const node = (agent: string, state = Desk) => defineNode(state, { agent, run: () => ({}) });
export const agent = (name: string, options: object = {}) =>
  defineAgent(Desk, { name, reads: [], writes: [], run: () => ({}), ...options });

export const plain = () => ({});

/** Codes and places of what is found. */
export const found = (graph: Parameters<typeof checkGraph>[0]): readonly string[] =>
  checkGraph(graph)
    .findings.map(({ code, at }) => `${code}: ${at}`)
    .toSorted();

export const start = () =>
  new StateGraph(toStateSchema(Desk)).addNode("turn_start", turnStart(Desk)).addEdge(START, "turn_start");
/** A graph whose nodes run side by side after the start, and write every field of the state. */
export const sideBySide = (one: ReturnType<typeof node>, other: ReturnType<typeof node>) =>
  start()
    .addNode("one", one)
    .addNode("other", other)
    .addNode("reader", node("reader"))
    .addNode("commit", commitNode(Desk))
    .addEdge("turn_start", "one")
    .addEdge("turn_start", "other")
    .addEdge(["one", "other"], "reader")
    .addEdge("reader", "commit")
    .addEdge("commit", END);

/** A graph whose agent proposes a field, with a node that commits or with a plain writer of `root`. */
export const proposing = (commits: boolean, name = "total") => {
  const graph = start()
    .addNode("a", agentNode(Desk, agent("a", { proposes: [name] })))
    .addNode("others", node("reader"))
    .addNode("limit", node("limit"))
    .addEdge("turn_start", "a")
    .addEdge("a", "others")
    .addEdge("others", "limit");
  return commits
    ? graph.addNode("commit", commitNode(Desk)).addEdge("limit", "commit").addEdge("commit", END).compile()
    : graph.addNode("root", node("root")).addEdge("limit", "root").addEdge("root", END).compile();
};

/** The node of an agent that may write these fields. */
export const writing = (name: string, writes: readonly string[]) =>
  agentNode(Desk, agent(name, { writes }), { counts: false });
