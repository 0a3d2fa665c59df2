// Turns of an agent with a long conversation and a guardrail, in a separate process.
// Each check, each summary and each payment adds a line to the log.
import { appendFileSync } from "node:fs";
import process from "node:process";
import { createAgentGraph, defineAgent } from "@tidemark/agents/langgraph";
import { scriptedModel } from "@tidemark/agents/testing";
import { sqliteSaver } from "@tidemark/checkpoint/sqlite";
import { AgentState, extendState, fieldGroups } from "@tidemark/core-state";
import { openSession } from "@tidemark/state-manager/langgraph";
import { z } from "zod";

/** Arguments of a worker. */
export interface WorkerArguments {
  readonly file: string;
  readonly log: string;
  /** Messages to send, `null` to continue the last turn, or an answer to the open question. */
  readonly send?: readonly string[];
  readonly continues?: boolean;
  readonly answer?: string;
  /** Amounts that the model pays, one call for each answer, and the words that it ends a turn with. */
  readonly script: readonly (number | string)[];
  /** Ends the process by SIGKILL: in the payment, or when a question waits. */
  readonly kill?: "asked" | "payment";
}

const Desk = extendState(AgentState, {
  version: 1,
  fields: [fieldGroups.calls, fieldGroups.summary, fieldGroups.guardrails],
});

const die = async (): Promise<never> => {
  process.kill(process.pid, "SIGKILL");
  return await new Promise<never>(() => {});
};

/** Runs turns, and prints what became of the last one. */
export async function run(orders: WorkerArguments): Promise<void> {
  const { file, log, send = [], continues = false, answer, script, kill } = orders;
  const note = (line: string) => {
    appendFileSync(log, `${line}\n`);
  };

  const clerk = defineAgent(Desk, {
    name: "clerk",
    description: "Pays.",
    reads: ["messages"],
    tools: {
      pay: {
        description: "Pays.",
        inputs: z.object({ amount: z.number() }),
        run: async ({ amount }) => {
          if (kill === "payment") return await die();
          note(`paid ${amount}`);
          return "paid";
        },
      },
    },
  });
  const graph = createAgentGraph({
    state: Desk,
    agents: [clerk],
    model: scriptedModel(
      script.map((each, index) =>
        typeof each === "string"
          ? each
          : { toolCalls: [{ name: "pay", args: { amount: each }, id: `${process.pid}_${index}` }] },
      ),
    ),
    conversation: {
      window: { max: 4 },
      summary: {
        summarize: ({ messages, previous }) => {
          note(`summary of ${messages.map(({ text }) => text).join(", ")}`);
          return `${previous ?? ""} ${messages.length}`;
        },
      },
    },
    guardrails: [
      {
        name: "most",
        beforeTool: ({ inputs }) => {
          note(`check of ${String(inputs["amount"])}`);
          return Number(inputs["amount"]) > 100 ? { ask: "it is a lot" } : null;
        },
      },
    ],
    checkpointer: sqliteSaver({ file }),
  });
  const session = openSession({ graph, threadId: "ann", userId: "boss" });
  let outcome = "";
  for (const text of send) ({ outcome } = await session.send(text));
  if (continues) ({ outcome } = await session.continue());
  const [question] = await session.pending();
  if (kill === "asked" && question !== undefined) await die();
  if (answer !== undefined) ({ outcome } = await session.resume(question?.id ?? "", answer));
  const state = await session.state();
  process.stdout.write(
    JSON.stringify({
      outcome,
      answer: state?.execution_final_answer ?? null,
      summary: state?.conversation_summary?.messages ?? 0,
      audit: state?.runtime_audit_log.map((entry: object): unknown[] => [
        Reflect.get(entry, "action"),
        Reflect.get(entry, "outcome") ?? null,
      ]),
    }),
  );
}
