import path from "node:path";
import { type Check, runCheck } from "../check.ts";
import { runCommand } from "../command.ts";
import { listTarballs } from "../source-files.ts";

const required = ["README.md", "LICENSE", "docs/README.md"];
const allowed = /^(dist\/|docs\/.+[.]md$|README[.]md$|LICENSE$|package[.]json$)/;
const tools = [
  ["publint", "run", "--strict"],
  ["attw", "--format", "ascii", "--no-emoji"],
] as const;

const shapeProblems = async (file: string): Promise<readonly string[]> => {
  const cwd = path.dirname(file);
  const listed = await runCommand("tar", ["-tzf", file], { cwd });
  const { stdout: manifest } = await runCommand("tar", ["-xzOf", file, "package/package.json"], { cwd });
  const paths = listed.stdout.split("\n").map((line) => line.replace(/^package\//, ""));
  return [
    ...paths.filter((each) => each !== "" && !allowed.test(each)).map((each) => `contains ${each}.`),
    ...required.filter((each) => !paths.includes(each)).map((each) => `lacks ${each}.`),
    ...(/"sideEffects": false/.test(manifest)
      ? []
      : ['does not set "sideEffects": false, so bundlers keep unused code.']),
    ...(/"engines": \{\s*"node": ">=22.13"/.test(manifest) ? [] : ['does not set "engines.node" to ">=22.13".']),
    ...(/"(workspace|catalog):|\/src\//.test(manifest) ? ["has a manifest that refers to the workspace."] : []),
  ];
};

/** Every tarball has the required files and manifest, and publint and attw accept it. */
export const packages: Check = async (root) => {
  const tarballs = listTarballs(root).filter((file) => !file.endsWith("-web.tgz"));
  const problems = await Promise.all(
    tarballs.map(async (file) => {
      const found = [...(await shapeProblems(file))];
      for (const [tool, ...args] of tools) {
        const { code, output } = await runCommand(tool, [...args, file], { cwd: root });
        if (code !== 0) found.push(`does not pass ${tool}:\n${output}`);
      }
      return found.map((problem) => `${path.basename(file)} ${problem}`);
    }),
  );
  return { problems: problems.flat(), fact: `${tarballs.length} tarballs` };
};

if (import.meta.main) await runCheck(packages);
