import path from "node:path";
import { runCommand } from "../command.ts";
import type { Gate } from "../gate-contract.ts";

/** The committed API reports are what the build declares. */
export const apiReports: Gate = {
  name: "api-reports",
  holds: "packages/*/etc/*.api.md show the public API as it is built; every type in a signature can be named",
  after: ["build"],
  async run(root) {
    const script = path.join(path.dirname(import.meta.dirname), "api-reports.ts");
    const { code, stdout, output } = await runCommand("node", [script, "--root", root], { cwd: root });
    return { ok: code === 0, fact: stdout.trim().split("\n").at(-1) ?? "", output };
  },
};
