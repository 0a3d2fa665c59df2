import { readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { evaluate, type EvaluationCase, type EvaluationParts } from "@tidemark/agents/testing";
import { SqliteSaver } from "@langchain/langgraph-checkpoint-sqlite";
import { sqliteSaver } from "@tidemark/checkpoint/sqlite";
import { openSession } from "@tidemark/state-manager/langgraph";
import { expect, test } from "vitest";
import { inspectCommands } from "../../src/internal.ts";
import { temporaryFolder } from "../sources.ts";
import { tripGraph } from "../writing/desks.ts";
import { askDesk, deskGraph, effects, TOKEN } from "./desk-app.ts";
import { askFare } from "./plain-app.ts";

const newFile = (): string => path.join(temporaryFolder(), "threads.db");

/** Runs the command, and reads the file to which its output goes. */
async function caseOf(file: string, ...more: readonly string[]) {
  const warned: string[] = [];
  const out = `${file}.cases.json`;
  const code = await inspectCommands["case"]?.run([file, "ann", ...more], {
    stop: Promise.resolve(),
    print: (text) => writeFileSync(out, text),
    warn: (text) => void warned.push(text),
  });
  const text = readFileSync(out, "utf8");
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- evaluate checks it
  return { code, warned, text, cases: JSON.parse(text) as EvaluationCase[] };
}

const desk =
  (version: Parameters<typeof deskGraph>[0] = {}) =>
  ({ model }: EvaluationParts) =>
    deskGraph({ ...version, ...(model !== undefined && { model }) });

test("a case of a thread passes with the code that wrote it, and fails with a regression, without running a tool", async () => {
  const file = newFile();
  const saver = sqliteSaver({ file });
  await askDesk(saver, "ann");
  saver.close();
  const { code, text, warned, cases } = await caseOf(file);
  expect(code).toBe(0);
  expect(cases).toMatchObject([
    {
      name: "ann",
      message: ["What was I charged in May?", "And in June?"],
      model: [{ toolCalls: [{ name: "find_invoice", args: { month: "May" } }] }, "You were charged 180.", {}, {}],
      tools: [
        { name: "find_invoice", args: { month: "May" }, result: { month: "May", total: 180 } },
        { name: "find_invoice", args: { month: "June" } },
      ],
      expect: { outcome: "done", state: { desk_invoice: "June-180", desk_seen: ["May", "June"] } },
    },
  ]);
  const { cases: results } = await evaluate(desk(), cases);
  expect(results).toMatchObject([{ verdict: "passed", failures: [] }]);
  const lastOnly = desk({ reduce: (current, update) => update ?? current ?? [] });
  const [failed] = (await evaluate(lastOnly, cases)).cases;
  expect(failed?.failures).toMatchObject([{ path: "state.desk_seen.length" }]);
  expect(effects).toEqual([]);
  // The thread contains a secret.
  expect(text).not.toContain(TOKEN.slice(0, 12));
  expect(text).toContain('"desk_api_token": "[redacted]"');
  expect(warned).toEqual([
    "Not in the case: what is expected of desk_api_token: it is masked.",
    "Not in the case: values that are masked. The case contains [redacted] instead.",
  ]);
});

test("a script that would lack an answer, such as that of a planner, is left out, and the command says so", async () => {
  const file = newFile();
  const saver = sqliteSaver({ file });
  await askDesk(saver, "ann");
  const config = { configurable: { thread_id: "ann" } };
  const graph = deskGraph({ saver });
  const [usage] = Object.values((await openSession({ graph, threadId: "ann" }).state())?.runtime_usage ?? {});
  await graph.updateState(config, { runtime_usage: { planner: { ...usage, calls: 1 } } }, "respond");
  saver.close();
  const { cases, warned } = await caseOf(file);
  expect(cases[0]).not.toHaveProperty("model");
  expect(warned).toContainEqual(
    expect.stringContaining("its models gave 5 answers, and the thread contains 4 of them"),
  );
});

test("the decision of a person is in the case, as an edit, a rejection with its reason, or an approval", async () => {
  for (const decide of ["approve", "reject", "edit"] as const) {
    const file = newFile();
    const saver = sqliteSaver({ file });
    const session = openSession({ graph: tripGraph(saver), threadId: "ann", userId: "ann" });
    const asked = await session.send("Book to Bergen");
    const [request] = asked.outcome === "interrupted" ? asked.approvals : [];
    if (request === undefined) throw new Error("Nothing was asked.");
    if (decide === "approve") await session.approve(request);
    else if (decide === "reject") await session.reject(request, "Too dear.");
    else await session.approve(request, { edit: { ...request.payload, taskObjective: "Book to Oslo" } });
    saver.close();
    const { cases } = await caseOf(file);
    const replies = { approve: ["approve"], reject: [{ reject: "Too dear." }], edit: [{ edit: {} }] };
    expect(cases).toMatchObject([{ answers: replies[decide] }]);
    expect(cases[0]).not.toHaveProperty("model");
    const { cases: results } = await evaluate(() => tripGraph(sqliteSaver()), cases);
    expect(results).toMatchObject([{ verdict: "passed", failures: [] }]);
  }
});

test("a thread of LangGraph becomes a case with the answer to its question", async () => {
  const file = newFile();
  await askFare(SqliteSaver.fromConnString(file), "ann");
  const { cases, warned } = await caseOf(file);
  expect(warned).toEqual([expect.stringContaining("which messages a node has made without a model")]);
  expect(cases).toMatchObject([
    {
      message: ["To Bergen"],
      model: [{ toolCalls: [{ name: "fares" }] }, { toolCalls: [{ name: "book" }] }, "You go to Bergen."],
      answers: [{ resume: "yes" }],
      tools: [
        { name: "fares", result: '{"to":"Bergen","price":480}' },
        { name: "book", updates: [{ ticket: "T-Bergen" }] },
      ],
      expect: { state: { price: 480, answer: "yes to 480", ticket: "T-Bergen" } },
    },
  ]);
});

test("a thread that does not exist is refused", async () => {
  const file = newFile();
  await askFare(SqliteSaver.fromConnString(file), "ben");
  const warned: string[] = [];
  const process = { stop: Promise.resolve(), print: () => undefined, warn: (text: string) => void warned.push(text) };
  expect(await inspectCommands["case"]?.run([file, "ann"], process)).toBe(1);
  expect(warned).toEqual([expect.stringContaining('Thread "ann" does not exist')]);
});
