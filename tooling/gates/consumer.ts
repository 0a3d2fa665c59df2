import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { runCommand, workspaceRoot } from "../command.ts";
import { type Gate, fromProblems } from "../gate-contract.ts";
import type { Manifest } from "../manifest.ts";
import { listPackages } from "../source-files.ts";
import { packPackage } from "../tarballs.ts";

const compilers = ["typescript-5.4", "typescript-5.9", "typescript"];
const resolutions = [
  { module: "nodenext", moduleResolution: "nodenext" },
  { module: "esnext", moduleResolution: "bundler" },
];

/** What a user has beside the package: its dependencies and peers, except those that are tarballs here. */
const neededBy = ({ dependencies = {}, peerDependencies = {} }: Manifest): readonly string[] =>
  Object.keys({ ...dependencies, ...peerDependencies }).filter((name) => !name.startsWith("@tidemark/"));

/** Lays out a folder as a user has it: the tarballs and their peers in node_modules, nothing of the workspace. */
const installTarballs = async (root: string, folder: string): Promise<void> => {
  const modules = path.join(folder, "node_modules");
  mkdirSync(path.join(modules, "@tidemark"), { recursive: true });
  const packed = path.join(folder, "packed");
  mkdirSync(packed);
  for (const each of listPackages(root)) {
    const tarball = await packPackage(root, each, packed);
    renameSync(tarball.folder, path.join(modules, "@tidemark", tarball.name));
    const installed = path.join(root, each, "node_modules");
    for (const name of neededBy(tarball.manifest)) {
      const target = path.join(modules, name);
      mkdirSync(path.dirname(target), { recursive: true });
      if (existsSync(path.join(installed, name)) && !existsSync(target))
        symlinkSync(path.join(installed, name), target, "junction");
    }
  }
};

const compileProblems = async (folder: string): Promise<readonly string[]> => {
  const problems: string[] = [];
  for (const compiler of compilers) {
    const bin = path.join(workspaceRoot, "tooling", "node_modules", compiler, "bin", "tsc");
    for (const resolution of resolutions) {
      const options = {
        ...resolution,
        strict: true,
        exactOptionalPropertyTypes: true,
        skipLibCheck: true,
        noEmit: true,
        target: "es2022",
        types: [],
      };
      // A bundler has no CommonJS sources of its own.
      const include = resolution.moduleResolution === "bundler" ? ["*.mts"] : ["*.mts", "*.cts"];
      writeFileSync(path.join(folder, "tsconfig.json"), JSON.stringify({ compilerOptions: options, include }));
      const { code, output } = await runCommand("node", [bin, "-p", folder, "--pretty", "false"], { cwd: folder });
      if (code !== 0) problems.push(`${compiler}, ${resolution.moduleResolution}:\n${output}`);
    }
  }
  return problems;
};

/** The packed packages compile and run for users: older compilers, both resolutions, import and require. */
export const consumer: Gate = {
  name: "consumer",
  holds: "tests/consumer compiles against the tarballs with TypeScript 5.4 to 7 and runs as ES module and CommonJS",
  after: ["build"],
  async run(root) {
    const programs = path.join(root, "tests", "consumer");
    const files = existsSync(programs) ? readdirSync(programs).filter((file) => /[.]([cm]ts|cjs)$/.test(file)) : [];
    if (files.length === 0) return { ok: false, fact: "missing", output: "There is no program in tests/consumer." };
    const folder = mkdtempSync(path.join(tmpdir(), "consumer-"));
    try {
      await installTarballs(root, folder);
      for (const file of files) cpSync(path.join(programs, file), path.join(folder, file));
      const problems = [...(await compileProblems(folder))];
      for (const file of files.filter((each) => !each.endsWith(".cts"))) {
        const { code, stdout, output } = await runCommand("node", [file], { cwd: folder });
        if (code !== 0 || stdout.trim() !== "ok") problems.push(`${file} does not print "ok":\n${output}`);
      }
      return fromProblems(problems, `${files.length} programs, ${compilers.length} compilers`);
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  },
};
