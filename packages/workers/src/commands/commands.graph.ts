import { ENGINE_HELP } from "./engines.graph.ts";
import type { Command } from "./command.ts";

const APP = `The app is a module that exports "turns": the result of defineTurns, or a function of { engine, saver } that returns it.`;

const worker: Command = {
  help: `tidemark worker <app> [options]

Runs the turns of an app until it gets SIGTERM or SIGINT. Then it starts no more turns and waits for the running ones.
${APP}

Options:
  --concurrency <n>  Maximum number of turns that run at the same time. Defaults to 10.
  --drain <seconds>  Time that running turns get to end. Defaults to 30.
  --port <port>      Serves /healthz, /readyz and /metrics. 0 takes a free port.
  --host <address>   Address of that server. Defaults to 127.0.0.1.
  --help             Prints this text.

${ENGINE_HELP}

Exit codes: 0 stopped, 1 could not start, 2 wrong arguments, 3 a turn did not stop within 5 seconds after the drain time.`,
  run: async (args, io) => (await import("./run-worker.graph.ts")).runWorker(args, io),
};

const send: Command = {
  help: `tidemark send <thread> <text> --app <app> [options]

Sends a message to a thread, and prints the id of its turn. A worker runs it.
${APP}

Options:
  --key <key>        Idempotency key. The same key again adds no turn. Defaults to a random one.
  --user <id>        User whose turn it is.
  --wait             Waits for the end of the turn, and prints its result.
  --json             Prints JSON.
  --help             Prints this text.

${ENGINE_HELP}

Exit codes: 0 accepted, or with --wait done or interrupted; 1 full, failed or another result; 2 wrong arguments.`,
  run: async (args, io) => (await import("./run-send.graph.ts")).runSend(args, io),
};

const status: Command = {
  help: `tidemark status [thread] --app <app> [options]

Prints the numbers of all turns, or the open turns and questions of a thread.
${APP}

Options:
  --json             Prints JSON.
  --help             Prints this text.

${ENGINE_HELP}

Exit codes: 0 printed, 1 the storage does not answer, 2 wrong arguments.`,
  run: async (args, io) => (await import("./run-status.graph.ts")).runStatus(args, io),
};

/** Codes of errors that mean wrong arguments. */
const USAGE: ReadonlySet<string> = new Set([
  "workers/invalidOption",
  "workers/missingArgument",
  "workers/otherEngine",
  "workers/unknownEngine",
  "workers/unknownFlag",
]);

/** Runs a command, or prints its help. Errors are one line and an exit code. */
const withHelp = ({ help, run }: Command): Command => ({
  help,
  async run(args, io) {
    const end = args.indexOf("--");
    if ((end === -1 ? args : args.slice(0, end)).includes("--help")) {
      io.print(help);
      return 0;
    }
    try {
      return await run(args, io);
    } catch (error) {
      const code: unknown = typeof error === "object" && error !== null ? Reflect.get(error, "code") : null;
      io.warn(error instanceof Error ? error.message : String(error));
      if (code === "workers/noApp" && error instanceof Error && error.cause instanceof Error) {
        io.warn(error.cause.stack ?? "");
      }
      return typeof code === "string" && USAGE.has(code) ? 2 : 1;
    }
  },
});

/** Commands for workers by name. Each loads what it needs when it runs. */
export const workerCommands: Readonly<Record<"worker" | "send" | "status", Command>> = {
  worker: withHelp(worker),
  send: withHelp(send),
  status: withHelp(status),
};
