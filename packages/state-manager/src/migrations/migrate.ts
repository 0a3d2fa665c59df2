import { checkUpdate, type StateDeclaration, type UpdateIssue } from "@tidemark/core-state";
import { checkValues } from "@tidemark/core-state/internal";
import { requireObject } from "../kernel/arguments.ts";
import { stateManagerErrors } from "../kernel/errors.ts";
import { liftBookkeeping } from "./migrate-bookkeeping.ts";
import type { Migrations, MigrationStep } from "./migrations.ts";
import type { Values } from "../kernel/values.ts";
import { withoutUndefined } from "../kernel/without-undefined.ts";

/**
 * Lifts values that any older version wrote to the present one, and checks that they fit; the values given stay as they are.
 *
 * Values of the present version come back as the same object. What names fields travels along: the versions of fields,
 * open proposals and the audit log follow a rename, and a proposal that was made before a field changed its shape is
 * stale afterwards. Names that are no fields are passed on. A value that is undefined counts as absent.
 *
 * A newer version throws `state-manager/newerVersion`, one that no step starts from `state-manager/olderVersion`; a step that
 * throws, or a result that does not fit, `state-manager/migrationFailed` with the step and the field. Values that are not an object
 * throw `state-manager/invalidArgument`.
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
  let lifted = withoutUndefined(values);
  for (const step of due) lifted = applyStep(state, step, lifted);
  if (Object.hasOwn(state.fields, "runtime_schema_version")) {
    lifted = { ...lifted, runtime_schema_version: state.version };
  }
  const declared = Object.entries(lifted).filter(([name]) => Object.hasOwn(state.fields, name));
  const check = checkValues(state, Object.fromEntries(declared));
  if (!check.ok) throw doesNotFit(migrations, from, check.issues);
  return { ...lifted, ...check.values };
}

/** The version that values say they were written with; the oldest when they say nothing. */
export function versionOfValues({ oldest }: Migrations, { runtime_schema_version: version }: Values): number {
  return typeof version === "number" ? version : oldest;
}

/** The steps that lead from a version to the present one. */
export function dueSteps({ state, steps, oldest }: Migrations, from: number): readonly MigrationStep[] {
  if (from > state.version) throw stateManagerErrors.newerVersion({ version: from, known: state.version });
  if (from === state.version) return [];
  if (from < oldest) throw stateManagerErrors.olderVersion({ version: from, oldest });
  return steps.filter(({ to }) => to > from);
}

/** One write of a node: the field it goes to, and either one update of it or a value that takes its place. */
export interface FieldWrite {
  readonly name: string;
  readonly value: unknown;
  readonly form: "update" | "value";
}

/**
 * Lifts what a node wrote before its version was left behind; null when the field is gone.
 *
 * The same errors as `migrate`; the result is checked as an update, or as a value of its field.
 */
export function migrateWrite(migrations: Migrations, write: FieldWrite, from: number): FieldWrite | null {
  const { state } = migrations;
  let { name, value } = write;
  for (const step of dueSteps(migrations, from)) {
    const { rename = {}, drop = [], change = {}, changeUpdate = {} } = step;
    name = Object.hasOwn(rename, name) ? (rename[name] ?? name) : name;
    if (drop.includes(name)) return null;
    const forms = write.form === "update" && Object.hasOwn(changeUpdate, name) ? changeUpdate : change;
    const lift = Object.hasOwn(forms, name) ? forms[name] : undefined;
    if (lift !== undefined) value = attempt(step, name, () => lift(value));
  }
  if (!Object.hasOwn(state.fields, name)) return { ...write, name, value };
  const check = (write.form === "update" ? checkUpdate : checkValues)(state, { [name]: value });
  if (!check.ok) throw doesNotFit(migrations, from, check.issues);
  return { ...write, name, value };
}

/** Lifts the arguments of a task that was sent to a node and has not run. */
export function migrateSent(
  migrations: Migrations,
  node: string,
  { sent, from }: { sent: unknown; from: number },
): unknown {
  let lifted = sent;
  for (const step of dueSteps(migrations, from)) {
    const { changeSent } = step;
    if (changeSent !== undefined) {
      const before = lifted;
      lifted = attempt(step, node, () => changeSent(node, before));
    }
  }
  return lifted;
}

function applyStep(state: StateDeclaration, step: MigrationStep, values: Values): Values {
  const { rename = {}, change = {}, add = {}, drop = [] } = step;
  const next: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(values)) if (!Object.hasOwn(rename, name)) next[name] = value;
  for (const [old, name] of Object.entries(rename)) if (Object.hasOwn(values, old)) next[name] = values[old];
  for (const [name, lift] of Object.entries(change)) {
    if (Object.hasOwn(next, name)) next[name] = attempt(step, name, () => lift(next[name]));
  }
  const before = { ...next };
  for (const [name, make] of Object.entries(add)) next[name] = attempt(step, name, () => make(before));
  for (const name of drop) delete next[name];
  for (const [name, value] of Object.entries(liftBookkeeping(step, next))) {
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

function doesNotFit({ state }: Migrations, from: number, issues: readonly UpdateIssue[]) {
  const at = issues.flatMap((issue) => ("field" in issue ? [issue.field] : [])).join(", ");
  const problem = issues.map(({ message }) => message).join(" ");
  return stateManagerErrors.migrationFailed({ from, to: state.version, at, problem });
}
