import type { StateDeclaration } from "@tidemark/core-state";
import { checkValues } from "@tidemark/core-state/internal";
import { stateManagerErrors } from "../kernel/errors.ts";
import { dueSteps, migrate } from "../migrations/migrate.ts";
import { type Migrations, nameAfter } from "../migrations/migrations.ts";
import { userState } from "./user-fields.ts";
import type { StoredField, StoredFields } from "./user-record.ts";

/**
 * Returns the stored fields in the shape of the current state. Fields of other states stay as they are.
 *
 * Fields are migrated from the version that wrote them. A value of a newer version throws `state-manager/newerVersion`, and one that does
 * not match its schema `state-manager/invalidUserValue`.
 */
export function currentFields(
  state: StateDeclaration,
  migrations: Migrations | undefined,
  stored: StoredFields,
): StoredFields {
  const own = userState(state);
  const current: Record<string, StoredField> = { ...stored };
  for (const [from, group] of groupedByVersion(stored)) {
    if (from === state.version) continue;
    const declared = Object.keys(group).filter((name) => Object.hasOwn(own.fields, name));
    if (from > state.version) {
      if (declared.length === 0) continue;
      throw stateManagerErrors.newerVersion({ version: from, known: state.version });
    }
    if (migrations === undefined) continue;
    for (const name of Object.keys(group)) delete current[name];
    const migrated = migratedGroup(own, migrations, { from, group, present: { ...current, ...group } });
    // A value of the current version is newer than one under an old name.
    for (const [name, field] of Object.entries(migrated)) if (!Object.hasOwn(current, name)) current[name] = field;
  }
  requireValid(own, current);
  return current;
}

interface Group {
  readonly from: number;
  readonly group: StoredFields;
  /** All stored fields. */
  readonly present: StoredFields;
}

function migratedGroup(own: StateDeclaration, migrations: Migrations, { from, group, present }: Group): StoredFields {
  const isOwn = (name: string | null): name is string => name !== null && Object.hasOwn(own.fields, name);
  const due = dueSteps(migrations, from);
  const steps = due.map((step, index) => {
    const later = due.slice(index + 1);
    const add = Object.entries(step.add ?? {}).filter(([name]) => {
      const final = nameAfter(name, later);
      return isOwn(final) && !Object.hasOwn(present, final);
    });
    return { ...step, add: Object.fromEntries(add) };
  });
  const values = Object.fromEntries(Object.entries(group).map(([name, { value }]) => [name, value]));
  const migrated = migrate({ ...migrations, state: own, steps }, values, from);
  const origins = new Map(Object.entries(group).map(([name, field]) => [nameAfter(name, due), { name, field }]));
  const result: Record<string, StoredField> = {};
  for (const [name, value] of Object.entries(migrated)) {
    const origin = origins.get(name);
    // A field of another state may only have a name in common with a step.
    if (!isOwn(name)) {
      if (origin !== undefined) result[origin.name] = origin.field;
    } else result[name] = { ...(origin?.field ?? ADDED), value, schemaVersion: own.version };
  }
  return result;
}

/** Origin of a value that a migration created. */
const ADDED = { version: 0, threadId: "", turnId: null, by: "migration", at: "1970-01-01T00:00:00.000Z" };

function groupedByVersion(stored: StoredFields): readonly (readonly [number, StoredFields])[] {
  const groups = new Map<number, Record<string, StoredField>>();
  for (const [name, field] of Object.entries(stored)) {
    groups.set(field.schemaVersion, { ...groups.get(field.schemaVersion), [name]: field });
  }
  return [...groups].toSorted(([one], [other]) => one - other);
}

function requireValid(own: StateDeclaration, fields: StoredFields): void {
  const values = Object.entries(fields).filter(([name]) => Object.hasOwn(own.fields, name));
  const check = checkValues(own, Object.fromEntries(values.map(([name, { value }]) => [name, value])));
  if (!check.ok) throw stateManagerErrors.invalidUserValue({ issues: check.issues });
}
