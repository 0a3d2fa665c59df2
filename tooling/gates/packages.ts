import path from "node:path";
import { type Check, runCheck } from "../check.ts";
import { runCommand } from "../command.ts";
import { temporaryFolder } from "../fixture.ts";
import { listPackages } from "../source-files.ts";
import { type Tarball, openTarballs } from "../tarballs.ts";

const oldestNode = ">=22.13";

const shapeProblems = ({ label, paths, manifest }: Tarball): readonly string[] => {
  const strays = paths.filter((each) => !/^(dist\/|docs\/.+[.]md$|README[.]md$|LICENSE$|package[.]json$)/.test(each));
  const missing = ["README.md", "LICENSE", "docs/README.md"].filter((each) => !paths.includes(each));
  const text = JSON.stringify(manifest);
  return [
    ...strays.map((each) => `${label}: the tarball contains ${each}.`),
    ...missing.map((each) => `${label}: the tarball lacks ${each}.`),
    ...(manifest.sideEffects === false ? [] : [`${label}: "sideEffects" is not false, so bundlers keep all of it.`]),
    ...(manifest.engines?.node === oldestNode ? [] : [`${label}: "engines.node" is not "${oldestNode}".`]),
    ...(/"(workspace|catalog):|\/src\//.test(text) ? [`${label}: the manifest refers to the workspace.`] : []),
  ];
};

const tools = [
  ["publint", "run", "--strict"],
  ["attw", "--format", "ascii", "--no-emoji"],
] as const;

/** Every tarball has the files and the manifest that a user needs, and publint and attw accept it. */
export const packages: Check = async (root) => {
  using target = temporaryFolder("packages-");
  const labels = new Set(listPackages(root).map((folder) => path.posix.basename(folder)));
  const tarballs = (await openTarballs(root, target.path)).filter(({ label }) => labels.has(label));
  const problems = tarballs.flatMap(shapeProblems);
  for (const [tool, ...args] of tools) {
    const results = await Promise.all(
      tarballs.map(async ({ label, file }) => ({ label, ...(await runCommand(tool, [...args, file], { cwd: root })) })),
    );
    problems.push(
      ...results.filter(({ code }) => code !== 0).map(({ label, output }) => `${label}: ${tool} reports\n${output}`),
    );
  }
  return { problems, fact: `${tarballs.length} tarballs` };
};

if (import.meta.main) await runCheck(packages);
