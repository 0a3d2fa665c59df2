import { writeFileSync } from "node:fs";
import process from "node:process";
import { Readable } from "node:stream";
import type { CommandLine } from "./command-line.ts";
import { terminalErrors } from "./errors.ts";
import type { Print, ProcessContext, Program, SampleConversation } from "./program.ts";
import { runSession } from "./run-session.ts";

/**
 * Runs a program and returns its exit code: 0 for success, 1 for a failed turn, 2 for invalid input.
 *
 * An error is one sentence on the error stream. With `--json`, the output ends with a result in every case.
 */
export async function runProgram<Options extends CommandLine, State extends object, Details extends object>(
  program: Program<Options, State, Details>,
  words: readonly string[],
  context: ProcessContext,
): Promise<number> {
  // Read before the options are parsed, so that a program always gets a result line.
  const json = words.includes("--json");
  const print: Print = (text, object) => {
    const line = json ? object && JSON.stringify(object) : text;
    if (line !== undefined && line !== "") context.output.write(`${line}\n`);
  };
  try {
    const options = program.readOptions(words);
    if (options.help) {
      print(program.help, end("answered", program.help));
      return 0;
    }
    const opened = await program.open(options, context);
    try {
      const { converses = true } = opened;
      // From here on, the rest of the input is known to be valid.
      opened.begin?.(print);
      const state = converses ? await runSession(context, { program, options, opened, print }) : "succeeded";
      if (state === "idle") {
        const isBare = words.every((word) => word === "--");
        if (isBare && program.sample !== undefined) return await runSample(program, program.sample, context);
        context.errors.write(`${noRequest(program)}\n`);
        print("", end("answered", noRequest(program)));
      }
      const done = (await opened.finish?.()) ?? "";
      print(done, converses ? undefined : end("answered", done === "" ? "Done." : done));
      return state === "failed" ? 1 : 0;
    } finally {
      opened.close();
    }
  } catch (error) {
    const message = errorSentence(error);
    context.errors.write(`${message}\n`);
    print("", end("failed", message));
    return hasCode(error) ? 2 : 1;
  }
}

/** Shows the sample conversation of a program, without the models of the environment, and says how to begin. Returns the exit code. */
async function runSample<Options extends CommandLine, State extends object, Details extends object>(
  program: Program<Options, State, Details>,
  { options, lines }: SampleConversation,
  context: ProcessContext,
): Promise<number> {
  context.output.write("This is a sample conversation. Nothing of it is kept.\n\n");
  const input = Readable.from(lines.map((line) => `${line}\n`));
  const code = await runProgram(program, options, { ...context, env: {}, input });
  context.output.write(`\nThe conversation is over. To begin yours, type a request ${howToBegin(program)}.\n`);
  return code;
}

const howToBegin = ({ example, page }: Pick<Program, "example" | "page">): string =>
  `after "--" (${example}), start the program in a terminal, or open the page with ${page}`;

const noRequest = (program: Pick<Program, "example" | "page">): string =>
  `There is no request: type one ${howToBegin(program)}.`;

/** Runs a program with the streams of this process, and sets its exit code. */
export async function startProgram<Options extends CommandLine, State extends object, Details extends object>(
  program: Program<Options, State, Details>,
): Promise<void> {
  const { argv, env, stdin: input, stdout: output, stderr: errors } = process;
  // A reader such as `head` can close the output early; then there is nothing left to do.
  output.on("error", () => process.exit(0));
  const context = { env, input, output, errors, interactive: input.isTTY && output.isTTY };
  process.exitCode = await runProgram(program, argv.slice(2), context);
}

/** Last line of the JSON output of a run without a turn. */
const end = (outcome: "answered" | "failed", message: string): object => ({
  type: "result",
  outcome,
  message,
  thread: null,
  question: null,
});

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
