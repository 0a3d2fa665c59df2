import { existsSync } from "node:fs";
import path from "node:path";
import { runCommand, workspaceRoot } from "../command.ts";
import type { Gate } from "../gate-contract.ts";

const roots = ["packages", "examples", "tests", "benchmarks", "tooling"];

/** dependency-cruiser finds no import that breaks a rule of `.dependency-cruiser.mjs`. */
export const imports: Gate = {
  name: "imports",
  holds: "imports go down, rooms have no cycles, and @langchain/* is imported by *.graph.ts files",
  async run(root) {
    const folders = roots.filter((folder) => existsSync(path.join(root, folder)));
    const config = path.join(workspaceRoot, ".dependency-cruiser.mjs");
    const { code, output } = await runCommand("depcruise", ["--config", config, ...folders], { cwd: root });
    const [, modules, edges] = /(\d+) modules, (\d+) dependencies cruised/.exec(output) ?? [];
    return { ok: code === 0, fact: `${modules ?? "?"} modules, ${edges ?? "?"} imports`, output };
  },
};
