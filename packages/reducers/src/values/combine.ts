import { isPlainRecord, type PlainRecord } from "./plain-record.ts";
import { sameJson } from "./same-json.ts";

/** Values of one field: at a step that two threads share, and after it in each of the threads. */
export interface Sides<Value = unknown> {
  readonly base: Value;
  readonly ours: Value;
  readonly theirs: Value;
}

/** Combines two sides by a reducer, such as that of a member. Undefined for sides that contradict each other. */
export type CombineBy = (reduce: unknown, sides: Sides) => unknown;

/** Adds what one side changed since the step to the other side. Undefined for sides that contradict each other. */
export type Combine<Value = unknown> = (sides: Sides<Value>, by: CombineBy) => unknown;

/** Key of the function that combines two sides, shared by all copies of the package. */
const COMBINE: unique symbol = Symbol.for("tidemark.combine");

/** Attaches to a reducer how it combines what two threads did with its field. */
export const combinable = <Reduce extends object, Value>(reduce: Reduce, combine: Combine<Value>): Reduce =>
  Object.defineProperty(reduce, COMBINE, { value: combine });

/** The function that was attached to a reducer; null for none. */
export function combineOf(reduce: unknown): Combine | null {
  const combine: unknown = typeof reduce === "function" ? Reflect.get(reduce, COMBINE) : null;
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- only `combinable` attaches it
  return typeof combine === "function" ? (combine as Combine) : null;
}

type Members = ReadonlyMap<string, unknown>;

/** Combines members by their keys. Members that both sides changed are combined down to `levels`, if they are records. */
export function combineMembers({ base, ours, theirs }: Sides<Members>, levels: number): Members | undefined {
  const members = new Map(ours);
  for (const key of new Set([...base.keys(), ...theirs.keys()])) {
    const sides = { base: base.get(key), ours: ours.get(key), theirs: theirs.get(key) };
    if (sameJson(sides.theirs, sides.base) || sameJson(sides.ours, sides.theirs)) continue;
    const isOnlyTheirs = sameJson(sides.ours, sides.base);
    const next = isOnlyTheirs ? sides.theirs : levels > 0 ? combineRecords(sides, levels - 1) : undefined;
    if (next !== undefined) members.set(key, next);
    else if (isOnlyTheirs) members.delete(key);
    else return undefined;
  }
  return members;
}

/** Combines records whose members were changed on both sides. Undefined for other values, and for a member that both sides changed. */
export function combineRecords({ base, ours, theirs }: Sides, levels: number): PlainRecord | undefined {
  if (!isPlainRecord(ours) || !isPlainRecord(theirs)) return undefined;
  const before = isPlainRecord(base) ? base : {};
  const members = combineMembers({ base: membersOf(before), ours: membersOf(ours), theirs: membersOf(theirs) }, levels);
  return members === undefined ? undefined : Object.fromEntries(members);
}

const membersOf = (record: PlainRecord): Members => new Map(Object.entries(record));
