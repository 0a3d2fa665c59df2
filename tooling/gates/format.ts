import { runCommand } from "../command.ts";
import type { Gate } from "../gate-contract.ts";

/** oxfmt has nothing to change. */
export const format: Gate = {
  name: "format",
  holds: "every file is formatted the way `pnpm format` formats it",
  async run(root) {
    const { code, output } = await runCommand("oxfmt", ["--check", "."], { cwd: root });
    const count = /on (\d+) files/.exec(output)?.[1] ?? "?";
    return { ok: code === 0, fact: `${count} files`, output };
  },
};
