/**
 * Prints the CPU time and the memory of `tidemark replay`, by the number of threads. Run it with `node --expose-gc benchmarks/src/replay.ts`;
 * with `--quick` it replays 100 threads instead of 1,000.
 */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { sqliteSaver } from "@tidemark/checkpoint/sqlite";
import { inspectCommands } from "@tidemark/inspect/internal";
import { openSession } from "@tidemark/state-manager/langgraph";
import { cpu } from "./measure/cpu-time.ts";
import { exact, quick, report, type Result } from "./measure/report.ts";
import desk, { TURNS } from "./replays/desk.ts";

const folder = mkdtempSync(path.join(tmpdir(), "replay-"));
const results: Result[] = [];
for (const count of quick ? [25, 100] : [125, 1_000]) {
  const file = path.join(folder, `${count}.db`);
  const saver = sqliteSaver({ file });
  const session = openSession({ graph: desk(saver), threadId: "ann 0", userId: "ann" });
  for (let turn = 0; turn < TURNS; turn += 1) await session.send("What was I charged in May?");
  for (let number = 1; number < count; number += 1) await saver.copyThread("ann 0", `ann ${number}`);
  saver.close();
  globalThis.gc?.();
  const [begun, heap] = [cpu(), process.memoryUsage().heapUsed];
  const printed: string[] = [];
  const against = path.join(import.meta.dirname, "replays", "desk.ts");
  await inspectCommands["replay"]?.run([file, "--against", against], {
    stop: Promise.resolve(),
    print: (line) => void printed.push(line),
    warn: (line) => void printed.push(line),
  });
  const used = (cpu() - begun) / 1_000;
  globalThis.gc?.();
  const kept = (process.memoryUsage().heapUsed - heap) / 1_000_000;
  if (printed.join("\n") !== `${count} threads, ${count * TURNS} turns: ${count} same, 0 different.`)
    throw new Error(printed.join("\n"));
  const subject = `replay of ${count} threads`;
  results.push(
    { subject, contender: "CPU time of a turn", unit: "ms", ratio: null, ...exact(used / count / TURNS) },
    { subject, contender: "kept on the heap", unit: "MB", ratio: null, ...exact(kept) },
  );
}
rmSync(folder, { recursive: true });
report("tidemark replay", results);
