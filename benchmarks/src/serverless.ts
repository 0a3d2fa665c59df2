/**
 * Prints the cost of a request to a serverless function: a new process opens the saver, runs one turn on a thread and exits.
 *
 * Run it with `node benchmarks/src/serverless.ts`. The function is bundled into one file, as for deployment. The tables exist.
 */
import { execFile } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { promisify } from "node:util";
import { bundleWorker } from "../../tests/fixtures/bundle.ts";
import { GRAPHS } from "./growing-graph.ts";
import { inPlaces, runScript } from "./places.ts";
import { against, bySubject, quick, report, type Result, summary } from "./report.ts";
import type { Request, RequestCosts } from "./request.ts";

const execute = promisify(execFile);
const turns = quick ? 20 : 200;
const rounds = quick ? 3 : 11;
/** `none` shows the cost of the process and of LangGraph, with an empty thread. */
const savers = ["tidemark", "sqlite", "tidemark on Postgres", "postgres", "none"];

/** Wall milliseconds from the start of a process to its end, and its CPU milliseconds. */
async function send(bundle: string, request: Request): Promise<RequestCosts & { readonly wall: number }> {
  const start = performance.now();
  const { stdout } = await execute(process.execPath, [bundle, JSON.stringify(request)]);
  const wall = performance.now() - start;
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the worker prints it
  return { ...(JSON.parse(stdout) as RequestCosts), wall };
}

const results: Result[] = [];
const folder = mkdtempSync(path.join(tmpdir(), "tidemark-serverless-"));
try {
  const bundle = await bundleWorker(path.join(import.meta.dirname, "request.ts"), folder);
  for (const graph of GRAPHS) {
    await inPlaces(savers, async (saver, place) => {
      if (saver !== "none") await runScript("make-thread.ts", [saver, place, graph, String(turns)]);
      const samples = { wall: new Array<number>(), process: new Array<number>(), turn: new Array<number>() };
      for (let round = 0; round < rounds; round += 1) {
        const costs = await send(bundle, { saver, place, graph, turn: turns + 1 + round });
        samples.wall.push(costs.wall);
        samples.process.push(costs.process);
        samples.turn.push(costs.turn);
      }
      const add = (what: string, each: readonly number[]) => {
        const subject = `${graph} graph, a process for turn ${turns + 1}, ${what}`;
        results.push({ subject, contender: saver, unit: "ms", ...summary(each), ratio: null });
      };
      add("wall", samples.wall);
      add("CPU", samples.process);
      add("CPU of saver and turn", samples.turn);
    });
  }
} finally {
  rmSync(folder, { recursive: true });
}

report("A new process for each request", against("tidemark", bySubject(results)));
