import { existsSync, readFileSync } from "node:fs";
import path from "node:path";
import { runCommand } from "../command.ts";
import { type Gate, fromProblems } from "../gate-contract.ts";
import { readManifest } from "../manifest.ts";
import { listFiles, listPackages } from "../source-files.ts";

interface Change {
  readonly file: string;
  readonly packages: readonly string[];
  readonly text: string;
}

const readChange = (root: string, file: string): Change => {
  const [, front = "", text = ""] =
    /^---\n([\s\S]*?)\n---\n([\s\S]*)$/.exec(readFileSync(path.join(root, file), "utf8")) ?? [];
  const packages = [...front.matchAll(/^["']?([^"':]+)["']?: *(?:patch|minor|major)$/gm)].map(
    (match) => match[1] ?? "",
  );
  return { file, packages, text: text.trim() };
};

/** True when the sources of a package changed after its last release entry. */
const changedSinceRelease = async (root: string, folder: string): Promise<boolean> => {
  const git = async (...args: readonly string[]): Promise<string> =>
    (await runCommand("git", args, { cwd: root })).stdout.trim();
  const release = await git("log", "-1", "--format=%H", "--", `${folder}/CHANGELOG.md`);
  const range = release === "" ? [] : [`${release}..HEAD`];
  const commits = await git("log", "--format=%H", ...range, "--", `${folder}/src`);
  const uncommitted = await git("status", "--porcelain", "--", `${folder}/src`);
  return commits !== "" || uncommitted !== "";
};

/** Every changed package has an entry for its readers, and the entries are ones that changesets can read. */
export const changesets: Gate = {
  name: "changesets",
  holds: "a package whose sources changed since its last release is named by a changeset that says what changed",
  async run(root) {
    const changes = listFiles(root, /^[.]changeset\/(?!README).*[.]md$/).map((file) => readChange(root, file));
    const known = listPackages(root).map((folder) => readManifest(path.join(root, folder)).name);
    const problems = changes.flatMap(({ file, packages, text }) => [
      ...packages.filter((name) => !known.includes(name)).map((name) => `${file} names ${name}, which is no package.`),
      ...(packages.length === 0 ? [`${file} names no package and bump.`] : []),
      ...(text === "" ? [`${file} says nothing to its reader.`] : []),
    ]);
    if (!existsSync(path.join(root, ".changeset", "config.json"))) problems.push("There is no .changeset/config.json.");
    for (const folder of listPackages(root)) {
      const { name } = readManifest(path.join(root, folder));
      if (!changes.some((change) => change.packages.includes(name)) && (await changedSinceRelease(root, folder))) {
        problems.push(`${name} changed, but no changeset names it: run \`pnpm changeset\`.`);
      }
    }
    const status = await runCommand("changeset", ["status", "--since", "HEAD"], { cwd: root });
    // It knows only what was committed since HEAD; who has to be named is decided above.
    const unnamed = status.output.includes("Some packages have been changed but no changesets were found");
    if (status.code !== 0 && !unnamed) problems.push(status.output);
    return fromProblems(problems, `${changes.length} changesets`);
  },
};
