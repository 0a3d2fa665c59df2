// Turns with questions, in a separate process that can be killed while a node works with an answer.
// Each payment adds a line to the log.
import { appendFileSync } from "node:fs";
import process from "node:process";
import { END, interrupt, START, StateGraph } from "@langchain/langgraph";
import type { BaseCheckpointSaver } from "@langchain/langgraph-checkpoint";
import { SqliteSaver } from "@langchain/langgraph-checkpoint-sqlite";
import { createAgentGraph, defineAgent } from "@tidemark/agents/langgraph";
import { scriptedModel } from "@tidemark/agents/testing";
import { postgresLocks, postgresSaver } from "@tidemark/checkpoint/postgres";
import { sqliteSaver } from "@tidemark/checkpoint/sqlite";
import { AgentState, extendState, fieldGroups } from "@tidemark/core-state";
import { toStateSchema } from "@tidemark/core-state/langgraph";
import { openSession } from "@tidemark/state-manager/langgraph";
import { Pool } from "pg";
import { z } from "zod";

/** A call of the session. `question` is the value of the question to answer, or the id of one that is not open. */
export type Call =
  | { readonly send: string; readonly unfinished?: "end" | "finish" | "refuse" | undefined }
  | { readonly resume: string; readonly answer: unknown; readonly key?: string; readonly as?: string }
  | { readonly continues: true; readonly as?: string };

/** Arguments of a worker. */
export interface WorkerArguments {
  readonly saver: { readonly kind: "sqliteSaver" | "stock" | "postgresSaver"; readonly at: string };
  readonly log: string;
  /** `agent` asks in a tool of a model agent, `parallel` in two nodes, `nested` twice in a node of a graph in a node. */
  readonly graph: "agent" | "parallel" | "nested";
  readonly calls: readonly Call[];
  /** Payment during which the process ends by SIGKILL. */
  readonly kill?: string;
}

/** What a worker prints. */
export interface Ended {
  readonly results: readonly object[];
  /** Ids of open questions by what is asked. */
  readonly pending: Readonly<Record<string, string>>;
}

const State = extendState(AgentState, { version: 1, fields: [fieldGroups.calls] });

const said = (content: string) => ({ messages: [{ role: "assistant" as const, content }] });

/** Runs calls, and prints their results. */
export async function run({ saver: { kind, at }, log, graph, calls, kill }: WorkerArguments): Promise<void> {
  const pay = async (what: string): Promise<string> => {
    if (kill === what) {
      process.kill(process.pid, "SIGKILL");
      await new Promise<never>(() => {});
    }
    appendFileSync(log, `${what}\n`);
    return "paid";
  };
  const pool = new Pool({ connectionString: kind === "postgresSaver" ? at : "postgres://" });
  const savers = {
    sqliteSaver: () => sqliteSaver({ file: at }),
    stock: () => SqliteSaver.fromConnString(at),
    postgresSaver: () => postgresSaver(pool),
  };
  const checkpointer: BaseCheckpointSaver = savers[kind]();
  const graphs = {
    agent: () =>
      createAgentGraph({
        state: State,
        agents: [
          defineAgent(State, {
            name: "clerk",
            description: "Pays.",
            reads: ["messages"],
            tools: {
              pay: {
                description: "Pays.",
                inputs: z.object({ amount: z.number() }),
                run: async ({ amount }) => await pay(String(amount)),
              },
            },
            approvals: { pay: "always" },
          }),
        ],
        model: scriptedModel([
          ...(calls.some((call) => "send" in call)
            ? [{ toolCalls: [{ name: "pay", args: { amount: 500 }, id: String(process.pid) }] }]
            : []),
          "Done.",
        ]),
        checkpointer,
      }),
    parallel: () =>
      new StateGraph(toStateSchema(State))
        .addNode("a", async () => said(await pay(`a ${String(interrupt("a"))}`)))
        .addNode("b", async () => said(await pay(`b ${String(interrupt("b"))}`)))
        .addEdge(START, "a")
        .addEdge(START, "b")
        .addEdge("a", END)
        .addEdge("b", END)
        .compile({ checkpointer }),
    nested: () => {
      const inner = new StateGraph(toStateSchema(State))
        .addNode("ask", async () => said(await pay(`${String(interrupt("a"))} ${String(interrupt("b"))}`)))
        .addEdge(START, "ask")
        .addEdge("ask", END)
        .compile();
      return new StateGraph(toStateSchema(State))
        .addNode("outer", async () => {
          await inner.invoke({});
          return {};
        })
        .addEdge(START, "outer")
        .addEdge("outer", END)
        .compile({ checkpointer });
    },
  };
  // Nobody waits long for the lease of a killed process.
  const locks = kind === "postgresSaver" ? { locks: postgresLocks(pool, { leaseMilliseconds: 1000 }) } : {};
  const compiled = graphs[graph]();
  const open = (userId: string) =>
    openSession({ graph: compiled, state: State, threadId: "ann", userId, turnStart: "none", ...locks });
  const session = open("ann");
  const pending = async (): Promise<Record<string, string>> =>
    Object.fromEntries(
      (await session.pending()).map(({ kind: asks, id, value }) => [asks === "question" ? String(value) : asks, id]),
    );
  const results: object[] = [];
  for (const call of calls) {
    const options = "key" in call && call.key !== undefined ? { idempotencyKey: call.key } : {};
    const { outcome } =
      "send" in call
        ? await session.send(call.send, call.unfinished === undefined ? {} : { unfinished: call.unfinished })
        : "resume" in call
          ? await open(call.as ?? "ann").resume((await pending())[call.resume] ?? call.resume, call.answer, options)
          : await open(call.as ?? "ann").continue();
    const entries: readonly object[] = (await session.state())?.runtime_audit_log ?? [];
    const signed = entries.flatMap((entry) =>
      "action" in entry && entry.action === "approval" && "decidedBy" in entry ? [entry.decidedBy] : [],
    );
    results.push({ outcome, ...("as" in call && { signed }) });
  }
  process.stdout.write(JSON.stringify({ results, pending: await pending() }));
  await pool.end();
}
