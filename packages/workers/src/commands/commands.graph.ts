import { ENGINE_HELP } from "./engines.graph.ts";
import type { Command } from "./command.ts";

const APP = `The app is a module that exports "turns": the result of defineTurns, or a function of { engine, saver } that returns it.`;

const TURN_HELP = `  --key <key>        Idempotency key. The same key again adds no turn. Defaults to a random one.
  --user <id>        User whose turn it is.
  --wait             Prints the id of the turn, waits for its end, and prints its result. SIGTERM and SIGINT
                     end the waiting, not the turn.
  --json             Prints JSON. With --wait, the id goes to standard error first.
  --help             Prints this text.

${ENGINE_HELP}`;

const worker: Command = {
  help: `tidemark worker <app> [options]

Runs the turns of an app until it gets SIGTERM or SIGINT. Then it starts no more turns, and leaves
the running ones after their present step to another worker of the same graph.
${APP}

Options:
  --concurrency <n>  Maximum number of turns that run at the same time. Defaults to 10.
  --drain <seconds>  Time that running turns get to end while no other worker can continue them. Defaults to 30.
  --keep-events <seconds>
                     Age at which events of ended turns are removed. Defaults to a day.
  --keep-turns <seconds>
                     Age at which records of ended turns are removed. Defaults to 30 days.
  --port <port>      Serves /healthz, /readyz and /metrics. 0 takes a free port. /metrics needs the
                     package prom-client.
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
${TURN_HELP}

Exit codes: 0 accepted, or with --wait done or interrupted; 1 full, failed, stopped while it waited, or another result; 2 wrong arguments.`,
  run: async (args, io) => (await import("./run-send.graph.ts")).runSend(args, io),
};

const answer: Command = {
  help: `tidemark answer <thread> <answer> --app <app> [options]

Answers the open question of a thread, and prints the id of the turn. An answer that is JSON is passed as its value, any other one as text.
${APP}

Options:
  --id <id>          Question to answer, if several are open. tidemark status prints their ids.
${TURN_HELP}

Exit codes: 0 accepted, or with --wait done or interrupted; 1 no such question, full, failed, stopped while it waited, or another result; 2 wrong arguments.`,
  run: async (args, io) => (await import("./run-answer.graph.ts")).runAnswer(args, io),
};

const continueTurn: Command = {
  help: `tidemark continue <thread> --app <app> [options]

Continues the unfinished turn of a thread, such as one that has failed, and prints the id of the new turn.
${APP}

Options:
${TURN_HELP}

Exit codes: 0 accepted, or with --wait done or interrupted; 1 full, failed, stopped while it waited, or another result; 2 wrong arguments.`,
  run: async (args, io) => (await import("./run-continue.graph.ts")).runContinue(args, io),
};

const cancel: Command = {
  help: `tidemark cancel <turn> --app <app> [options]

Cancels a turn by its id. One that runs stops after its step.
${APP}

Options:
  --json             Prints JSON.
  --help             Prints this text.

${ENGINE_HELP}

Exit codes: 0 cancelled, 1 no such open turn, 2 wrong arguments.`,
  run: async (args, io) => (await import("./run-cancel.graph.ts")).runCancel(args, io),
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
  "workers/noFile",
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
      return typeof code === "string" && USAGE.has(code) ? 2 : 1;
    }
  },
});

/** Commands for workers by name. Each loads what it needs when it runs. */
export const workerCommands: Readonly<
  Record<"worker" | "send" | "answer" | "continue" | "cancel" | "status", Command>
> = {
  worker: withHelp(worker),
  send: withHelp(send),
  answer: withHelp(answer),
  continue: withHelp(continueTurn),
  cancel: withHelp(cancel),
  status: withHelp(status),
};
