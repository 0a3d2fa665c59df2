import { checkUpdate, type StateDeclaration } from "@tidemark/core-state";
import { checkValues, type UpdateIssue } from "@tidemark/core-state/internal";
import { requireObject } from "../kernel/arguments.ts";
import { stateManagerErrors } from "../kernel/errors.ts";
import { migrateBookkeeping } from "./migrate-bookkeeping.ts";
import type { Migrations, MigrationStep } from "./migrations.ts";
import type { Values } from "../kernel/values.ts";
import { withoutUndefined } from "../kernel/without-undefined.ts";

/**
 * Migrates values of an older version to the current one and checks them against the schemas. The input is not changed.
 *
 * Values of the current version are returned as the same object. Field versions, open proposals and the audit log follow a
 * rename, and a proposal based on the old shape of a field becomes stale. Names that are not fields are kept. An undefined value
 * counts as absent.
 *
 * A newer version throws `state-manager/newerVersion`, a version before the first step `state-manager/olderVersion`. A step that
 * throws, or a result that does not match its schema, throws `state-manager/migrationFailed` with the step and the field. Values
 * that are not an object throw `state-manager/invalidArgument`.
 */
export function migrate<State extends StateDeclaration>(
  migrations: Migrations<State>,
  values: Values,
  from?: number,
): Values {
  requireObject("migrations", migrations);
  requireObject("values", values);
  return migrateFrom(migrations, values, from ?? versionOfValues(migrations, values));
}

function migrateFrom(migrations: Migrations, values: Values, from: number): Values {
  const { state } = migrations;
  const due = dueSteps(migrations, from);
  if (due.length === 0) return values;
  let migrated = withoutUndefined(values);
  for (const step of due) migrated = applyStep(state, step, migrated);
  if (Object.hasOwn(state.fields, "runtime_schema_version")) {
    migrated = { ...migrated, runtime_schema_version: state.version };
  }
  const declared = Object.entries(migrated).filter(([name]) => Object.hasOwn(state.fields, name));
  const check = checkValues(state, Object.fromEntries(declared));
  if (!check.ok) throw mismatch(migrations, from, check.issues);
  return { ...migrated, ...check.values };
}

/** Returns the version recorded in the values, or the oldest version without one. */
export function versionOfValues({ oldest }: Migrations, { runtime_schema_version: version }: Values): number {
  return typeof version === "number" ? version : oldest;
}

/** Returns the steps from a version to the current one. */
export function dueSteps({ state, steps, oldest }: Migrations, from: number): readonly MigrationStep[] {
  if (from > state.version) throw stateManagerErrors.newerVersion({ version: from, known: state.version });
  if (from === state.version) return [];
  if (from < oldest) throw stateManagerErrors.olderVersion({ version: from, oldest });
  return steps.filter(({ to }) => to > from);
}

/** One write to a field: an update for its reducer, or a value that replaces it. */
export interface FieldWrite {
  readonly name: string;
  readonly value: unknown;
  readonly form: "update" | "value";
}

/**
 * Migrates a pending write of an older version, or returns null when the field was dropped.
 *
 * Throws the errors of `migrate`. The result is checked as an update or as a value of its field.
 */
export function migrateWrite(migrations: Migrations, write: FieldWrite, from: number): FieldWrite | null {
  const { state } = migrations;
  let { name, value } = write;
  for (const step of dueSteps(migrations, from)) {
    const { rename = {}, drop = [], change = {}, changeUpdate = {} } = step;
    name = Object.hasOwn(rename, name) ? (rename[name] ?? name) : name;
    if (drop.includes(name)) return null;
    const forms = write.form === "update" && Object.hasOwn(changeUpdate, name) ? changeUpdate : change;
    const convert = Object.hasOwn(forms, name) ? forms[name] : undefined;
    if (convert !== undefined) value = attempt(step, name, () => convert(value));
  }
  if (!Object.hasOwn(state.fields, name)) return { ...write, name, value };
  const check = (write.form === "update" ? checkUpdate : checkValues)(state, { [name]: value });
  if (!check.ok) throw mismatch(migrations, from, check.issues);
  return { ...write, name, value };
}

/** Migrates the arguments of a sent task that has not run. */
export function migrateSent(
  migrations: Migrations,
  node: string,
  { sent, from }: { sent: unknown; from: number },
): unknown {
  let migrated = sent;
  for (const step of dueSteps(migrations, from)) {
    const { changeSent } = step;
    if (changeSent !== undefined) {
      const before = migrated;
      migrated = attempt(step, node, () => changeSent(node, before));
    }
  }
  return migrated;
}

function applyStep(state: StateDeclaration, step: MigrationStep, values: Values): Values {
  const { rename = {}, change = {}, add = {}, drop = [] } = step;
  const next: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(values)) if (!Object.hasOwn(rename, name)) next[name] = value;
  for (const [old, name] of Object.entries(rename)) if (Object.hasOwn(values, old)) next[name] = values[old];
  for (const [name, convert] of Object.entries(change)) {
    if (Object.hasOwn(next, name)) next[name] = attempt(step, name, () => convert(next[name]));
  }
  const before = { ...next };
  for (const [name, make] of Object.entries(add)) next[name] = attempt(step, name, () => make(before));
  for (const name of drop) delete next[name];
  for (const [name, value] of Object.entries(migrateBookkeeping(step, next))) {
    if (Object.hasOwn(state.fields, name)) next[name] = value;
  }
  return next;
}

function attempt(step: MigrationStep, at: string, run: () => unknown): unknown {
  try {
    return run();
  } catch (error) {
    const problem = error instanceof Error ? error.message : String(error);
    throw stateManagerErrors.migrationFailed({ from: step.to - 1, to: step.to, at, problem }, { cause: error });
  }
}

function mismatch({ state }: Migrations, from: number, issues: readonly UpdateIssue[]) {
  const at = issues.flatMap((issue) => ("field" in issue ? [issue.field] : [])).join(", ");
  const problem = issues.map(({ message }) => message).join(" ");
  return stateManagerErrors.migrationFailed({ from, to: state.version, at, problem });
}
