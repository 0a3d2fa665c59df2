import type { Writable } from "node:stream";
import { sqliteLocks, sqliteSaver } from "tidemark/sqlite";
import { openConversation } from "../conversation.ts";
import { researchGraph } from "../graph.ts";
import type { Environment } from "../models/configured-model.ts";
import { openServices } from "../open-services.ts";
import { HELP, type Options, readOptions } from "./options.ts";
import { runSession, type Terminal } from "./session.ts";

/** What a run of the program gets from its process. */
export interface Surroundings {
  readonly env: Environment;
  readonly terminal: Terminal;
  readonly errors: Writable;
}

/**
 * Runs the whole program and returns its exit code: 0 when all went well, 1 when a turn failed, 2 for bad input.
 *
 * Bad input is answered with one sentence on the error stream, and nothing is half-written.
 */
export async function runResearch(words: readonly string[], surroundings: Surroundings): Promise<number> {
  const { terminal, errors } = surroundings;
  // Also a program that reads along learns how the run ended, even when the options cannot be read.
  const json = words.includes("--json");
  const tell = (outcome: string, message: string): void => {
    const result = { type: "result", outcome, message, confidence: null, sources: [], thread: null };
    terminal.output.write(json ? `${JSON.stringify(result)}\n` : `${message}\n`);
  };
  try {
    const options = readOptions(words);
    if (!options.help) return await answer(options, surroundings);
    tell("answered", HELP);
    return 0;
  } catch (error) {
    const message = sentenceOf(error);
    errors.write(`${message}\n`);
    if (json) tell("failed", message);
    return hasCode(error) ? 2 : 1;
  }
}

async function answer(options: Options, { env, terminal }: Surroundings): Promise<number> {
  const { database, services } = await openServices(options, env);
  try {
    const { clock, library } = services;
    const graph = researchGraph(services, { checkpointer: sqliteSaver({ database }) });
    const locks = sqliteLocks(database);
    const conversation = openConversation(graph, { thread: options.thread, locks, clock });
    return (await runSession(terminal, { conversation, library, options })) ? 0 : 1;
  } finally {
    database.close();
  }
}

/** Typed errors speak of the input; everything else is a fault of the program or of the machine. */
const hasCode = (error: unknown): boolean => String(Reflect.get(Object(error), "code")).startsWith("research/");

/** One sentence, never a stack. */
function sentenceOf(error: unknown): string {
  const message = error instanceof Error ? error.message : String(error);
  if (hasCode(error)) return message;
  const [line = ""] = message.split("\n");
  return `Something went wrong: ${line.replace(/[.\s]+$/, "")}.`;
}
