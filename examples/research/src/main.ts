import { runResearch } from "./terminal/run-research.ts";

const { argv, env, stdin, stdout, stderr } = process;

// A reader that has read enough, like `head`, closes its end; there is nobody left to tell.
stdout.on("error", () => process.exit(0));

process.exitCode = await runResearch(argv.slice(2), {
  env,
  terminal: { input: stdin, output: stdout, interactive: stdin.isTTY && stdout.isTTY },
  errors: stderr,
});
