import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { checkAtMost } from "../measure/limits.ts";
import { quick, type Result, summary } from "../measure/report.ts";
import { startProcess } from "./start-process.ts";
import { fill, openTurns, type TurnsPlace } from "./turns.ts";

const wait = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds));
const nothing = async (): Promise<void> => {};

/** Sends one turn after the other while workers run others. Returns accepted and ended turns per second, and milliseconds of each send. */
async function sending(place: TurnsPlace, processes: number, kind: "turns" | "burn" = "turns") {
  const opened = openTurns(place, nothing);
  await fill(opened, processes * (quick ? 100 : 400), 100);
  const started = await Promise.all(
    Array.from({ length: processes }, () => startProcess({ ...place, kind, concurrency: 10 })),
  );
  for (const each of started) each.go();
  // They have started their first turns, and a part of the queue is left for the time of the measurement.
  const begun = kind === "turns" ? processes * 10 : 0;
  while ((await opened.turns.measure()).ended < begun) await wait(10);
  const samples: number[] = [];
  const { ended } = await opened.turns.measure();
  const before = performance.now();
  const end = before + (quick ? 1_000 : 5_000);
  for (let index = 0; performance.now() < end; index += 1) {
    const sent = performance.now();
    await opened.turns.send(`other ${index % 100}`, { notes_text: "other" });
    samples.push(performance.now() - sent);
  }
  const seconds = (performance.now() - before) / 1_000;
  const after = await opened.turns.measure();
  if (processes > 0 && after.waiting === 0) throw new Error("The workers had nothing left to run.");
  await Promise.all(started.map((each) => each.end()));
  await opened.turns.close();
  await opened.end();
  const sorted = samples.toSorted((one, other) => one - other);
  return {
    accepted: samples.length / seconds,
    ended: (after.ended - ended) / seconds,
    p99: sorted[Math.floor(sorted.length * 0.99)] ?? 0,
  };
}

/** Measures sends to Postgres and to SQLite beside 0, 1, 2 and 4 busy workers, and beside processes that only need the cores. */
export async function sendingBesideWorkers(url: string): Promise<readonly Result[]> {
  const results: Result[] = [];
  const folder = mkdtempSync(path.join(tmpdir(), "tidemark-sending-"));
  for (const engine of ["Postgres", "SQLite"]) {
    const first = new Map<string, number>();
    for (const [processes, kind] of [
      [0, "turns"],
      [1, "turns"],
      [2, "turns"],
      [4, "turns"],
      [4, "burn"],
    ] as const) {
      const rounds: Awaited<ReturnType<typeof sending>>[] = [];
      for (let round = 0; round < (quick ? 1 : 3); round += 1) {
        const name = `sending_${kind}_${processes}_${round}`;
        const file = { url: path.join(folder, `${name}.db`), schema: null };
        rounds.push(await sending(engine === "SQLite" ? file : { url, schema: name }, processes, kind));
      }
      for (const [name, unit] of [
        ["accepted", "turns/s"],
        ["ended", "turns/s"],
        ["p99", "ms"],
      ] as const) {
        if (name === "ended" && (processes === 0 || kind === "burn")) continue;
        const measured = summary(rounds.map((each) => each[name]));
        if (!first.has(name)) first.set(name, measured.median);
        const subject = `send to ${engine} beside workers: ${name === "p99" ? "p99 of a send" : name}`;
        const workers = processes === 0 ? "no worker" : `${processes} ${processes === 1 ? "worker" : "workers"}`;
        const contender = kind === "burn" ? `${processes} processes that need a core each, and no worker` : workers;
        const ratio = measured.median / (first.get(name) ?? 1);
        results.push({ subject, contender, unit, ...measured, ratio });
        if (engine === "Postgres" && name === "p99" && kind === "turns" && processes === 4) {
          checkAtMost("The p99 of a send to Postgres beside 4 workers", ratio, 2);
        }
      }
    }
  }
  rmSync(folder, { recursive: true, force: true });
  return results;
}
