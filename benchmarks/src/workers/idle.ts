import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { startRestate } from "@tidemark/test-fixtures/restate";
import { checkAtMost } from "../measure/limits.ts";
import { quick, type Result, summary } from "../measure/report.ts";
import { startProcess } from "./start-process.ts";
import { openTurns, type TurnsPlace } from "./turns.ts";

const nothing = async (): Promise<void> => {};

/** Longest p50 of an idle queue, in milliseconds. */
const LIMIT = 60;

/** Milliseconds from a send to its result, while a worker in another process has nothing else to do. */
async function idle(place: TurnsPlace): Promise<readonly number[]> {
  const opened = openTurns(place, nothing);
  const kind = place.isUnsaved === true ? "fail" : "turns";
  const worker = await startProcess({ ...place, kind, concurrency: 8 });
  worker.go();
  const samples: number[] = [];
  const warm = 20;
  for (let index = 0; index < warm + (quick ? 40 : 100); index += 1) {
    // Another part of the time between two looks each time.
    await new Promise((resolve) => setTimeout(resolve, (index * 37) % 250));
    const before = performance.now();
    await opened.turns.send(`thread ${index}`, { notes_text: "idle" }, { idempotencyKey: `turn ${index}` });
    await opened.turns.result(`turn ${index}`);
    if (index >= warm) samples.push(performance.now() - before);
  }
  await worker.end();
  await opened.turns.close();
  await opened.end();
  return samples;
}

/** Measures the latency of an idle queue on each engine. */
export async function idleQueues(url: string): Promise<readonly Result[]> {
  const results: Result[] = [];
  const folder = mkdtempSync(path.join(tmpdir(), "tidemark-idle-"));
  const restate = await startRestate();
  const places: Readonly<Record<string, TurnsPlace>> = {
    SQLite: { url: path.join(folder, "idle.db"), schema: null },
    Postgres: { url, schema: "idle_postgres" },
    DBOS: { url, schema: "idle_dbos", carrier: "dbos" },
    Restate: { url, schema: "idle_restate", carrier: { ingress: restate.ingress, admin: restate.admin } },
  };
  for (const [contender, place] of Object.entries(places)) {
    const measured = summary(await idle(place));
    const subject = "a turn of three nodes, from its send to its result in another process";
    results.push({ subject, contender, unit: "ms", ...measured, ratio: null });
  }
  for (const [contender, place] of Object.entries(places)) {
    // Its result is read from the queue alone.
    const other =
      place.schema === null ? { ...place, url: `${place.url}-alone` } : { ...place, schema: `${place.schema}_alone` };
    const measured = summary(await idle({ ...other, isUnsaved: true }));
    const subject = "a turn that fails in memory, from its send to its result in another process";
    results.push({ subject, contender, unit: "ms", ...measured, ratio: null });
    checkAtMost(`A turn of an idle queue of ${contender}`, measured.median, LIMIT);
  }
  await restate.stop();
  rmSync(folder, { recursive: true, force: true });
  return results;
}
