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
import { bundleWorker } from "@tidemark/test-fixtures/bundle";
import { GRAPHS } from "./savers/growing-graph.ts";
import { runScript, withPlaces } from "./savers/places.ts";
import { against, bySubject, quick, report, type Result, summary } from "./measure/report.ts";
import type { Request, RequestCosts } from "./savers/request.ts";
import { shuffled } from "./measure/shuffled.ts";

const execute = promisify(execFile);
const turns = quick ? 20 : 200;
const rounds = quick ? 3 : 11;
/** `none` shows the cost of the process and of LangGraph, with an empty thread. */
const savers = ["tidemark", "sqlite", "tidemark on Postgres", "postgres", "none"];

interface Costs extends RequestCosts {
  /** Wall milliseconds from the start of the process to its end. */
  readonly wall: number;
}

async function send(bundle: string, request: Request): Promise<Costs> {
  const start = performance.now();
  const { stdout } = await execute(process.execPath, [bundle, JSON.stringify(request)]);
  const wall = performance.now() - start;
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the worker prints it
  return { ...(JSON.parse(stdout) as RequestCosts), wall };
}

const results: Result[] = [];
const folder = mkdtempSync(path.join(tmpdir(), "tidemark-serverless-"));
try {
  const bundle = await bundleWorker(path.join(import.meta.dirname, "savers", "request.ts"), folder);
  for (const graph of GRAPHS) {
    await withPlaces(savers, async (placeOf) => {
      for (const saver of savers.filter((each) => each !== "none"))
        await runScript("savers/make-thread.ts", [saver, placeOf(saver), graph, String(turns)]);
      const costs = new Map<string, Costs[]>(savers.map((saver) => [saver, []]));
      for (let turn = turns + 1; turn <= turns + rounds; turn += 1) {
        for (const saver of shuffled(savers))
          costs.get(saver)?.push(await send(bundle, { saver, place: placeOf(saver), graph, turn }));
      }
      for (const [contender, samples] of costs) {
        const add = (what: string, costOf: (each: Costs) => number) => {
          const subject = `${graph} graph, a process for turn ${turns + 1}, ${what}`;
          results.push({ subject, contender, unit: "ms", ...summary(samples.map(costOf)), ratio: null });
        };
        add("wall", ({ wall }) => wall);
        add("CPU", (each) => each.process);
        add("CPU of saver and turn", (each) => each.turn);
      }
    });
  }
} finally {
  rmSync(folder, { recursive: true });
}

report("A new process for each request", against("tidemark", bySubject(results)));
