import { cpSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { runCommand } from "../command.ts";
import { type Gate, fromProblems } from "../gate-contract.ts";
import { readManifest } from "../manifest.ts";
import { listPackages } from "../source-files.ts";
import { packPackage } from "../tarballs.ts";

/** The first thing that the README's transcript says to type, and the first line of what comes back. */
const firstExchange = (readme: string): { readonly said: string; readonly told: string } | null => {
  const [, said = "", told = ""] = /```text\n> (.+)\n(.+)\n/.exec(readme) ?? [];
  return said === "" ? null : { said, told };
};

const copyProblems = async (folder: string, tarballs: readonly string[]): Promise<readonly string[]> => {
  const name = path.basename(folder);
  const exchange = firstExchange(readFileSync(path.join(folder, "README.md"), "utf8"));
  if (exchange === null) return [`examples/${name}/README.md shows no conversation.`];
  const install = ["install", "--no-audit", "--no-fund", "--prefer-offline", ...tarballs];
  const installed = await runCommand("npm", install, { cwd: folder });
  if (installed.code !== 0) return [`npm install in a copy of examples/${name}:\n${installed.output}`];
  const compiled = await runCommand("npm", ["run", "typecheck", "--silent"], { cwd: folder });
  const now = ["--now", "2026-11-21T09:00:00Z"];
  const started = await runCommand("npm", ["start", "--silent", "--", ...now, exchange.said], { cwd: folder });
  const isTold = started.code === 0 && started.stdout.split("\n")[0] === exchange.told;
  return [
    ...(compiled.code === 0 ? [] : [`A copy of examples/${name} does not compile:\n${compiled.output}`]),
    ...(isTold ? [] : [`A copy of examples/${name} does not say "${exchange.told}":\n${started.output}`]),
  ];
};

/** A copy knows no catalog, so an example names versions; here they are those of the catalog. */
const staleVersions = (root: string, name: string): readonly string[] => {
  const file = path.join(root, "pnpm-workspace.yaml");
  const catalog = existsSync(file) ? (/^catalog:\n((?: .*\n|\n)+)/m.exec(readFileSync(file, "utf8"))?.[1] ?? "") : "";
  const versions = new Map(
    [...catalog.matchAll(/^ {2}"?([^":#\n]+)"?: *"?([^"\s]+)"?/gm)].map(([, each = "", version = ""]) => [
      each,
      version,
    ]),
  );
  const { dependencies = {}, devDependencies = {} } = readManifest(path.join(root, "examples", name));
  return Object.entries({ ...dependencies, ...devDependencies }).flatMap(([each, version]) => {
    const current = versions.get(each) ?? version;
    return current === version ? [] : [`examples/${name} wants ${each} ${version}; the catalog has ${current}.`];
  });
};

/** An example is a starting point: its folder alone, with npm and the published packages, is a working project. */
export const copiedExamples: Gate = {
  name: "copied-examples",
  holds: "an example that is copied out installs with npm and the tarballs, compiles, and talks as its README shows",
  after: ["build"],
  async run(root) {
    const examples = path.join(root, "examples");
    const folders = readdirSync(examples).filter((each) => existsSync(path.join(examples, each, "package.json")));
    // What examples share is packed, as our packages are; nobody copies it by itself.
    const isShared = (each: string): boolean => readManifest(path.join(examples, each)).publishConfig !== undefined;
    const shared = folders.filter(isShared).map((each) => `examples/${each}`);
    const all = folders.filter((each) => !isShared(each));
    const target = mkdtempSync(path.join(tmpdir(), "copied-"));
    try {
      const packed: string[] = [];
      for (const each of [...listPackages(root), ...shared]) packed.push((await packPackage(root, each, target)).file);
      const problems: string[] = [];
      for (const name of all) {
        const folder = path.join(target, "copies", name);
        problems.push(...staleVersions(root, name));
        cpSync(path.join(examples, name), folder, {
          recursive: true,
          filter: (source) =>
            !/[/\\](?:node_modules|[.]tidemark|[.]turbo)(?:[/\\]|$)/.test(path.relative(examples, source)),
        });
        problems.push(...(await copyProblems(folder, packed)));
      }
      return fromProblems(problems, `${all.length} examples`);
    } finally {
      rmSync(target, { recursive: true, force: true });
    }
  },
};
