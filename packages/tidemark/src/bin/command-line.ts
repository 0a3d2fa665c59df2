import process from "node:process";
import type { InspectCommand } from "@tidemark/inspect/internal";
import type { Command, CommandIo } from "@tidemark/workers/internal";

/** Commands by name. Each is loaded when it is used. */
const commands: Readonly<
  Record<string, { readonly summary: string; readonly load: () => Promise<Command | InspectCommand> }>
> = {
  inspect: { summary: "Shows the threads of a database or an app in a page.", load: () => inspectCommand("inspect") },
  threads: { summary: "Lists the threads of a database.", load: () => inspectCommand("threads") },
  steps: { summary: "Lists the steps of a thread.", load: () => inspectCommand("steps") },
  state: { summary: "Prints the values at a step.", load: () => inspectCommand("state") },
  diff: { summary: "Compares two steps.", load: () => inspectCommand("diff") },
  blame: { summary: "Finds out who wrote the value of a field.", load: () => inspectCommand("blame") },
  why: { summary: "Explains why the nodes of a step ran.", load: () => inspectCommand("why") },
  calls: { summary: "Shows what models and tools did in a step.", load: () => inspectCommand("calls") },
  field: { summary: "Lists the values that a field had.", load: () => inspectCommand("field") },
  share: { summary: "Prints a thread as one page that opens without a server.", load: () => inspectCommand("share") },
  check: {
    summary: "Reports what a graph can never do right, without running it.",
    load: () => inspectCommand("check"),
  },
  replay: {
    summary: "Runs stored threads against the code of today, and reports what differs.",
    load: () => inspectCommand("replay"),
  },
  case: { summary: "Prints a thread as a case of evaluate.", load: () => inspectCommand("case") },
  proposals: { summary: "Lists the proposals of a thread.", load: () => inspectCommand("proposals") },
  worker: { summary: "Runs the turns of an app.", load: () => workerCommand("worker") },
  send: { summary: "Sends a message to a thread.", load: () => workerCommand("send") },
  answer: { summary: "Answers an open question of a thread.", load: () => workerCommand("answer") },
  continue: { summary: "Continues the unfinished turn of a thread.", load: () => workerCommand("continue") },
  cancel: { summary: "Cancels a turn.", load: () => workerCommand("cancel") },
  status: {
    summary: "Prints the numbers of all turns, or the turns of a thread.",
    load: () => workerCommand("status"),
  },
};

async function inspectCommand(name: string): Promise<InspectCommand> {
  const { inspectCommands } = await import("@tidemark/inspect/internal");
  const command = inspectCommands[name];
  if (command === undefined)
    throw new TypeError(`@tidemark/inspect has no command "${name}". Install the same version as tidemark.`);
  return command;
}

async function workerCommand(name: "worker" | "send" | "answer" | "continue" | "cancel" | "status"): Promise<Command> {
  const { workerCommands } = await import("@tidemark/workers/internal");
  return workerCommands[name];
}

const help = [
  "tidemark <command> [options]",
  "",
  ...Object.entries(commands).map(([name, { summary }]) => `  ${name.padEnd(10)} ${summary}`),
  "",
  "tidemark <command> --help prints the options of a command.",
].join("\n");

/** Made by the first command that asks for it: all others end at the first signal, as without a listener. */
let stop: Promise<unknown> | null = null;

const io: CommandIo = {
  folder: process.cwd(),
  environment: process.env,
  get stop() {
    stop ??= new Promise((resolve) => {
      // The second signal ends the process at once, as without a listener.
      for (const signal of ["SIGTERM", "SIGINT"] as const) process.once(signal, resolve);
    });
    return stop;
  },
  print: (line) => void process.stdout.write(`${line}\n`),
  warn: (line) => void process.stderr.write(`tidemark: ${line}\n`),
};

async function run(name: string | undefined, args: readonly string[]): Promise<number> {
  if (name === undefined || name === "--help" || name === "help") {
    io.print(help);
    return name === undefined ? 2 : 0;
  }
  const command = Object.hasOwn(commands, name) ? commands[name] : undefined;
  if (command === undefined) {
    io.warn(`There is no command ${JSON.stringify(name)}. Use ${Object.keys(commands).join(", ")}.`);
    return 2;
  }
  return (await command.load()).run(args, io);
}

/** Runs the command of the process, and ends it: what an app has opened would keep it. */
export async function runCommandLine(): Promise<void> {
  const [name, ...args] = process.argv.slice(2);
  const code = await run(name, args);
  process.stdout.write("", () => process.exit(code));
}
