import { type AuditEntry, type Field, initialState, type StateDeclaration } from "@tidemark/core-state";
import { USER_UPDATES, UserUpdates, type UserUpdatesChange } from "@tidemark/core-state/internal";
import { sameJson } from "@tidemark/reducers/internal";
import { raisedVersions } from "../kernel/field-versions.ts";
import type { Values } from "../kernel/values.ts";
import { refusalText } from "../ownership/commit-decision.ts";
import type { RefusedUpdate, SettledRecord } from "./settle-updates.ts";
import { userState } from "./user-fields.ts";

/** A write of a user field that was not stored, because of a newer value or for another reason. */
export interface UserRefusal {
  /** Name of the field. */
  readonly field: string;
  /** Node that wrote it, or the author of an edit. */
  readonly by: string;
  /** Turn of the write; null if it is unknown. */
  readonly turnId: string | null;
  /** Reason, as in the audit log: `stale: based on version 1, now 2`. */
  readonly reason: string;
}

/** Values that a thread takes over from the stored values of its user. */
export interface StoredValues {
  /** Values of user fields that differ from those of the thread. */
  readonly values: Values;
  /** Change of `runtime_user_updates`; null if it stays. */
  readonly read: UserUpdatesChange | null;
  /** Raised versions of the changed fields; null for none. */
  readonly versions: Readonly<Record<string, number>> | null;
  /** Entries for the audit log. */
  readonly audit: readonly AuditEntry[];
}

/** Recorded updates of a thread. */
export function userUpdatesOf(values: Values): UserUpdates | null {
  const parsed = UserUpdates.safeParse(values[USER_UPDATES]);
  return parsed.success ? parsed.data : null;
}

/** Stored values that a thread takes over. */
export interface TakeOver {
  /** Key of the user; null for a turn without a user. */
  readonly user: string | null;
  readonly settled: SettledRecord | null;
  /** What was stored for another user, whose turn was unfinished. */
  readonly left: SettledRecord | null;
  readonly now: string;
  /** True at the start of a turn: refusals of the turn before are no longer reported. */
  readonly begins: boolean;
}

/** Compares the values of a thread with the stored ones. Without a user its values stay. */
export function storedValues(
  state: StateDeclaration,
  current: Values,
  { user, settled, left, now, begins }: TakeOver,
): StoredValues {
  const thread = userUpdatesOf(current);
  const { fields = {}, id = null, revision = 0 } = settled?.record ?? {};
  const own = userState(state);
  const defaults: Values = initialState(own);
  const values: Record<string, unknown> = {};
  if (user !== null) {
    for (const name of Object.keys(own.fields)) {
      const value = Object.hasOwn(fields, name) ? fields[name]?.value : defaults[name];
      if (!sameJson(value, current[name])) values[name] = value;
    }
  }
  const names = Object.keys(own.fields).filter((name) => Object.hasOwn(fields, name));
  const refused = (settled?.refused ?? []).map(({ update: { field, by, turnId }, reason }): UserRefusal => ({
    field,
    by,
    turnId,
    reason: refusalText(reason),
  }));
  const read = {
    user,
    record: id,
    revision,
    read: Object.fromEntries(
      names.flatMap((name) => {
        const { value: _, schemaVersion: __, ...about } = fields[name] ?? { value: null, schemaVersion: 0, ...NOBODY };
        return [[name, about] as const];
      }),
    ),
    refused: begins ? refused : [...(thread?.refused ?? []), ...refused],
  };
  const keys = [left, settled].flatMap((each) => each?.settled ?? []);
  const { updates: _, inherited: __, reads: ___, ...before } = thread ?? { updates: [], inherited: false, reads: 0 };
  const isSame = keys.length === 0 && sameJson(before, read);
  const changed = Object.keys(values);
  return {
    values,
    read: isSame ? null : { read, settled: keys },
    versions: Object.hasOwn(state.fields, "runtime_field_versions") ? raisedVersions(state, changed, current) : null,
    audit: Object.hasOwn(state.fields, "runtime_audit_log")
      ? [left, settled].flatMap((each) => each?.refused ?? []).map((each) => auditEntry(each, now))
      : [],
  };
}

const NOBODY = { version: 0, threadId: "", turnId: null, by: "", at: "" };

/** A refused update is recorded like a refused proposal. */
const auditEntry = ({ update, reason }: RefusedUpdate, timestamp: string): AuditEntry => ({
  action: "commit",
  proposalId: update.key,
  proposedBy: update.by === "" ? "input" : update.by,
  decidedBy: "store",
  reason: "",
  turnId: update.turnId,
  accepted: {},
  refused: { [update.field]: refusalText(reason) },
  timestamp,
});

/** Values of a thread with everything that it takes over, for a write outside of a run. */
export function withStoredValues(state: StateDeclaration, current: Values, stored: StoredValues): Values {
  const changed: Record<string, unknown> = { ...stored.values };
  const written = {
    ...(stored.read !== null && { [USER_UPDATES]: stored.read }),
    ...(stored.versions !== null && { runtime_field_versions: stored.versions }),
    ...(stored.audit.length > 0 && { runtime_audit_log: stored.audit }),
  };
  for (const [name, update] of Object.entries(written)) {
    const declared: Field | undefined = state.fields[name];
    const next = declared?.reducer?.(current[name] ?? declared.default(), update);
    if (next !== undefined && next !== current[name]) changed[name] = next;
  }
  return changed;
}
