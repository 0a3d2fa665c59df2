import { modelName, openDatabase } from "@tidemark/terminal";
import { systemClock } from "tidemark";
import { openLibrary } from "./library/library.ts";
import { defaultDocuments } from "./library/default-documents.ts";
import type { Options } from "./terminal/options.ts";

/** Opens the documents and the conversation database for the given options. */
export async function openServices(options: Options, env: NodeJS.ProcessEnv) {
  const model = modelName(options.model ?? env["TIDEMARK_MODEL"]);
  const library = await openLibrary(options.docs === null ? defaultDocuments() : { folder: options.docs });
  const services = { library, model, maxClarifications: options.yes ? 0 : 2, maxHistory: 10, clock: systemClock };
  return { services, database: openDatabase(options.db) };
}
