import { type StateDeclaration } from "@tidemark/core-state";
import { isPlainRecord, sameJson } from "@tidemark/reducers/internal";
import type { FieldWrite } from "../kernel/field-versions.ts";

type Values = Readonly<Record<string, unknown>>;
type Declared = StateDeclaration["fields"][string];

/** A graph that another graph has called. */
export interface CalledGraph {
  readonly state: Pick<StateDeclaration, "fields">;
  /** Values of the called graph. */
  readonly values: Values;
  /** Values of the calling graph, of the same fields. */
  readonly before: Values;
}

/** True for a field whose updates are reduced into its value instead of replacing it. */
export const isReduced = ({ reducer, holds }: Declared): boolean => reducer !== undefined || holds === "messages";

/**
 * Returns the writes with which the calling graph gets what a called graph has changed.
 *
 * A field with a reducer gets its value, as at the end of the graph, or only what is new in it: entries of a list, or the
 * difference of a number. A graph that takes only some inputs does not have all values of the calling graph. There, a field that
 * still has its default is not written.
 */
export function earlierWrites({ state, values, before }: CalledGraph): readonly FieldWrite[] {
  const continues = beganWith({ values, before });
  return Object.entries(values).flatMap(([name, value]): readonly FieldWrite[] => {
    const declared = Object.hasOwn(state.fields, name) ? state.fields[name] : undefined;
    const known = before[name];
    if (declared === undefined || isSame(known, value)) return [];
    if (!continues && !isRaised(name, { values, before }) && isSame(value, declared.default())) return [];
    if (!isReduced(declared)) return [[name, value]];
    return [[name, continues || isList(value) ? addition(declared, known, value) : value]];
  });
}

/** True if a called graph began with the values of the calling graph: it is in the same turn, and has its versions. */
function beganWith(graphs: Pick<CalledGraph, "values" | "before">): boolean {
  const { values, before } = graphs;
  const turn = before["runtime_turn_id"];
  if (typeof turn !== "string" || values["runtime_turn_id"] !== turn) return false;
  return Object.entries(versionsOf(before)).every(([name, version]) => version <= (versionsOf(values)[name] ?? 0));
}

/** True if a node of the called graph has written a field. */
const isRaised = (name: string, { values, before }: Pick<CalledGraph, "values" | "before">): boolean =>
  (versionsOf(values)[name] ?? 0) > (versionsOf(before)[name] ?? 0);

function versionsOf(values: Values): Readonly<Record<string, number>> {
  const versions = values["runtime_field_versions"];
  const entries = Object.entries(isPlainRecord(versions) ? versions : {});
  return Object.fromEntries(entries.filter((entry): entry is [string, number] => typeof entry[1] === "number"));
}

/** The part of a value that an update has to add to the known one. */
function addition(declared: Declared, known: unknown, value: unknown): unknown {
  if (isList(value) && declared.holds === "messages") {
    const messages = new Set(isList(known) ? known : []);
    return value.filter((message) => !messages.has(message));
  }
  if (isList(value) && isList(known)) {
    const added = value.slice(endOf(known, value));
    return [added, value].find((update) => makes(declared, { known, update, value })) ?? added;
  }
  if (typeof value !== "number" || typeof known !== "number") return value;
  const update = value - known;
  return makes(declared, { known, update, value }) ? update : value;
}

/** True if the reducer of a field makes a value of the known one with this update. */
function makes(
  { reducer }: Declared,
  change: { readonly known: unknown; readonly update: unknown; readonly value: unknown },
): boolean {
  try {
    const { known, update, value } = change;
    return reducer !== undefined && isSame(Reflect.apply(reducer, undefined, [known, update]), value);
  } catch {
    // The reducer does not accept this form of an update.
    return false;
  }
}

/**
 * Index behind the first place where a list contains the other one; 0 if it does not. A graph with its own checkpoints has entries of
 * earlier turns before it.
 */
function endOf(known: readonly unknown[], list: readonly unknown[]): number {
  for (let start = 0; start + known.length <= list.length; start += 1) {
    if (known.every((entry, index) => isSame(entry, list[start + index]))) return start + known.length;
  }
  return 0;
}

const isList = (value: unknown): value is readonly unknown[] => Array.isArray(value);

const isSame = (one: unknown, other: unknown): boolean => Object.is(one, other) || sameJson(one, other);
