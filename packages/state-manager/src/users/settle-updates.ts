import { type Field, initialState, type StateDeclaration } from "@tidemark/core-state";
import { checkValues, noUserUpdates, type UserUpdate, type UserUpdates } from "@tidemark/core-state/internal";
import { sameJson } from "@tidemark/reducers/internal";
import type { Refusal } from "../ownership/commit-decision.ts";
import { migrateWrite } from "../migrations/migrate.ts";
import type { Migrations } from "../migrations/migrations.ts";
import { currentFields } from "./migrate-user-fields.ts";
import { userState } from "./user-fields.ts";
import { contains, nextRecord, type StoredField, type UserRecord } from "./user-record.ts";

/** An update that was not applied to the stored values. */
export interface RefusedUpdate {
  readonly update: UserUpdate;
  readonly reason: Refusal;
}

/** State of a thread towards the values of a user, and how to apply its updates. */
export interface Settlement {
  readonly state: StateDeclaration;
  readonly migrations?: Migrations | undefined;
  /** Key of the user whose record it is. */
  readonly user: string;
  readonly threadId: string;
  /** Values that the thread has read and written. */
  readonly thread: UserUpdates;
  /** Current time, as ISO 8601 with `Z`. */
  readonly now: string;
}

/** Result of applying the updates of a thread. */
export interface SettledRecord {
  /** The same object if nothing was applied. */
  readonly record: UserRecord;
  readonly refused: readonly RefusedUpdate[];
  /** Keys of all decided updates. */
  readonly settled: readonly string[];
}

/**
 * Applies the updates of a thread to the newest stored values, each once.
 *
 * An update goes through the reducer of its field, so it combines with the updates of other threads. A value replaces the stored one
 * only if no other thread has changed it since this thread read it. Pure: the caller repeats it when the record has changed meanwhile.
 */
export function settleUpdates(before: UserRecord, given: Settlement): SettledRecord {
  const settlement = { ...given, thread: threadOf(given) };
  const { state, migrations, thread, user } = settlement;
  const updates = thread.updates.filter((each) => each.user === user || each.user === "");
  const refused: RefusedUpdate[] = [];
  const keys: string[] = [];
  const values = new DraftValues(before, settlement);
  for (const update of updates) {
    if (contains(before, update.key)) continue;
    const reason = refusalOfRecord(before, thread) ?? values.apply(update);
    if (reason === null) keys.push(update.key);
    else refused.push({ update, reason });
  }
  const record = keys.length === 0 ? before : nextRecord(before, values.fields, keys);
  const current = record === before ? { ...record, fields: currentFields(state, migrations, record.fields) } : record;
  return { record: current, refused, settled: updates.map(({ key }) => key) };
}

/** Values that a thread has read for this user. Of another user's turn only the updates count. */
function threadOf({ thread, user }: Settlement): UserUpdates {
  return thread.user === user || thread.user === "" ? thread : { ...noUserUpdates(), user, updates: thread.updates };
}

/** Reason why no update of a thread can be applied to a record, or null. */
function refusalOfRecord(record: UserRecord, thread: UserUpdates): Refusal | null {
  // A turn that found no values began before the first deletion. Input of a first turn is written before anything is read.
  const isOlder = thread.record === null ? record.deleted && thread.user !== "" : thread.record !== record.id;
  if (isOlder) return { code: "forgotten" };
  // The record may have contained the update and no longer remember it.
  return thread.revision < record.forgottenThrough ? { code: "tooOld" } : null;
}

/** Values of a user while updates are applied. */
class DraftValues {
  readonly #settlement: Settlement;
  readonly #own: StateDeclaration;
  readonly #defaults: Readonly<Record<string, unknown>>;
  readonly #fields: Record<string, StoredField>;
  /** Number of updates that were applied now, by field. */
  readonly #made = new Map<string, number>();

  constructor({ fields }: UserRecord, settlement: Settlement) {
    this.#settlement = settlement;
    this.#own = userState(settlement.state);
    this.#defaults = initialState(this.#own);
    this.#fields = { ...currentFields(settlement.state, settlement.migrations, fields) };
  }

  get fields(): Readonly<Record<string, StoredField>> {
    return this.#fields;
  }

  /** Applies one update, or returns the reason why not. */
  apply(update: UserUpdate): Refusal | null {
    const { state, migrations } = this.#settlement;
    const { field: name, value, form, schemaVersion } = update;
    let write: { readonly name: string; readonly value: unknown } | null = { name, value };
    try {
      if (migrations !== undefined && schemaVersion < state.version) {
        write = migrateWrite(migrations, { name, value, form }, schemaVersion);
      }
    } catch (error) {
      return invalid(error);
    }
    const declared = write === null ? undefined : this.#declared(write.name);
    if (write === null || declared === undefined) return { code: "unknownField" };
    return form === "update" && declared.reducer !== undefined
      ? this.#reduce(declared, write.value, update)
      : this.#replace(declared, write.value, update);
  }

  #declared(name: string): Field | undefined {
    return Object.hasOwn(this.#own.fields, name) ? this.#own.fields[name] : undefined;
  }

  #reduce(declared: Field, value: unknown, update: UserUpdate): Refusal | null {
    const { name } = declared;
    const before = Object.hasOwn(this.#fields, name) ? this.#fields[name]?.value : this.#defaults[name];
    try {
      return this.#write(declared, declared.reducer?.(before, value), update);
    } catch (error) {
      return invalid(error);
    }
  }

  #replace(declared: Field, value: unknown, update: UserUpdate): Refusal | null {
    const { name } = declared;
    const stored = Object.hasOwn(this.#fields, name) ? this.#fields[name] : undefined;
    if (stored !== undefined && sameJson(stored.value, value)) return null;
    const current = stored?.version ?? 0;
    // Fields are recorded under the name that they had when they were read.
    const base = this.#settlement.thread.read[update.field]?.version ?? 0;
    if (current !== base + (this.#made.get(name) ?? 0)) return { code: "stale", base, current };
    return this.#write(declared, value, update);
  }

  #write({ name }: Field, next: unknown, { by, turnId }: UserUpdate): Refusal | null {
    const check = checkValues(this.#own, { [name]: next });
    if (!check.ok) {
      const [issue] = check.issues;
      const at = issue !== undefined && "at" in issue ? issue.at : "";
      return { code: "invalid", at, message: issue?.message ?? "It does not match the schema of the field." };
    }
    const { threadId, now: at } = this.#settlement;
    const version = (this.#fields[name]?.version ?? 0) + 1;
    const value: unknown = Reflect.get(check.values, name);
    this.#fields[name] = { value, version, schemaVersion: this.#own.version, threadId, turnId, by, at };
    this.#made.set(name, (this.#made.get(name) ?? 0) + 1);
    return null;
  }
}

const invalid = (error: unknown): Refusal => ({
  code: "invalid",
  at: "",
  message: error instanceof Error ? error.message : String(error),
});
