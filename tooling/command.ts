import { spawn } from "node:child_process";
import { existsSync } from "node:fs";
import path from "node:path";
import { stripVTControlCharacters } from "node:util";
import { readManifest } from "./manifest.ts";

/** Exit code and output of a finished command; `output` is standard output and error. */
type CommandResult = Readonly<{ code: number; output: string; stdout: string }>;

/** The folder of this workspace. */
export const workspaceRoot = path.dirname(import.meta.dirname);

const environment = (cwd: string): NodeJS.ProcessEnv => {
  const { FORCE_COLOR: _, ...inherited } = process.env;
  const bins = [cwd, workspaceRoot].map((folder) => path.join(folder, "node_modules", ".bin"));
  const quiet = { CI: "true", DO_NOT_TRACK: "1", NO_COLOR: "1", NO_UPDATE_NOTIFIER: "1" };
  return { ...inherited, ...quiet, PATH: [...bins, inherited["PATH"]].join(path.delimiter) };
};

/** Runs a command until it ends, with the tools of the workspace first on the path, without input, color and telemetry. */
export function runCommand(
  command: string,
  args: readonly string[],
  { cwd }: { readonly cwd: string },
): Promise<CommandResult> {
  return new Promise((resolve) => {
    const shell = process.platform === "win32";
    const child = spawn(command, args, { cwd, env: environment(cwd), stdio: ["ignore", "pipe", "pipe"], shell });
    let stdout = "";
    let stderr = "";
    child.stdout.setEncoding("utf8").on("data", (text: string) => (stdout += text));
    child.stderr.setEncoding("utf8").on("data", (text: string) => (stderr += text));
    child.on("error", (error) => resolve({ code: 127, stdout, output: `${command}: ${error.message}` }));
    child.on("close", (code) => {
      const [plain = "", errors = ""] = [stdout, stderr].map((text) => stripVTControlCharacters(text));
      resolve({ code: code ?? 1, stdout: plain, output: plain + errors });
    });
  });
}

/** Runs the pnpm that started this process, or the version in `packageManager`. */
export function runPnpm(args: readonly string[], options: { readonly cwd: string }): Promise<CommandResult> {
  const running = process.env["npm_execpath"] ?? "";
  if (!path.basename(running).startsWith("pnpm") || !existsSync(running))
    return runCommand("npx", ["--yes", readManifest(workspaceRoot).packageManager ?? "pnpm", ...args], options);
  const isScript = /[.][cm]?js$/.test(running);
  return runCommand(isScript ? process.execPath : running, isScript ? [running, ...args] : args, options);
}
