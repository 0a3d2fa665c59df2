import { existsSync } from "node:fs";
import path from "node:path";
import { runCommand } from "../command.ts";
import type { Gate } from "../gate-contract.ts";

/** Checking a large state costs the compiler no more than its stated number of instantiations. */
export const typeBudgets: Gate = {
  name: "type-budgets",
  holds: "a large state costs the compiler no more instantiations than its budget",
  after: ["build"],
  async run(root) {
    const script = path.join("benchmarks", "types", "run.ts");
    if (!existsSync(path.join(root, script))) return { ok: false, fact: "missing", output: `There is no ${script}.` };
    const { code, output } = await runCommand("node", [script], { cwd: root });
    return { ok: code === 0, fact: output.trim().split("\n").at(-1) ?? "", output };
  },
};
