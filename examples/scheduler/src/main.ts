import { runScheduler } from "./terminal/run-scheduler.ts";

const { argv, env, stdin, stdout, stderr } = process;

process.exitCode = await runScheduler(argv.slice(2), {
  env,
  terminal: { input: stdin, output: stdout, interactive: stdin.isTTY && stdout.isTTY },
  errors: stderr,
});
