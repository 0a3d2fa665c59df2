import { applyUpdate, type AuditEntry, type StateDeclaration } from "@tidemark/core-state";
import { parseUpdate } from "@tidemark/core-state/internal";
import { raisedVersions } from "../kernel/field-versions.ts";
import { touched } from "../kernel/touched.ts";

/** Who edits, in whose name, why and when. */
export interface Edit {
  /** The person or program that edits. */
  readonly author: string;
  readonly reason: string;
  /** The writer in whose name the fields are written. */
  readonly writer: string;
  /** Further owners in whose name it writes. */
  readonly roles?: readonly string[];
  readonly now: string;
}

/**
 * Gives the fields that an edit from outside a run changes, its line in the audit log and the raised versions among them.
 *
 * The update goes through the reducers as a node's would. A field that the writer may not write throws
 * `core-state/invalidUpdate`, and nothing is changed.
 *
 * @internal
 */
export function editState(
  state: StateDeclaration,
  values: object,
  update: object,
  { author, reason, writer, roles = [], now }: Edit,
): { readonly changed: Readonly<Record<string, unknown>> } {
  const parsed = parseUpdate(state, update, { agent: writer, roles });
  const fields = Object.keys(parsed);
  const turn: unknown = Reflect.get(values, "runtime_turn_id");
  const turnId = typeof turn === "string" ? turn : null;
  const entry: AuditEntry = { action: "edit", author, reason, turnId, fields, timestamp: now };
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the state is known at run time only
  const edited: object = applyUpdate(state, values as never, parsed);
  // The books are kept on top of the edit: one that writes them itself is not lost.
  const books = {
    runtime_audit_log: [entry],
    runtime_field_versions: raisedVersions(state, fields, edited) ?? {},
    ...touched(edited, now),
  };
  const kept = Object.fromEntries(Object.entries(books).filter(([name]) => Object.hasOwn(state.fields, name)));
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the state is known at run time only
  const next: object = fields.length > 0 ? applyUpdate(state, edited as never, kept) : edited;
  return {
    changed: Object.fromEntries(Object.entries(next).filter(([name, value]) => value !== Reflect.get(values, name))),
  };
}
