/**
 * Creates an application with the packages of this clone: `pnpm create-app ../my-app --template team`. It takes the options of
 * `npm create tidemark`, and asks nothing.
 */
import { spawnSync } from "node:child_process";
import path from "node:path";
import process from "node:process";
import { workspaceRoot } from "./command.ts";
import { listTarballs } from "./source-files.ts";

const command = path.join(workspaceRoot, "packages/create-tidemark/bin/create-tidemark.cjs");
const given = process.argv.slice(2);
const [folder = ""] = given;

/** Runs a program with the streams of this one. Ends this one if it fails. */
function mustRun(program: string, args: readonly string[], cwd?: string): void {
  const { status } = spawnSync(program, args, { cwd, stdio: ["ignore", "ignore", "inherit"], shell: false });
  if (status !== 0) process.exit(status ?? 1);
}

if (folder === "" || folder.startsWith("-")) {
  process.stderr.write("Name the folder first: pnpm create-app ../my-app --template team\n");
  process.exit(1);
}
mustRun(process.execPath, [command, ...given, "--yes", "--no-install"]);
const app = path.resolve(folder);
// The command itself is not part of an application.
const packages = listTarballs(workspaceRoot).filter((file) => path.basename(file).startsWith("tidemark"));
process.stdout.write("Installing with npm …\n");
mustRun("npm", ["install", "--no-audit", "--no-fund", "--loglevel=error", ...packages], app);
process.stdout.write(`Created ${app}.\n\n  cd ${folder}\n  npm start\n`);

// This workspace brings its own Node; the application runs on that of the user.
const places = (process.env["PATH"] ?? "").split(path.delimiter).filter((place) => !place.includes("node_modules"));
const found = spawnSync("node", ["--version"], { env: { PATH: places.join(path.delimiter) }, encoding: "utf8" });
const version = found.status === 0 ? found.stdout.trim() : process.version;
const [major = 0, minor = 0] = version.slice(1).split(".").map(Number);
if (major < 22 || (major === 22 && minor < 18))
  process.stdout.write(
    `\nYour Node is ${version.slice(1)}. The application needs Node 22.18 or newer: install it first.\n`,
  );
