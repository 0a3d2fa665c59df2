import { sharedPage } from "../app/shared-page.ts";
import type { ThreadReader } from "../reader/thread-reader.ts";
import type { Plain } from "../values/plain-value.ts";
import type { Redact } from "../values/redaction.ts";
import type { Verb, VerbInput } from "./verbs.ts";

/** The command that writes a thread as one page, to standard output. */
export const SHARE: Pick<Verb, "name" | "summary" | "arguments"> = {
  name: "share",
  summary: "Print a thread as one page that opens without a server. Secrets are redacted by their names and forms.",
  arguments: [
    { name: "thread", kind: "text", description: "Id of the thread.", required: true, positional: true },
    { name: "turns", kind: "number", description: "Number of newest turns. Defaults to 100." },
    { name: "hide", kind: "texts", description: "Field that is not shown, or part of one: trip_contact, trip.email." },
  ],
};

/** Prints the page, or with `--json` the document in it. */
export async function shareText(
  reader: ThreadReader,
  { input, json }: { readonly input: VerbInput; readonly json: boolean },
): Promise<string> {
  const turns = input["turns"] === undefined ? {} : { turns: Number(input["turns"]) };
  const thread = await reader.share(String(input["thread"]), turns);
  return json ? JSON.stringify(thread) : sharedPage(thread);
}

/** Hides fields and parts of them that the command names. */
export function hiding(input: VerbInput): Redact | undefined {
  const names: readonly unknown[] = Array.isArray(input["hide"]) ? input["hide"] : [];
  if (names.length === 0) return undefined;
  return (value, { field, path }): Plain => (names.includes([field, ...path].join(".")) ? "[hidden]" : value);
}
