import { mkdirSync } from "node:fs";
import { DatabaseSync } from "node:sqlite";
import path from "node:path";
import type { Writable } from "node:stream";
import { sqliteSaver } from "@tidemark/checkpoint/sqlite";
import { digest, sqliteLocks, systemClock } from "@tidemark/state-manager";
import { openConversation } from "../conversation.ts";
import { researchErrors } from "../errors.ts";
import { researchGraph } from "../graph.ts";
import { openLibrary } from "../library/library.ts";
import { usualDocuments } from "../library/usual-documents.ts";
import { configuredModel, type Environment } from "../models/configured-model.ts";
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
  const model = await configuredModel(options.model, env);
  const documents = options.docs === null ? usualDocuments() : { folder: options.docs };
  const library = await openLibrary({ ...documents, indexFile: indexFileOf(options.database, documents.folder) });
  const clock = { ...systemClock, ...(options.now !== null && { now: () => options.now ?? "" }) };
  const database = openDatabase(options.database);
  try {
    const services = {
      library,
      model,
      allowedHosts: options.allowedHosts,
      maxClarifications: options.yes ? 0 : 2,
      maxHistory: 10,
      clock,
    };
    const graph = researchGraph(services, { checkpointer: sqliteSaver({ database }) });
    const locks = sqliteLocks(database);
    const conversation = openConversation(graph, { thread: options.thread, locks, clock });
    return (await runSession(terminal, { conversation, library, options })) ? 0 : 1;
  } finally {
    database.close();
  }
}

/** Beside the database, one for each folder of documents. */
function indexFileOf(database: string, folder: string): string | null {
  if (database === ":memory:") return null;
  return `${database}.${digest(path.resolve(folder)).slice(0, 8)}.index.json`;
}

function openDatabase(file: string): DatabaseSync {
  try {
    if (file !== ":memory:") mkdirSync(path.dirname(file), { recursive: true });
    const database = new DatabaseSync(file, { timeout: 5000 });
    // The file is looked at only when it is used; one that is no database is better refused now.
    database.exec("PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL");
    return database;
  } catch (error) {
    throw researchErrors.unusableDatabase({ file, problem: error instanceof Error ? error.message : String(error) });
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
