import path from "node:path";
import { type Check, runCheck } from "../check.ts";
import { runCommand } from "../command.ts";
import { listTarballs } from "../source-files.ts";

const required = ["README.md", "LICENSE", "package.json"];
const allowed =
  /^(dist\/|docs\/.+[.]md$|README[.]md$|LICENSE$|package[.]json$|bin\/[\w-]+[.]cjs$|templates\/(?!.*node_modules))/;
const tools = [
  ["publint", "run", "--strict"],
  ["attw", "--format", "ascii", "--no-emoji"],
] as const;

/** A command has no entry that anybody imports, and its documents are those of the packages that it installs. */
const isCommand = (manifest: string): boolean => !manifest.includes('"exports":');

const readTarball = async (file: string): Promise<string> =>
  (await runCommand("tar", ["-xzOf", file, "package/package.json"], { cwd: path.dirname(file) })).stdout;

const shapeProblems = async (file: string, manifest: string): Promise<readonly string[]> => {
  const listed = await runCommand("tar", ["-tzf", file], { cwd: path.dirname(file) });
  const paths = listed.stdout.split("\n").map((line) => line.replace(/^package\//, ""));
  return [
    ...paths.filter((each) => each !== "" && !allowed.test(each)).map((each) => `contains ${each}.`),
    ...[...required, ...(isCommand(manifest) ? [] : ["docs/README.md"])]
      .filter((each) => !paths.includes(each))
      .map((each) => `lacks ${each}.`),
    ...(isCommand(manifest) || /"sideEffects": false/.test(manifest)
      ? []
      : ['does not set "sideEffects": false, so bundlers keep unused code.']),
    ...(/"engines": \{\s*"node": ">=22.13"/.test(manifest) ? [] : ['does not set "engines.node" to ">=22.13".']),
    ...(/"(workspace|catalog):|\/src\//.test(manifest) ? ["has a manifest that refers to the workspace."] : []),
  ];
};

/** Every tarball has the required files and manifest, and publint and attw accept it. */
export const packages: Check = async (root) => {
  const tarballs = listTarballs(root);
  const problems = await Promise.all(
    tarballs.map(async (file) => {
      const manifest = await readTarball(file);
      const found = [...(await shapeProblems(file, manifest))];
      // `attw` resolves entries.
      for (const [tool, ...args] of isCommand(manifest) ? tools.slice(0, 1) : tools) {
        const { code, output } = await runCommand(tool, [...args, file], { cwd: root });
        if (code !== 0) found.push(`does not pass ${tool}:\n${output}`);
      }
      return found.map((problem) => `${path.basename(file)} ${problem}`);
    }),
  );
  return { problems: problems.flat(), fact: `${tarballs.length} tarballs` };
};

if (import.meta.main) await runCheck(packages);
