/** An object with its members and its path at the time of recording. */
interface RecordedObject {
  readonly object: object;
  readonly keys: readonly string[];
  readonly values: readonly unknown[];
  readonly place: Place;
}

/** A path inside a value as a linked list, because most paths are never read. */
interface Place {
  readonly within: Place | null;
  readonly key: string | number;
}

/**
 * Records every object inside a value with its members, so that `firstMutation` can find a change in place.
 *
 * A frozen object cannot change, so only its members are recorded. An object that occurs twice is recorded once. Objects that are
 * frozen at every depth are added to `unchanging`, and are not walked again.
 *
 * @internal
 */
export function recordReferences(
  value: unknown,
  unchanging: Pick<WeakSet<object>, "add" | "has"> = new WeakSet(),
): readonly RecordedObject[] {
  const recorded: RecordedObject[] = [];
  const seen = new Set<object>();
  /** Returns true if nothing in the value can change. */
  const walk = (each: unknown, place: Place): boolean => {
    if (typeof each !== "object" || each === null || unchanging.has(each)) return true;
    // Of a circular value, nothing is known before it is walked completely.
    if (seen.has(each)) return false;
    seen.add(each);
    const keys = Object.keys(each);
    const values: unknown[] = Object.values(each);
    const isFrozen = Object.isFrozen(each);
    if (!isFrozen) recorded.push({ object: each, keys, values, place });
    const isList = Array.isArray(each);
    let unchangingMembers = true;
    for (const [index, member] of values.entries()) {
      if (typeof member !== "object" || member === null) continue;
      const is = walk(member, { within: place, key: isList ? index : (keys[index] ?? "") });
      unchangingMembers &&= is;
    }
    if (!isFrozen || !unchangingMembers) return false;
    unchanging.add(each);
    return true;
  };
  walk(value, ROOT);
  return recorded;
}

const ROOT: Place = { within: null, key: "" };

/**
 * Returns the first path whose value differs from the recorded one, or null.
 *
 * @internal
 */
export function firstMutation(recorded: readonly RecordedObject[]): readonly (string | number)[] | null {
  for (const each of recorded) {
    const key = changedKey(each);
    if (key !== null) return [...pathOf(each.place), Array.isArray(each.object) ? Number(key) : key];
  }
  return null;
}

function changedKey({ object, keys, values }: RecordedObject): string | null {
  const now = Object.keys(object);
  for (const [index, key] of now.entries()) {
    const before = keys[index] === key ? index : keys.indexOf(key);
    if (before === -1 || !Object.is(values[before], Reflect.get(object, key))) return key;
  }
  return now.length === keys.length ? null : (keys.find((key) => !Object.hasOwn(object, key)) ?? null);
}

function pathOf(place: Place): readonly (string | number)[] {
  return place.within === null ? [] : [...pathOf(place.within), place.key];
}
