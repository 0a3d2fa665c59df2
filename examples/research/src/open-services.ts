import { mkdirSync } from "node:fs";
import path from "node:path";
import { DatabaseSync } from "node:sqlite";
import { modelName } from "@tidemark/terminal";
import { systemClock } from "tidemark";
import { researchErrors } from "./errors.ts";
import { openLibrary } from "./library/library.ts";
import { defaultDocuments } from "./library/default-documents.ts";
import type { Options } from "./terminal/options.ts";

/** Environment variables, in the form of `process.env`. */
export type Environment = Readonly<Record<string, string | undefined>>;

/** Opens the documents and the conversation database for the given options. */
export async function openServices(options: Options, env: Environment) {
  const model = modelName(options.model ?? env["TIDEMARK_MODEL"]);
  const library = await openLibrary(options.docs === null ? defaultDocuments() : { folder: options.docs });
  const maxClarifications = options.yes ? 0 : 2;
  const services = { library, model, maxClarifications, maxHistory: 10, clock: systemClock };
  return { services, database: openDatabase(options.db) };
}

function openDatabase(file: string): DatabaseSync {
  try {
    if (file !== ":memory:") mkdirSync(path.dirname(file), { recursive: true });
    const database = new DatabaseSync(file, { timeout: 5000 });
    // SQLite reads the file only on first use. This fails early for a file that is not a database.
    database.exec("PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL");
    return database;
  } catch (error) {
    throw researchErrors.unusableDatabase({ file, problem: error instanceof Error ? error.message : String(error) });
  }
}
