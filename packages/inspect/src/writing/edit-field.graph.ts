import { isPlainRecord } from "@tidemark/reducers/internal";
import { inspectErrors } from "../errors.ts";
import { pendingOf } from "../history/pending.ts";
import { writeValues } from "../running/authored-values.graph.ts";
import { type InspectedGraph, sessionOf } from "../running/inspected-graph.graph.ts";
import { proposeValues } from "../running/propose-values.graph.ts";
import type { HistorySource } from "../source/history-source.ts";
import { requireShownParts } from "./redacted-parts.ts";
import type { WriteBody } from "./write-body.ts";

/**
 * Changes a field of a thread in the name of a person.
 *
 * In a state of Tidemark it is a proposal that is committed at once: owners, schema and versions decide. In any other thread the value is
 * replaced if the person saw the newest step. Throws `inspect/refused` with the rule.
 */
export async function editField(
  inspected: InspectedGraph,
  source: HistorySource,
  { thread: threadId, step, field, value, reason, person }: WriteBody<"edit"> & { readonly person: string },
): Promise<void> {
  const refused = (rule: string): Error => inspectErrors.refused({ threadId, action: "edit", rule });
  requireShownParts(value, { threadId, action: "edit" });
  if (inspected.state !== null) {
    const { runtime_field_versions: seen } = await source.values({ threadId, id: step }, ["runtime_field_versions"]);
    const base = isPlainRecord(seen) ? { base: numbersIn(seen) } : {};
    await proposeValues(
      sessionOf(inspected, threadId, { person }),
      { [field]: value },
      { person, reason, action: "edit", ...base },
    );
    return;
  }
  if (!Object.hasOwn(inspected.graph.channels ?? {}, field)) throw refused(`the graph has no field "${field}"`);
  const newest = await source.newest(threadId);
  if (newest !== null && pendingOf(await source.writes({ threadId, id: newest })).interrupts.length > 0)
    throw refused("a question is open. Answer it first, or fork the step before it");
  await writeValues(inspected.saver, threadId, { values: { [field]: value }, person, reason, newest: step });
}

const numbersIn = (record: Readonly<Record<string, unknown>>): Readonly<Record<string, number>> =>
  Object.fromEntries(Object.entries(record).filter((entry): entry is [string, number] => typeof entry[1] === "number"));
