import { cpSync, existsSync, mkdirSync, readdirSync, renameSync, symlinkSync, writeFileSync } from "node:fs";
import path from "node:path";
import { type Check, runCheck } from "../check.ts";
import { runCommand, workspaceRoot } from "../command.ts";
import { temporaryFolder } from "../fixture.ts";
import { listPackages } from "../source-files.ts";
import { openTarballs } from "../tarballs.ts";

const compilers = ["typescript-5.4", "typescript-5.9", "typescript"];
const resolutions = [
  { module: "nodenext", moduleResolution: "nodenext", include: ["*.mts", "*.cts"] },
  // A bundler has no CommonJS sources of its own.
  { module: "esnext", moduleResolution: "bundler", include: ["*.mts"] },
];

/** Lays out a folder like a user's: the tarballs and their dependencies in node_modules, nothing of the workspace. */
const installTarballs = async (root: string, folder: string): Promise<void> => {
  const modules = path.join(folder, "node_modules");
  const tarballs = new Map((await openTarballs(root, path.join(folder, "packed"))).map((each) => [each.label, each]));
  for (const source of listPackages(root)) {
    const tarball = tarballs.get(path.posix.basename(source));
    if (tarball === undefined) continue;
    const { name, dependencies = {}, peerDependencies = {} } = tarball.manifest;
    mkdirSync(path.dirname(path.join(modules, name)), { recursive: true });
    renameSync(tarball.folder, path.join(modules, name));
    for (const each of Object.keys({ ...dependencies, ...peerDependencies })) {
      const target = path.join(modules, each);
      const installed = path.join(root, source, "node_modules", each);
      if (each.startsWith("@tidemark/") || !existsSync(installed) || existsSync(target)) continue;
      mkdirSync(path.dirname(target), { recursive: true });
      symlinkSync(installed, target, "junction");
    }
  }
};

const compileProblems = async (folder: string): Promise<readonly string[]> => {
  const problems: string[] = [];
  for (const compiler of compilers) {
    const bin = path.join(workspaceRoot, "tooling", "node_modules", compiler, "bin", "tsc");
    for (const { include, ...resolution } of resolutions) {
      const strict = { strict: true, exactOptionalPropertyTypes: true, skipLibCheck: true };
      const compilerOptions = { ...resolution, ...strict, noEmit: true, target: "es2022", types: [] };
      writeFileSync(path.join(folder, "tsconfig.json"), JSON.stringify({ compilerOptions, include }));
      const { code, output } = await runCommand("node", [bin, "-p", folder, "--pretty", "false"], { cwd: folder });
      if (code !== 0) problems.push(`${compiler}, ${resolution.moduleResolution}:\n${output}`);
    }
  }
  return problems;
};

/** The packed packages compile and run for users: older compilers, both resolutions, import and require. */
export const consumer: Check = async (root) => {
  const programs = path.join(root, "tests", "consumer");
  const files = existsSync(programs) ? readdirSync(programs).filter((file) => /[.]([cm]ts|cjs)$/.test(file)) : [];
  if (files.length === 0) return { problems: ["There is no program in tests/consumer."], fact: "0 programs" };
  using folder = temporaryFolder("consumer-");
  await installTarballs(root, folder.path);
  for (const file of files) cpSync(path.join(programs, file), path.join(folder.path, file));
  const problems = [...(await compileProblems(folder.path))];
  for (const file of files.filter((each) => !each.endsWith(".cts"))) {
    const { code, stdout, output } = await runCommand("node", [file], { cwd: folder.path });
    if (code !== 0 || stdout.trim() !== "ok") problems.push(`${file} does not print "ok":\n${output}`);
  }
  return { problems, fact: `${files.length} programs, ${compilers.length} compilers` };
};

if (import.meta.main) await runCheck(consumer);
