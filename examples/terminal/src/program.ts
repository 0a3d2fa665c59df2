import { writeFileSync } from "node:fs";
import process from "node:process";
import type { Writable } from "node:stream";
import type { Result, TerminalApplication } from "./application.ts";
import type { CommandLine } from "./command-line.ts";
import { terminalErrors } from "./errors.ts";
import { runSession, type Terminal } from "./run-session.ts";

/** Environment and streams of a process. */
export interface ProcessContext {
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly terminal: Terminal;
  readonly errors: Writable;
}

/** A program: its command line, and how it opens its application. */
export interface Program<
  Options extends CommandLine = CommandLine,
  State extends object = object,
  Details extends object = object,
> {
  /** Text printed by `--help`. */
  readonly help: string;
  /** Command that starts the program, such as `npm run chat`. */
  readonly start: string;
  /** Command with a request, as an example. */
  readonly example: string;
  /** Command that serves the page. */
  readonly page: string;
  /** Parses the command line. Errors with a code are invalid input. */
  readOptions(words: readonly string[]): Options;
  /** Opens what the options name. */
  open(
    options: Options,
    context: Pick<ProcessContext, "env" | "errors">,
  ): OpenedProgram<State, Details> | Promise<OpenedProgram<State, Details>>;
}

/** Prints text for people, or with `--json` one object for programs. */
export type Print = (text: string, json?: object) => void;

/** A program with its options. */
export interface OpenedProgram<State extends object = object, Details extends object = object> {
  readonly application: TerminalApplication<State, Details>;
  /** First line for a person who starts a conversation. */
  readonly greeting: string;
  /** False for options that ask for no conversation, such as an export. Defaults to true. */
  readonly converses?: boolean;
  /** Work before the conversation, such as an import. */
  begin?(print: Print): void;
  /** Answers a line without a turn, such as `agenda`; null for other lines. */
  command?(line: string): string | null | Promise<string | null>;
  /** Lines below a result. */
  below?(result: Result<Details>): readonly string[];
  /** Work after the conversation, such as an export. Returns what was done; null for nothing. */
  finish?(): string | null | Promise<string | null>;
  close(): void;
}

/**
 * Runs a program and returns its exit code: 0 for success, 1 for a failed turn, 2 for invalid input.
 *
 * An error is one sentence on the error stream. With `--json`, the output ends with a result in every case.
 */
export async function runProgram<Options extends CommandLine, State extends object, Details extends object>(
  program: Program<Options, State, Details>,
  words: readonly string[],
  { env, terminal, errors }: ProcessContext,
): Promise<number> {
  // Read before the options are parsed, so that a program always gets a result line.
  const json = words.includes("--json");
  const print: Print = (text, object) => {
    if (json && object !== undefined) terminal.output.write(`${JSON.stringify(object)}\n`);
    else if (!json && text !== "") terminal.output.write(`${text}\n`);
  };
  try {
    const options = program.readOptions(words);
    if (options.help) {
      print(program.help, end("answered", program.help));
      return 0;
    }
    const opened = await program.open(options, { env, errors });
    try {
      const { converses = true } = opened;
      // From here on, the rest of the input is known to be valid.
      opened.begin?.(print);
      const succeeded = !converses || (await runSession(terminal, opened, { options, program }));
      const done = (await opened.finish?.()) ?? null;
      if (done !== null || !converses) print(done ?? "", converses ? undefined : end("answered", done ?? "Done."));
      return succeeded ? 0 : 1;
    } finally {
      opened.close();
    }
  } catch (error) {
    const message = errorSentence(error);
    errors.write(`${message}\n`);
    if (json) print("", end("failed", message));
    return hasCode(error) ? 2 : 1;
  }
}

/** Last line of the JSON output of a run without a turn. */
const end = (outcome: "answered" | "failed", message: string): object => ({
  type: "result",
  outcome,
  message,
  thread: null,
  question: null,
});

/** Runs a program with the streams of this process, and sets its exit code. */
export async function startProgram<Options extends CommandLine, State extends object, Details extends object>(
  program: Program<Options, State, Details>,
): Promise<void> {
  const { argv, env, stdin, stdout, stderr } = process;
  // A reader such as `head` can close the output early; then there is nothing left to do.
  stdout.on("error", () => process.exit(0));
  const terminal = { input: stdin, output: stdout, interactive: stdin.isTTY && stdout.isTTY };
  process.exitCode = await runProgram(program, argv.slice(2), { env, terminal, errors: stderr });
}

/** Typed errors report invalid input; other errors are faults of the program or the machine. */
const hasCode = (error: unknown): boolean => /^[\w-]+\//.test(String(Reflect.get(Object(error), "code")));

/** Error text in one sentence, without a stack. */
function errorSentence(error: unknown): string {
  const [line = ""] = (error instanceof Error ? error.message : String(error)).split("\n");
  if (hasCode(error)) return line;
  return `Something went wrong: ${line.replace(/[.\s]+$/, "")}. Nothing was written that you did not approve.`;
}

/** Writes a file that an option names. Throws `terminal/unwritableFile`. */
export function writeNamedFile(file: string, text: string): void {
  try {
    writeFileSync(file, text);
  } catch (error) {
    const problem = error instanceof Error ? error.message : String(error);
    throw terminalErrors.unwritableFile({ file, problem }, { cause: error });
  }
}
