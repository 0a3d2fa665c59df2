import { modelName, openDatabase } from "@tidemark/terminal";
import { systemClock } from "tidemark";
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
