import { z } from "zod";
import {
  field,
  fieldGroup,
  type FieldDeclaration,
  type FieldSettings,
  type Lifetime,
  type NamedFields,
  type NotInferred,
  type Owner,
  type SchemaTypes,
} from "../kernel/field.ts";

/** Options that few fields have. */
type More<Value, Update, UpdateInput> = Pick<
  FieldSettings<Value, Update, UpdateInput, Owner>,
  "reducer" | "ui" | "updateSchema"
>;

/** Makes the fields of a lifetime and an owner, each of its description, its schema, its default, and what else it has. */
const fieldRow =
  <const OwnedBy extends Owner>(lifetime: Lifetime, owner: OwnedBy) =>
  <Value, Input, Update = Value, UpdateInput = Input>(
    ...[description, schema, initial, more]: readonly [
      description: string,
      schema: SchemaTypes<Value, Input>,
      initial: NoInfer<Value> | (() => NoInfer<Value>),
      more?: More<Value, Update, UpdateInput>,
    ]
  ): FieldDeclaration<{ value: Value; update: NotInferred<UpdateInput>; owner: OwnedBy }> =>
    field(schema, { description, default: initial, lifetime, owner, ...more });

// Fields of a turn.
export const byAny = fieldRow("turn", "any");
export const byRoot = fieldRow("turn", "root");
export const byPlanner = fieldRow("turn", ["root", "planner"]);
export const byRuntime = fieldRow("turn", "runtime");

// Fields of a thread.
export const keptByAny = fieldRow("thread", "any");
export const keptByRoot = fieldRow("thread", "root");
export const keptByRuntime = fieldRow("thread", "runtime");

// Schemas that several fields have.
export const text = z.string();
export const name = text.min(1);
export const texts = z.array(text).readonly();
export const count = z.int().min(0);

/** Makes groups of fields, each under its name. */
export function groupsOf<Groups extends Record<string, Record<string, FieldDeclaration>>>(
  groups: Groups,
): { readonly [Group in keyof Groups]: NamedFields<Groups[Group]> } {
  const named = Object.entries(groups).map(([group, members]) => [group, fieldGroup(group, members)]);
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- each group under its key
  return Object.fromEntries(named) as { readonly [Group in keyof Groups]: NamedFields<Groups[Group]> };
}
