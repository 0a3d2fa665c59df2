import { openDatabase } from "@tidemark/terminal";
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

/**
 * Name of a model, `provider:name`. Null if none is set. Tidemark loads the model when it is first asked, and reads its key and address.
 *
 * Throws `research/invalidModel` for another form.
 */
function modelName(configured = ""): string | null {
  const name = configured.trim();
  if (name === "" || /^[\w-]+:\S+$/.test(name)) return name === "" ? null : name;
  // The message does not repeat the value, which may be a key pasted by mistake.
  throw researchErrors.invalidModel({ problem: 'it must have the form "provider:name", such as "openai:gpt-5-mini"' });
}
