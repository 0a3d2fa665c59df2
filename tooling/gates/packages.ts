import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { runCommand } from "../command.ts";
import { type Gate, fromProblems } from "../gate-contract.ts";
import { listPackages } from "../source-files.ts";
import { type Tarball, packPackage } from "../tarballs.ts";

const oldestNode = ">=22.13";

const shapeProblems = ({ name, paths, manifest }: Tarball): readonly string[] => {
  const strays = paths.filter((each) => !/^(dist\/|docs\/.+[.]md$|README[.]md$|LICENSE$|package[.]json$)/.test(each));
  const missing = ["README.md", "LICENSE", "docs/README.md", "package.json"].filter((each) => !paths.includes(each));
  const text = JSON.stringify(manifest);
  return [
    ...strays.map((each) => `${name}: the tarball holds ${each}.`),
    ...missing.map((each) => `${name}: the tarball lacks ${each}.`),
    ...(paths.some((each) => each.startsWith("dist/")) ? [] : [`${name}: the tarball holds no dist.`]),
    ...(manifest.sideEffects === false ? [] : [`${name}: "sideEffects" is not false, so bundlers keep all of it.`]),
    ...(manifest.engines?.node === oldestNode ? [] : [`${name}: "engines.node" is not "${oldestNode}".`]),
    ...(/"(workspace|catalog):/.test(text)
      ? [`${name}: the published manifest still says workspace: or catalog:.`]
      : []),
    ...(text.includes("/src/") ? [`${name}: the published manifest points into src.`] : []),
  ];
};

/** What a user would install is well-formed: its files, its manifest, its types in every way to import them. */
export const packages: Gate = {
  name: "packages",
  holds:
    "the tarballs hold README, LICENSE, dist and their part of the documentation only, and publint and attw find nothing",
  after: ["build"],
  async run(root) {
    const target = mkdtempSync(path.join(tmpdir(), "tarballs-"));
    try {
      const folders = listPackages(root);
      const problems: string[] = [];
      for (const folder of folders) {
        const tarball = await packPackage(root, folder, target);
        problems.push(...shapeProblems(tarball));
        const publint = await runCommand("publint", ["run", tarball.file, "--strict"], { cwd: root });
        if (publint.code !== 0) problems.push(`${tarball.name}: publint says\n${publint.output}`);
        const attw = await runCommand("attw", [tarball.file, "--format", "ascii", "--no-emoji"], { cwd: root });
        if (attw.code !== 0) problems.push(`${tarball.name}: attw says\n${attw.output}`);
      }
      return fromProblems(problems, `${folders.length} tarballs`);
    } finally {
      rmSync(target, { recursive: true, force: true });
    }
  },
};
