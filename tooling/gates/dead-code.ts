import { runCommand } from "../command.ts";
import type { Gate } from "../gate-contract.ts";

/** knip finds no unused file, export or dependency. */
export const deadCode: Gate = {
  name: "dead-code",
  holds: "no file, export or dependency is unused; no dependency is undeclared",
  async run(root) {
    const { code, output } = await runCommand("knip", ["--no-progress"], { cwd: root });
    return { ok: code === 0, fact: code === 0 ? "nothing unused" : `exit code ${code}`, output };
  },
};
