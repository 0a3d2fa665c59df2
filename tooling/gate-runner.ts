import type { Finding, Gate } from "./gate-contract.ts";

/** A gate's finding, with the time it took. */
export interface Row extends Finding {
  readonly name: string;
  readonly holds: string;
  readonly seconds: number;
}

const attempt = async (gate: Gate, root: string): Promise<Finding> => {
  try {
    return await gate.run(root);
  } catch (error) {
    return {
      ok: false,
      fact: "the gate itself broke",
      output: error instanceof Error ? String(error.stack) : String(error),
    };
  }
};

/** The named gates and whatever they wait for, in the order of `gates`. */
export function selectGates(gates: readonly Gate[], names: readonly string[]): readonly Gate[] {
  const byName = new Map(gates.map((gate) => [gate.name, gate]));
  const wanted = new Set<string>();
  const want = (name: string): void => {
    const gate = byName.get(name);
    if (gate === undefined) throw new Error(`There is no gate "${name}". Gates: ${[...byName.keys()].join(", ")}.`);
    wanted.add(name);
    for (const earlier of gate.after ?? []) want(earlier);
  };
  for (const name of names) want(name);
  return gates.filter((gate) => wanted.has(gate.name));
}

/** Runs gates, a few at a time; one that waits for a red gate is red itself and does not run. */
export async function runGates(
  gates: readonly Gate[],
  options: { readonly root: string; readonly slots: number; readonly onRow?: (row: Row) => void },
): Promise<readonly Row[]> {
  const rows = new Map<string, Row>();
  const waiting = [...gates];
  const finish = (gate: Gate, finding: Finding, seconds: number): void => {
    const row = { ...finding, name: gate.name, holds: gate.holds, seconds };
    rows.set(gate.name, row);
    options.onRow?.(row);
  };
  const ready = (gate: Gate): boolean => (gate.after ?? []).every((name) => rows.has(name));
  const running = new Map<string, Promise<void>>();
  const start = async (gate: Gate): Promise<void> => {
    const from = performance.now();
    const finding = await attempt(gate, options.root);
    running.delete(gate.name);
    finish(gate, finding, (performance.now() - from) / 1000);
  };
  while (waiting.length > 0 || running.size > 0) {
    const next = waiting.findIndex(ready);
    const gate = running.size < options.slots ? waiting[next] : undefined;
    if (gate !== undefined) {
      waiting.splice(next, 1);
      const red = gate.after?.find((name) => rows.get(name)?.ok !== true);
      if (red === undefined) running.set(gate.name, start(gate));
      else finish(gate, { ok: false, fact: `not run: ${red} is red`, output: "" }, 0);
    } else if (running.size > 0) {
      await Promise.race(running.values());
    } else {
      throw new Error(`These gates wait for gates that are not run: ${waiting.map((each) => each.name).join(", ")}.`);
    }
  }
  return gates.map((each) => rows.get(each.name)).filter((row) => row !== undefined);
}

/** The table that `pnpm gate` prints, and below it the output of each red gate. */
export function formatRows(rows: readonly Row[]): string {
  const cells = rows.map((row) => [row.name, row.ok ? "pass" : "FAIL", `${row.seconds.toFixed(1)} s`, row.fact]);
  const table = [["gate", "result", "time", "fact"], ...cells];
  const widths = [0, 1, 2].map((column) => Math.max(...table.map((line) => line[column]?.length ?? 0)));
  const lines = table.map((line) =>
    line
      .map((cell, column) => cell.padEnd(widths[column] ?? 0))
      .join("  ")
      .trimEnd(),
  );
  const red = rows.filter((row) => !row.ok && row.output !== "");
  return [...lines, ...red.map((row) => `\n--- ${row.name}: ${row.holds}\n${row.output.trim()}`)].join("\n");
}
