import path from "node:path";
import { runCommand } from "../command.ts";
import type { Gate } from "../gate-contract.ts";
import { listFiles } from "../source-files.ts";

// Both tools print some warnings and still leave with code 0.
const trouble = /\bwarning\b|is not loaded, falling back/i;

/** The documentation site builds, guides and API, with warnings as errors. */
export const docsSite: Gate = {
  name: "docs-site",
  holds: "the documentation site builds from all packages; a dead link or a warning is an error",
  async run(root) {
    const cwd = path.join(root, "docs");
    const steps = [["typedoc"], ["vitepress", "build"]] as const;
    const outputs: string[] = [];
    for (const [command, ...args] of steps) {
      const { code, output } = await runCommand(command, args, { cwd });
      outputs.push(output);
      if (code !== 0 || trouble.test(output))
        return { ok: false, fact: `${command} failed`, output: outputs.join("\n") };
    }
    return { ok: true, fact: `${listFiles(root, /^docs\/.*[.]md$/).length} pages and the API`, output: "" };
  },
};
