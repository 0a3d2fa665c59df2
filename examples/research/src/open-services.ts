import { mkdirSync } from "node:fs";
import path from "node:path";
import { DatabaseSync } from "node:sqlite";
import { digest } from "tidemark/rules";
import { systemClock } from "tidemark";
import { researchErrors } from "./errors.ts";
import { openLibrary } from "./library/library.ts";
import { defaultDocuments } from "./library/default-documents.ts";
import { configuredModel, type Environment } from "./models/configured-model.ts";
import type { Options } from "./terminal/options.ts";

/** Opens the documents, the model and the conversation database for the given options. */
export async function openServices(options: Options, env: Environment) {
  const model = await configuredModel(options.model, env);
  const documents = options.docs === null ? defaultDocuments() : { folder: options.docs };
  const library = await openLibrary({ ...documents, indexFile: indexFileOf(options.database, documents.folder) });
  const clock = { ...systemClock, ...(options.now !== null && { now: () => options.now ?? "" }) };
  const { allowedHosts } = options;
  const services = { library, model, allowedHosts, maxClarifications: options.yes ? 0 : 2, maxHistory: 10, clock };
  return { services, database: openDatabase(options.database) };
}

/** Index file next to the database, one for each folder of documents. */
function indexFileOf(database: string, folder: string): string | null {
  if (database === ":memory:") return null;
  return `${database}.${digest(path.resolve(folder)).slice(0, 8)}.index.json`;
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
