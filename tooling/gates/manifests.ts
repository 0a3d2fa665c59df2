import { runCommand } from "../command.ts";
import type { Gate } from "../gate-contract.ts";

/** sherif finds the manifests of the workspace in order. */
export const manifests: Gate = {
  name: "manifests",
  holds: "the manifests are sorted, agree on versions and hold no empty field",
  async run(root) {
    const { code, output } = await runCommand("sherif", ["--fail-on-warnings"], { cwd: root });
    return { ok: code === 0, fact: code === 0 ? "no issue" : `exit code ${code}`, output };
  },
};
