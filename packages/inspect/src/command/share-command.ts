import { sharedPage } from "../app/shared-page.ts";
import type { ThreadReader } from "../reader/thread-reader.ts";
import type { Verb, VerbInput } from "./verbs.ts";

/** The command that writes a thread as one page, to standard output. */
export const SHARE: Pick<Verb, "name" | "summary" | "arguments"> = {
  name: "share",
  summary: "Print a thread as one page that opens without a server. Secrets are redacted by their names and forms.",
  arguments: [
    { name: "thread", kind: "text", description: "Id of the thread.", required: true, positional: true },
    { name: "turns", kind: "number", description: "Number of newest turns. Defaults to 100." },
    {
      name: "hide",
      kind: "texts",
      description: "Name that is not shown wherever it occurs, or a path: trip_contact, trip.email.",
    },
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

/** Names that the command hides. */
export function hiddenNames(input: VerbInput): readonly string[] {
  const names: readonly unknown[] = Array.isArray(input["hide"]) ? input["hide"] : [];
  return names.map(String);
}
