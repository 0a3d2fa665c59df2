import { runCommand } from "../command.ts";
import type { Gate } from "../gate-contract.ts";

/** oxlint, with types, has nothing to say. */
export const lint: Gate = {
  name: "lint",
  holds: "no lint rule is broken, those that need types included",
  async run(root) {
    const { code, output } = await runCommand("oxlint", ["--type-aware", "--deny-warnings"], { cwd: root });
    const [, files, rules] = /on (\d+) files? with (\d+) rules/.exec(output) ?? [];
    return { ok: code === 0, fact: `${files ?? "?"} files, ${rules ?? "?"} rules`, output };
  },
};
