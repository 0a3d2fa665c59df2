/**
 * Prints the CPU time of a turn while nobody observes it, and what each kind of tracing adds.
 *
 * Run it with `node benchmarks/src/traces.ts`; with `--check` it fails when the hooks cost more than a limit while nobody observes.
 */
import { subscribe, unsubscribe } from "node:diagnostics_channel";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { MemorySaver } from "@langchain/langgraph";
import { context } from "@opentelemetry/api";
import { AsyncLocalStorageContextManager } from "@opentelemetry/context-async-hooks";
import { NoopSpanProcessor, TracerProvider } from "@opentelemetry/sdk-trace";
import { createAgentGraph, defineAgent } from "@tidemark/agents/langgraph";
import { AgentState } from "@tidemark/core-state";
import { beginOperation, currentOperation, isObserved } from "@tidemark/state-manager/internal";
import { openSession } from "@tidemark/state-manager/langgraph";
import { traceToOtel } from "@tidemark/stream/otel";
import { consoleView, traceToFile } from "@tidemark/stream/traces";
import { cpu, median } from "./measure/cpu-time.ts";
import { checkAtMost } from "./measure/limits.ts";
import { quick, report, type Result, summary } from "./measure/report.ts";
import { shuffled } from "./measure/shuffled.ts";

process.env["NODE_ENV"] = "production";

const { rounds, warmUp, turns } = quick ? { rounds: 10, warmUp: 5, turns: 8 } : { rounds: 40, warmUp: 10, turns: 12 };
const folder = mkdtempSync(path.join(tmpdir(), "traces-"));
const worker = (name: string) =>
  defineAgent(AgentState, { name, description: `Is ${name}.`, reads: [], run: () => ({}) });
const graph = createAgentGraph({
  state: AgentState,
  agents: [worker("first"), worker("second")],
  planner: () => Promise.resolve({ steps: [{ capability: "first" }, { capability: "second" }] }),
  checkpointer: new MemorySaver(),
});
const provider = new TracerProvider({ spanProcessors: [new NoopSpanProcessor()] });
context.setGlobalContextManager(new AsyncLocalStorageContextManager().enable());
const ignore = (): void => undefined;

/** Ways to trace. Each starts, and returns how it ends. */
const ways: Readonly<Record<string, () => () => void>> = {
  off: () => ignore,
  channels: () => {
    subscribe("tracing:tidemark:turn:asyncEnd", ignore);
    return () => void unsubscribe("tracing:tidemark:turn:asyncEnd", ignore);
  },
  OpenTelemetry: () => traceToOtel({ tracer: provider.getTracer("bench") }),
  file: () => traceToFile({ path: path.join(folder, "traces.jsonl") }),
  console: () => consoleView({ stream: { write: ignore }, color: false }),
};
const names = Object.keys(ways);
let threads = 0;

/** CPU microseconds of a turn on a new thread. */
async function sample(name: string): Promise<number> {
  const stop = ways[name]?.() ?? ignore;
  const start = cpu();
  for (let turn = 0; turn < turns; turn += 1) {
    threads += 1;
    // oxlint-disable-next-line eslint/no-await-in-loop -- one turn after the other
    await openSession({ graph, threadId: `thread-${threads}` }).send("Go");
  }
  const used = (cpu() - start) / turns;
  stop();
  return used;
}

const samples: Readonly<Record<string, number[]>> = Object.fromEntries(names.map((name) => [name, []]));
for (let round = -warmUp; round < rounds; round += 1) {
  for (const name of shuffled(names)) {
    // oxlint-disable-next-line eslint/no-await-in-loop -- paired samples
    const microseconds = await sample(name);
    if (round >= 0) samples[name]?.push(microseconds);
  }
}
rmSync(folder, { recursive: true });

/** CPU microseconds of all hooks of such a turn while nobody observes: one turn, one planner, two agents, and each other node. */
function hooks(): number {
  const runs = 100_000;
  const start = cpu();
  let seen = 0;
  for (let run = 0; run < runs; run += 1) {
    const place = { threadId: "thread", turnId: "turn_1" };
    if (isObserved()) seen += 1;
    if (beginOperation({ kind: "agent", name: "first", ...place }) !== null) seen += 1;
    if (currentOperation() !== null) seen += 1;
  }
  if (seen > 0) throw new Error("Somebody observes the operations.");
  return ((cpu() - start) / runs) * NODES;
}

/** Nodes of the measured turn. Each is counted with all three hooks, although none calls more than two. */
const NODES = 8;

const off = samples["off"] ?? [];
const subject = "a turn with a plan of two agents";
const ratioOf = (name: string): number =>
  median((samples[name] ?? []).map((microseconds, round) => microseconds / (off[round] ?? 0)));
const cost = hooks();
const results: Result[] = names.map((name) => ({
  subject,
  contender: name === "off" ? "not observed" : name,
  unit: "µs",
  ...summary(samples[name] ?? []),
  ratio: ratioOf(name),
}));
results.push({
  subject,
  contender: "all hooks, not observed",
  unit: "µs",
  ...summary([cost]),
  ratio: cost / median(off),
});
report("CPU time of traces", results);
checkAtMost(`${subject}, percent of the hooks while nobody observes`, (100 * cost) / median(off), 1);
