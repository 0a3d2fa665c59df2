import { type BaseCheckpointSaver, type BaseStore, END, interrupt, START, StateGraph } from "@langchain/langgraph";
import {
  AgentState,
  append,
  defineNode,
  extendState,
  field,
  fields,
  openSession,
  toStateSchema,
  turnStart,
} from "tidemark";
import { z } from "zod";

/** A desk that remembers what its user has ordered, in every conversation. */
export const Desk = extendState(AgentState, {
  version: 1,
  fields: fields("profile", {
    orders: field({
      description: "What the user has ordered.",
      schema: z.array(z.string()),
      default: () => [],
      lifetime: "user",
      reducer: append<string>(),
    }),
  }),
});

/** A payment as its service has recorded it: once for each key. */
export class Bank {
  readonly payments = new Map<string, string>();
  /** Number of calls that fail after their payment, as if the process had ended. */
  crashes = 0;

  pay(key: string, order: string): void {
    const paid = this.payments.get(key);
    if (paid !== undefined && paid !== order) throw new Error(`The key of ${paid} was used for ${order}.`);
    this.payments.set(key, order);
    if (this.crashes === 0) return;
    this.crashes -= 1;
    throw new Error("The process ended.");
  }
}

/** Asks what to order, pays it and remembers it. */
export function deskGraph(options: {
  readonly bank: Bank;
  readonly checkpointer: BaseCheckpointSaver;
  readonly store: BaseStore;
}) {
  const { bank, checkpointer, store } = options;
  const desk = defineNode(Desk, {
    agent: "desk",
    run: ({ task_user_input: said }, { idempotencyKey }) => {
      if (said !== "order") return {};
      const order = interrupt<string, string>("What?");
      bank.pay(idempotencyKey, order);
      return { profile_orders: [order] };
    },
  });
  return new StateGraph(toStateSchema(Desk))
    .addNode("turn_start", turnStart(Desk))
    .addNode("desk", desk)
    .addEdge(START, "turn_start")
    .addEdge("turn_start", "desk")
    .addEdge("desk", END)
    .compile({ checkpointer, store });
}

/** Opens a conversation of Ann. */
export const conversation = (graph: ReturnType<typeof deskGraph>, threadId: string) =>
  openSession({ graph, threadId, userId: "ann" });
