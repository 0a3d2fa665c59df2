import { runTravel } from "./terminal/run-travel.ts";

const { argv, env, stdin, stdout, stderr } = process;

// A downstream reader such as `head` may close the pipe early.
stdout.on("error", () => process.exit(0));

process.exitCode = await runTravel(argv.slice(2), {
  env,
  terminal: { input: stdin, output: stdout, interactive: stdin.isTTY && stdout.isTTY },
  errors: stderr,
});
