import { runScheduler } from "./terminal/run-scheduler.ts";

const { argv, env, stdin, stdout, stderr } = process;

// A reader such as `head` can close the output early; then there is nothing left to do.
stdout.on("error", () => process.exit(0));

process.exitCode = await runScheduler(argv.slice(2), {
  env,
  terminal: { input: stdin, output: stdout, interactive: stdin.isTTY && stdout.isTTY },
  errors: stderr,
});
