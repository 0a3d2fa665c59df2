import { Annotation, interrupt, START, StateGraph } from "@langchain/langgraph";
import type { BaseCheckpointSaver } from "@langchain/langgraph-checkpoint";
import { createAgentGraph, defineAgent } from "@tidemark/agents/langgraph";
import { AgentState, extendState, field, fields } from "@tidemark/core-state";
import { toStateSchema } from "@tidemark/core-state/langgraph";
import { commitNode, defineNode, turnStart } from "@tidemark/state-manager/langgraph";
import { z } from "zod";

const text = (lifetime: "thread" | "user") =>
  field({ description: "A text.", schema: z.string(), default: () => "", lifetime, owner: "any" });

const Mail = extendState(AgentState, {
  version: 1,
  fields: fields("mail", { sent: text("thread"), note: text("thread") }),
});
const Named = extendState(AgentState, {
  version: 1,
  fields: fields("mail", { sent: text("thread"), name: text("user") }),
});

const planner = () => Promise.resolve({ steps: [{ capability: "mail", taskObjective: "Send the offer" }] });

/** A graph in which two people who did not ask sign before an agent works. */
export const signed = (checkpointer?: BaseCheckpointSaver, by: readonly string[] = ["kim", "lee"]) =>
  createAgentGraph({
    state: Mail,
    agents: [
      defineAgent(Mail, {
        name: "mail",
        description: "Sends email.",
        reads: ["mail_note"],
        writes: ["mail_sent"],
        run: ({ mail_note: note }) => ({ mail_sent: `offer ${note}` }),
      }),
    ],
    planner,
    approvals: { mail: { by: ({ user }) => by.includes(user), signatures: 2, notRequester: true } },
    ...(checkpointer !== undefined && { checkpointer }),
  });

/** A graph whose agent greets the user by the name that belongs to them. */
export const named = (checkpointer?: BaseCheckpointSaver, greeting = "Dear") =>
  createAgentGraph({
    state: Named,
    agents: [
      defineAgent(Named, {
        name: "mail",
        description: "Sends email.",
        reads: ["mail_name"],
        writes: ["mail_sent", "mail_name"],
        run: ({ mail_name: name }) => ({ mail_sent: `${greeting} ${name}`, mail_name: "Ann" }),
      }),
    ],
    planner,
    ...(checkpointer !== undefined && { checkpointer }),
  });

const Priced = extendState(AgentState, {
  version: 1,
  fields: fields("mail", {
    price: field({ description: "A price.", schema: z.number(), default: () => 0, lifetime: "thread", owner: "root" }),
  }),
});

const wish = (agent: string, price: number) =>
  defineNode(Priced, {
    agent,
    run: (_, { propose }) => {
      propose({ mail_price: price }, "It fits.");
      return {};
    },
  });

/** A graph whose commit asks two people about the price. */
export const committed = (checkpointer?: BaseCheckpointSaver, by: readonly string[] = ["kim", "lee"]) =>
  new StateGraph(toStateSchema(Priced))
    .addNode("turn_start", turnStart(Priced))
    .addNode("wish", wish("wish", 100))
    .addNode("other", wish("other", 500))
    .addNode(
      "commit",
      commitNode(Priced, {
        policies: { mail_price: { policy: "ask", by: ({ user }) => by.includes(user), signatures: 2 } },
        ask: "interrupt",
      }),
    )
    .addEdge(START, "turn_start")
    .addEdge("turn_start", "wish")
    .addEdge("turn_start", "other")
    .addEdge(["wish", "other"], "commit")
    .compile({ ...(checkpointer !== undefined && { checkpointer }) });

/** A graph of LangGraph whose node asks two questions. */
export const asking = (checkpointer?: BaseCheckpointSaver, joined = " and ") =>
  new StateGraph(Annotation.Root({ said: Annotation<string>, given: Annotation<string> }))
    .addNode("ask", () => ({ given: [String(interrupt("Where to?")), String(interrupt("When?"))].join(joined) }))
    .addEdge(START, "ask")
    .compile({ ...(checkpointer !== undefined && { checkpointer }) });

export const otherCommitters = (): object => committed(undefined, ["max", "lee"]);
export const otherWords = (): object => asking(undefined, ", ");
export const otherPeople = (): object => signed(undefined, ["max", "lee"]);
export const otherGreeting = (): object => named(undefined, "Hello");
