import { runResearch } from "./terminal/run-research.ts";

const { argv, env, stdin, stdout, stderr } = process;

// A downstream reader such as `head` may close the pipe early.
stdout.on("error", () => process.exit(0));

process.exitCode = await runResearch(argv.slice(2), {
  env,
  terminal: { input: stdin, output: stdout, interactive: stdin.isTTY && stdout.isTTY },
  errors: stderr,
});
