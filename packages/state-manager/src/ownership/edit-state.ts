import { applyUpdate, type AuditEntry, type StateDeclaration } from "@tidemark/core-state";
import { parseUpdate } from "@tidemark/core-state/internal";
import { raisedVersions } from "../kernel/field-versions.ts";
import { touched } from "../kernel/touched.ts";

/** Author, owner, reason and time of an edit. */
export interface Edit {
  /** Person or program that edits. */
  readonly author: string;
  readonly reason: string;
  /** Owner that the fields are written as. */
  readonly writer: string;
  /** Additional owners whose fields it may write. */
  readonly roles?: readonly string[];
  readonly now: string;
}

/**
 * Returns the fields that an edit from outside a run changes, including its audit entry and the raised versions, and the checked update.
 *
 * The update goes through the reducers like the update of a node. A field that the writer does not own throws
 * `core-state/invalidUpdate`, and nothing is changed.
 *
 * @internal
 */
export function editState(
  state: StateDeclaration,
  values: object,
  update: object,
  { author, reason, writer, roles = [], now }: Edit,
): { readonly changed: Readonly<Record<string, unknown>>; readonly update: Readonly<Record<string, unknown>> } {
  const parsed = parseUpdate(state, update, { agent: writer, roles });
  const fields = Object.keys(parsed);
  const turn: unknown = Reflect.get(values, "runtime_turn_id");
  const turnId = typeof turn === "string" ? turn : null;
  const entry: AuditEntry = { action: "edit", author, reason, turnId, fields, timestamp: now };
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the state is known at run time only
  const edited: object = applyUpdate(state, values as never, parsed);
  // Bookkeeping is applied after the edit, so an edit of the same fields is not lost.
  const bookkeeping = {
    runtime_audit_log: [entry],
    runtime_field_versions: raisedVersions(state, fields, edited) ?? {},
    ...touched(edited, now),
  };
  const kept = Object.fromEntries(Object.entries(bookkeeping).filter(([name]) => Object.hasOwn(state.fields, name)));
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the state is known at run time only
  const next: object = fields.length > 0 ? applyUpdate(state, edited as never, kept) : edited;
  return {
    update: parsed,
    changed: Object.fromEntries(Object.entries(next).filter(([name, value]) => value !== Reflect.get(values, name))),
  };
}
