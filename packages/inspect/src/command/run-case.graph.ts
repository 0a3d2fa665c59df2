import type { ThreadReader } from "../reader/thread-reader.ts";
import { threadCase } from "../replay/thread-case.graph.ts";
import type { HistorySource } from "../source/history-source.ts";
import type { CommandProcess } from "./command-process.ts";
import type { Command } from "./read-arguments.ts";
import type { VerbInput } from "./verbs.ts";

/** The command that makes a case of `evaluate` from a thread. */
export const CASE: Command = {
  name: "case",
  summary:
    "Print a thread as a list with one case of evaluate, as JSON: its messages, the answers of models and people, its tools as stubs, and its fields as what is expected. Secrets are masked.",
  arguments: [
    { name: "thread", kind: "text", description: "Id of the thread.", required: true, positional: true },
    { name: "hide", kind: "texts", description: "Name that is not shown wherever it occurs, or a path: trip.email." },
  ],
};

/** Prints the case, and warns about what the thread does not contain of it. */
export async function runCase(
  {
    source,
    reader,
    input,
  }: { readonly source: HistorySource; readonly reader: ThreadReader; readonly input: VerbInput },
  process: CommandProcess,
): Promise<number> {
  const made = await threadCase(source, reader, String(input["thread"]));
  for (const each of made.missing) process.warn(`Not in the case: ${each}.`);
  process.print(JSON.stringify([made.case], null, 2));
  return 0;
}
