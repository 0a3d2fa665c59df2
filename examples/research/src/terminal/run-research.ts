import type { Writable } from "node:stream";
import { sqliteSaver } from "tidemark/sqlite";
import { openConversation } from "../conversation.ts";
import { researchGraph } from "../graph.ts";
import { type Environment, openServices } from "../open-services.ts";
import { HELP, type Options, readOptions } from "./options.ts";
import { runSession, type Terminal } from "./session.ts";

/** Environment and streams of the process. */
export interface ProcessContext {
  readonly env: Environment;
  readonly terminal: Terminal;
  readonly errors: Writable;
}

/**
 * Runs the program and returns its exit code: 0 for success, 1 for a failed turn, 2 for invalid input.
 *
 * Errors are written to the error stream, one line each. With `--json`, the output ends with a result in every case.
 */
export async function runResearch(args: readonly string[], context: ProcessContext): Promise<number> {
  const { terminal, errors } = context;
  const json = args.includes("--json");
  const writeResult = (outcome: string, message: string): void => {
    const result = { type: "result", outcome, message, confidence: null, sources: [], thread: null };
    terminal.output.write(json ? `${JSON.stringify(result)}\n` : `${message}\n`);
  };
  try {
    const options = readOptions(args);
    if (!options.help) return await answer(options, context);
    writeResult("answered", HELP);
    return 0;
  } catch (error) {
    const message = messageOf(error);
    errors.write(`${message}\n`);
    if (json) writeResult("failed", message);
    return isInputError(error) ? 2 : 1;
  }
}

async function answer(options: Options, { env, terminal }: ProcessContext): Promise<number> {
  const { database, services } = await openServices(options, env);
  try {
    const { clock, library } = services;
    const graph = researchGraph(services, { checkpointer: sqliteSaver({ database }) });
    const conversation = openConversation(graph, { thread: options.thread, clock });
    return (await runSession(terminal, { conversation, library }, options)) ? 0 : 1;
  } finally {
    database.close();
  }
}

/** Errors with a code are caused by the input. All others are faults of the program or the environment. */
const isInputError = (error: unknown): boolean => String(Reflect.get(Object(error), "code")).startsWith("research/");

/** Formats an error as one line without a stack trace. */
function messageOf(error: unknown): string {
  const message = error instanceof Error ? error.message : String(error);
  if (isInputError(error)) return message;
  const [line = ""] = message.split("\n");
  return `Something went wrong: ${line.replace(/[.\s]+$/, "")}.`;
}
