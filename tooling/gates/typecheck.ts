import path from "node:path";
import { runCommand } from "../command.ts";
import type { Gate } from "../gate-contract.ts";
import { listFiles } from "../source-files.ts";

/** Every TypeScript project of the workspace compiles, tests and type tests included. */
export const typecheck: Gate = {
  name: "typecheck",
  holds: "every folder with a tsconfig.json compiles; what must not compile does not",
  async run(root) {
    const projects = listFiles(root, /^[^/]+(\/[^/]+)?\/tsconfig[.]json$/).map((file) => path.dirname(file));
    const outputs: string[] = [];
    for (const project of projects) {
      const { code, output } = await runCommand("tsc", ["--noEmit", "--pretty", "false"], {
        cwd: path.join(root, project),
      });
      if (code !== 0) outputs.push(`${project}:\n${output}`);
    }
    if (projects.length === 0) outputs.push("There is no tsconfig.json to check.");
    return { ok: outputs.length === 0, fact: `${projects.length} projects`, output: outputs.join("\n") };
  },
};
