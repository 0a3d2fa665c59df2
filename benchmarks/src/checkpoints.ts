/**
 * Prints what checkpoints cost in bytes and CPU time as a thread grows: five nodes, 1 KB more a step, two messages a turn.
 *
 * Run it with `node benchmarks/src/checkpoints.ts [turns…]`. Each saver has a process of its own.
 */
import { execFile } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { promisify } from "node:util";

interface Stage {
  readonly turn: number;
  readonly bytes: number;
  /** The state itself, as JSON: all that is new since the first turn. */
  readonly state: number;
  readonly milliseconds: number;
}

const run = promisify(execFile);
const turns = process.argv.length > 2 ? process.argv.slice(2) : ["10", "50", "100", "200"];
const folder = mkdtempSync(path.join(tmpdir(), "tidemark-"));
const print = (cells: readonly string[]) => process.stdout.write(`| ${cells.join(" | ")} |\n`);
const megabytes = (bytes: number) => (bytes / 1e6).toFixed(2);

process.stdout.write(`Checkpoints of one thread, Node ${process.version}\n\n`);
print(["saver", "turn", "MB stored", "times the state", "CPU ms a turn", "MB against ours"]);
print(["---", "---", "---", "---", "---", "---"]);
try {
  const ours = new Map<number, number>();
  for (const name of ["tidemark", "sqlite", "memory"]) {
    const script = path.join(import.meta.dirname, "checkpoint-growth.ts");
    const { stdout } = await run(process.execPath, [script, name, path.join(folder, `${name}.db`), ...turns]);
    for (const line of stdout.trim().split("\n")) {
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the script beside this one prints it
      const { turn, bytes, state, milliseconds } = JSON.parse(line) as Stage;
      if (name === "tidemark") ours.set(turn, bytes);
      const factor = bytes / (ours.get(turn) ?? bytes);
      print([
        name,
        String(turn),
        megabytes(bytes),
        (bytes / state).toFixed(1),
        milliseconds.toFixed(1),
        `${factor.toFixed(0)}×`,
      ]);
    }
  }
} finally {
  rmSync(folder, { recursive: true });
}
