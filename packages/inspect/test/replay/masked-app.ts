import { AIMessage, type BaseMessage, ToolMessage } from "@langchain/core/messages";
import { tool } from "@langchain/core/tools";
import { Command, END, interrupt, START, StateGraph } from "@langchain/langgraph";
import { ToolNode } from "@langchain/langgraph/prebuilt";
import type { BaseCheckpointSaver } from "@langchain/langgraph-checkpoint";
import { AgentState, extendState, field } from "@tidemark/core-state";
import { toStateSchema } from "@tidemark/core-state/langgraph";
import { defineMigrations } from "@tidemark/state-manager";
import { defineNode, turnStart } from "@tidemark/state-manager/langgraph";
import { z } from "zod";

/** What a customer tells the desk. Each value is to be masked: by its field, by `--hide`, or as a secret. */
const Facts = z.object({
  pin: z.string(),
  email: z.string(),
  passport: z.string(),
  password: z.string(),
  account: z.string(),
  iban: z.string(),
  phone: z.string(),
  address: z.string(),
  amount: z.number(),
  code: z.string(),
});

export type Facts = z.infer<typeof Facts>;

/** Names that the command hides, besides the field that declares it and the name of a secret. */
export const HIDDEN = ["email", "trip.passport", "account", "iban", "phone", "address", "amount", "code"].flatMap(
  (name) => ["--hide", name],
);

/** Number of values that a thread contains. */
export const FACTS = Object.keys(Facts.shape).length;

/** Values of a thread, in the forms that texts make hard to find. */
export function factsOf(thread: number): Facts {
  const planted = (kind: string): string => `zq${kind}${String(thread).padStart(3, "0")}`;
  return {
    pin: planted("pin"),
    email: `${planted("mail")}@example.org`,
    passport: planted("pass"),
    password: `${planted("word")} $& \\ end`,
    account: planted("acc"),
    iban: planted("iban"),
    phone: `+${planted("tel")}`,
    address: `12 "${planted("street")}" <Road> & | Lane\nSecond line of a long address, which goes on for more than eighty characters`,
    amount: 918_000_000 + thread,
    code: planted("code"),
  };
}

const quote = (facts: Facts): string => `${Object.values(facts).join("; ")} ${JSON.stringify(facts)}`;

/** Other values of the same kinds, which only the code of today makes. */
export const turned = (facts: Facts): Facts => ({
  ...facts,
  pin: Array.from(facts.pin).toReversed().join(""),
  code: Array.from(facts.code).toReversed().join(""),
});

const thread = { lifetime: "thread", owner: "desk" } as const;
const text = field(z.string(), { default: "", ...thread });

const stateOf = (version: number) =>
  extendState(AgentState, {
    version,
    fields: {
      pin: field(z.string(), { default: "", ui: false, ...thread }),
      email: field(z.string(), { default: "", lifetime: "thread", owner: "root" }),
      trip: field(z.object({ passport: z.string(), city: z.string() }), {
        default: { passport: "", city: "" },
        ...thread,
      }),
      login: field(z.object({ password: z.string() }), { default: { password: "" }, ...thread }),
      note: text,
    },
  });

const Desk = stateOf(1);
const Later = stateOf(2);
defineMigrations(Later, [
  {
    to: 2,
    description: "Refuses every passport.",
    change: {
      trip: (trip) => {
        throw new Error(`No desk takes ${JSON.stringify(trip)}`);
      },
    },
  },
]);

const Stricter = stateOf(2);
defineMigrations(Stricter, [
  {
    to: 2,
    description: "Refuses a step before the last one.",
    change: {
      note: (note) => {
        if (note === "") throw new Error("Nothing was noted.");
        return note;
      },
    },
  },
]);

/** What the code of today does in another way. */
export type Change = "ask" | "call" | "fail" | "migrate" | "migrateEarlier" | "propose" | "quote" | "refuse" | "turn";

const textOf = ({ content }: BaseMessage): string => (typeof content === "string" ? content : "");

/** A desk that keeps what customers tell it, by a tool. */
export function maskedGraph(change: Change | null, checkpointer?: BaseCheckpointSaver) {
  const State = change === "migrate" ? Later : change === "migrateEarlier" ? Stricter : Desk;
  const factsIn = (messages: readonly BaseMessage[]): Facts =>
    Facts.parse(JSON.parse(textOf(messages[0] ?? new AIMessage(""))));
  const inputs = Facts.refine(() => change !== "refuse", {
    error: ({ input }) => `No desk keeps ${quote(Facts.parse(input))}`,
  });
  const keep = tool(
    (facts, config) => {
      const id: unknown = Reflect.get(Object(Reflect.get(config, "toolCall")), "id");
      const { pin, passport, password, account, iban, phone, amount } = facts;
      const content = JSON.stringify({ kept: { account, iban }, said: `${phone} owes ${amount}` });
      return new Command({
        update: {
          pin,
          trip: { passport, city: "Oslo" },
          login: { password },
          messages: [new ToolMessage({ content, tool_call_id: String(id), name: "keep" })],
        },
      });
    },
    { name: "keep", description: "Keeps what a customer tells.", schema: inputs },
  );
  const note = defineNode(State, {
    agent: "desk",
    run: ({ messages, pin }, { propose }) => {
      const facts = factsIn(messages);
      const said = quote(change === "turn" ? { ...facts, pin: turned(facts).pin } : facts);
      if (change === "fail") throw new Error(`The desk cannot read ${said}, nor ${pin}`);
      if (change === "ask") interrupt({ question: `Is it true: ${said}?`, facts });
      if (change === "propose") propose({ email: turned(facts).email }, `They said ${said}`);
      if (change === "turn") return { pin: turned(facts).pin, note: said };
      return { note: change === "quote" ? said : "kept" };
    },
  });
  return new StateGraph(toStateSchema(State))
    .addNode("begin", turnStart(State))
    .addNode("plan", ({ messages }) => {
      const facts = factsIn(messages);
      const args = change === "call" ? { ...turned(facts), memo: quote(facts) } : facts;
      return {
        messages: [
          new AIMessage({ content: "", tool_calls: [{ id: "call_1", name: "keep", args, type: "tool_call" }] }),
        ],
      };
    })
    .addNode("act", new ToolNode([keep]))
    .addNode("write", note)
    .addEdge(START, "begin")
    .addEdge("begin", "plan")
    .addEdge("plan", "act")
    .addEdge("act", "write")
    .addEdge("write", END)
    .compile({ ...(checkpointer !== undefined && { checkpointer }) });
}

/** Stores a thread in which a customer tells the desk everything. */
export async function tellDesk(saver: BaseCheckpointSaver, number: number): Promise<void> {
  const content = JSON.stringify(factsOf(number));
  await maskedGraph(null, saver).invoke(
    { messages: [{ role: "user", content }] },
    { configurable: { thread_id: `thread-${number}` } },
  );
}

export const same = (): object => maskedGraph(null);
export const ask = (): object => maskedGraph("ask");
export const call = (): object => maskedGraph("call");
export const fail = (): object => maskedGraph("fail");
export const migrate = (): object => maskedGraph("migrate");
export const migrateEarlier = (): object => maskedGraph("migrateEarlier");
export const propose = (): object => maskedGraph("propose");
export const quoted = (): object => maskedGraph("quote");
export const refuse = (): object => maskedGraph("refuse");
export const turn = (): object => maskedGraph("turn");
