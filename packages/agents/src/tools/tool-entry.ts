import type { AuditEntry } from "@tidemark/core-state";
import type { JsonObject, ToolExecution } from "@tidemark/core-state/internal";
import { isPlainRecord } from "@tidemark/reducers/internal";

/** A change that a tool proposes. */
export interface ToolProposal {
  readonly changes: Readonly<Record<string, unknown>>;
  readonly reason: string;
}

/** A handoff that the model asked for. */
export interface ToolHandoff {
  readonly to: string;
  readonly how: Readonly<Record<string, unknown>>;
}

/**
 * Everything that one call of a tool leaves behind. It travels with the tool's message, so that it is stored when the loop pauses or
 * its process dies.
 */
export interface ToolEntry {
  readonly execution: ToolExecution;
  /** Arguments of the call where they are not those of the model's message: read by a schema, or edited by a person. */
  readonly arguments?: JsonObject;
  /** Updates of fields, in order. */
  readonly updates?: readonly Readonly<Record<string, unknown>>[];
  readonly proposals?: readonly ToolProposal[];
  readonly audit?: readonly AuditEntry[];
  readonly handoff?: ToolHandoff;
  /** The parsed result of the agent. */
  readonly output?: Readonly<Record<string, unknown>>;
}

/** The key under which an entry travels with a message. */
export const ENTRY = "tidemark";

/** The entry that a message carries; null for none. */
export function entryIn(message: unknown): ToolEntry | null {
  const artifact: unknown = typeof message === "object" && message !== null ? Reflect.get(message, "artifact") : null;
  const entry = isPlainRecord(artifact) && Object.hasOwn(artifact, ENTRY) ? artifact[ENTRY] : undefined;
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- only the loop of an agent writes under this key, and messages of users are stripped of it
  return isPlainRecord(entry) && isPlainRecord(entry["execution"]) ? (entry as unknown as ToolEntry) : null;
}
