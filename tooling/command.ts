import { spawn } from "node:child_process";
import { existsSync } from "node:fs";
import path from "node:path";
import { stripVTControlCharacters } from "node:util";
import { readManifest } from "./manifest.ts";

/** What a finished command left behind. */
export interface CommandResult {
  readonly code: number;
  /** Standard output, then whatever went to standard error. */
  readonly output: string;
  readonly stdout: string;
}

export interface CommandOptions {
  readonly cwd: string;
  readonly env?: Readonly<Record<string, string>>;
}

/** The folder of this workspace, wherever the command was started. */
export const workspaceRoot = path.dirname(import.meta.dirname);

const quiet = {
  CI: "true",
  DO_NOT_TRACK: "1",
  NO_COLOR: "1",
  NO_UPDATE_NOTIFIER: "1",
  TURBO_TELEMETRY_DISABLED: "1",
  npm_config_update_notifier: "false",
};

const environment = (options: CommandOptions): NodeJS.ProcessEnv => {
  const inherited = { ...process.env };
  // A color wish from the caller's terminal would color the lines that the gates read.
  delete inherited["FORCE_COLOR"];
  const bins = [options.cwd, workspaceRoot].map((folder) => path.join(folder, "node_modules", ".bin"));
  return { ...inherited, ...quiet, ...options.env, PATH: [...bins, inherited["PATH"]].join(path.delimiter) };
};

/**
 * Runs a command to its end and hands back its exit code and everything it said.
 *
 * The workspace's own tools come first on the path; there is no standard input; nothing reports usage anywhere.
 */
export function runCommand(command: string, args: readonly string[], options: CommandOptions): Promise<CommandResult> {
  return new Promise((resolve) => {
    const child = spawn(command, args, {
      cwd: options.cwd,
      env: environment(options),
      stdio: ["ignore", "pipe", "pipe"],
      shell: process.platform === "win32",
    });
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

/** Runs pnpm: the one that started this process, or the version that `packageManager` names. */
export function runPnpm(args: readonly string[], options: CommandOptions): Promise<CommandResult> {
  const running = process.env["npm_execpath"] ?? "";
  if (path.basename(running).startsWith("pnpm") && existsSync(running)) {
    return /\.[cm]?js$/.test(running)
      ? runCommand(process.execPath, [running, ...args], options)
      : runCommand(running, args, options);
  }
  const { packageManager = "pnpm" } = readManifest(workspaceRoot);
  return runCommand("npx", ["--yes", packageManager, ...args], options);
}
