import { appendFileSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { createAgentGraph, defineAgent } from "@tidemark/agents/langgraph";
import { scriptedModel } from "@tidemark/agents/testing";
import { sqliteSaver } from "@tidemark/checkpoint/sqlite";
import { AgentState, extendState, fieldGroups } from "@tidemark/core-state";
import { openSession } from "@tidemark/state-manager/langgraph";
import { traceToFile } from "@tidemark/stream/traces";
import { expect, onTestFinished, test } from "vitest";
import { z } from "zod";
import { inspector } from "@tidemark/inspect";
import { inspectCommands } from "@tidemark/inspect/internal";

const Desk = extendState(AgentState, { version: 1, fields: [fieldGroups.calls] });

/** A turn whose agent calls its model and a tool, written to a database and to traces. */
async function tracedTurn({ content }: { readonly content: boolean }) {
  const folder = mkdtempSync(path.join(tmpdir(), "tidemark-inspect-traces-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const [file, traces] = [path.join(folder, "thread.db"), path.join(folder, "traces")];
  onTestFinished(traceToFile({ path: path.join(traces, "app.jsonl"), content }));
  const saver = sqliteSaver({ file });
  onTestFinished(() => saver.close());
  const billing = defineAgent(Desk, {
    name: "billing",
    description: "Answers questions about invoices.",
    instructions: "Look the invoice up.",
    reads: ["messages"],
    writes: ["messages"],
    tools: {
      find_invoice: {
        description: "Finds an invoice by its id.",
        inputs: z.object({ id: z.string() }),
        run: ({ id }) => ({ id, amount: 180 }),
      },
    },
  });
  const model = scriptedModel([{ toolCalls: [{ name: "find_invoice", args: { id: "a" } }] }, "You were charged 180."]);
  const graph = createAgentGraph({ state: Desk, agents: [billing], model, checkpointer: saver });
  await openSession({ graph, threadId: "ann", userId: "ann" }).send("What was I charged for a?");
  return { folder, file, traces, saver };
}

const Facts = z.object({
  step: z.object({ nodes: z.array(z.string()) }),
  calls: z.object({ traced: z.array(z.looseObject({ kind: z.string(), name: z.string() })).nullable() }),
});

/** Runs a command in this process, and returns what it printed. */
async function printed(...[name = "", ...argv]: readonly string[]): Promise<string> {
  const lines: string[] = [];
  const note = (line: string): void => void lines.push(line);
  await inspectCommands[name]?.run(argv, { stop: Promise.resolve(), print: note, warn: note });
  return lines.join("\n");
}

async function stepOf(file: string, node: string): Promise<string> {
  const { steps } = z
    .object({ steps: z.array(z.object({ id: z.string(), nodes: z.array(z.string()) })) })
    .parse(JSON.parse(await printed("steps", file, "ann", "--json")));
  return steps.find(({ nodes }) => nodes.includes(node))?.id ?? "";
}

test("the calls of a step are read from the traces: the agent, its tools with arguments and results, and the time", async () => {
  const { file, traces } = await tracedTurn({ content: true });
  const step = await stepOf(file, "billing");
  const { calls } = Facts.parse(JSON.parse(await printed("calls", file, "ann", step, "--traces", traces, "--json")));
  expect(calls.traced).toMatchObject([
    {
      kind: "agent",
      name: "billing",
      milliseconds: expect.any(Number) as unknown,
      calls: [
        { kind: "tool", name: "find_invoice", prompt: { id: "a" }, answer: { id: "a", amount: 180 }, error: null },
      ],
    },
  ]);
  const text = await printed("calls", file, "ann", step, "--traces", traces);
  expect(text).toContain("tool find_invoice: ");
  expect(text).toContain('got {"id":"a"}');
});

test("steps of other nodes and other threads have no calls of this one, and a reader without traces says so", async () => {
  const { file, traces, saver } = await tracedTurn({ content: false });
  const planned = await printed("calls", file, "ann", "first", "--traces", traces, "--json");
  expect(Facts.parse(JSON.parse(planned)).calls.traced).toEqual([]);
  await saver.copyThread("ann", "bob");
  const step = await stepOf(file, "billing");
  const other = await printed("calls", file, "bob", step, "--traces", traces, "--json");
  expect(Facts.parse(JSON.parse(other)).calls.traced).toEqual([]);
  expect(Facts.parse(JSON.parse(await printed("calls", file, "ann", step, "--json"))).calls.traced).toBeNull();
});

test("traces that go on while the page is open are read on, and lines that are not spans are left out", async () => {
  const { file, traces, saver } = await tracedTurn({ content: true });
  const [name = ""] = readdirSync(traces);
  const app = inspector({ saver, traces });
  const facts = async () => {
    const step = await stepOf(file, "billing");
    const answer = await app.request(
      `http://localhost/api/facts?${new URLSearchParams({ thread: "ann", step }).toString()}`,
    );
    return Facts.parse(await answer.json()).calls.traced;
  };
  const before = await facts();
  const span = {
    name: "chat",
    spanId: "00",
    startTimeUnixNano: "1",
    endTimeUnixNano: "x",
    attributes: [{ key: "gen_ai.operation.name", value: { stringValue: "chat" } }],
  };
  const lines = [
    "not JSON",
    "null",
    '{"resourceSpans":7}',
    JSON.stringify({ resourceSpans: [{ scopeSpans: [{ spans: [span] }] }] }),
  ];
  appendFileSync(path.join(traces, name), `${lines.join("\n")}\n{"resourceSpans"`);
  expect(await facts()).toEqual(before);
});

test("traces that do not exist are refused in one sentence", async () => {
  const { file, folder } = await tracedTurn({ content: false });
  expect(await printed("calls", file, "ann", "1.1", "--traces", path.join(folder, "none"))).toContain(
    "there are no traces",
  );
});
