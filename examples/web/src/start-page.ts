import process from "node:process";
import type { WebApplication } from "./application.ts";
import { serveApplication } from "./serve-application.ts";

/** A program whose application can also be served as a page. */
export interface PageProgram<Options extends { readonly help: boolean }> {
  /** Command that serves the page. */
  readonly page: string;
  /** Command that starts the program in a terminal. */
  readonly start: string;
  /** Parses the command line. Errors with a code are invalid input. */
  readOptions(words: readonly string[]): Options;
}

/**
 * Serves the page of an application with the command line of this process, and prints the address. `--help` prints help, and opens nothing.
 *
 * An error ends the process with one sentence on the error stream, and with the exit code 2 for invalid input and 1 otherwise.
 */
export async function startPage<Options extends { readonly help: boolean }>(
  program: PageProgram<Options>,
  open: (options: Options) => WebApplication | Promise<WebApplication>,
): Promise<void> {
  try {
    const options = program.readOptions(process.argv.slice(2));
    if (options.help) return void process.stdout.write(helpOf(program));
    const { url } = await serveApplication(await open(options));
    process.stdout.write(`${url}\n`);
  } catch (error) {
    const isInvalidInput = /^[\w-]+\//.test(String(Reflect.get(Object(error), "code")));
    const [line = ""] = (error instanceof Error ? error.message : String(error)).split("\n");
    process.stderr.write(isInvalidInput ? `${line}\n` : `The page could not be opened: ${line}\n`);
    // An opened application may keep the process running.
    process.exit(isInvalidInput ? 2 : 1);
  }
}

const helpOf = ({
  page,
  start,
}: Pick<PageProgram<never>, "page" | "start">): string => `Serves a page on this machine, and prints its address.

  ${page}
  ${page} -- OPTIONS

Options are those of the terminal: ${start} -- --help
PORT=4200 in the environment chooses the port; 0 picks a free one (default: 4100). Ctrl+C ends the server.
`;
