/** An object as it was handed out: itself, its members then, and where it stood. */
interface NotedObject {
  readonly object: object;
  readonly keys: readonly string[];
  readonly values: readonly unknown[];
  readonly place: Place;
}

/** A place inside a value, told from the inside out: most are never asked for. */
interface Place {
  readonly within: Place | null;
  readonly key: string | number;
}

/**
 * Notes every object inside a value with its members, so that a change in place can be found afterwards.
 *
 * A frozen object cannot change, so only its members are looked at; an object that is met twice is noted once.
 *
 * @internal
 */
export function noteReferences(value: unknown): readonly NotedObject[] {
  const noted: NotedObject[] = [];
  const seen = new Set<object>();
  const walk = (each: unknown, place: Place): void => {
    if (typeof each !== "object" || each === null || seen.has(each)) return;
    seen.add(each);
    const keys = Object.keys(each);
    const values: unknown[] = Object.values(each);
    if (!Object.isFrozen(each)) noted.push({ object: each, keys, values, place });
    const isList = Array.isArray(each);
    for (const [index, member] of values.entries()) {
      if (typeof member === "object" && member !== null) {
        walk(member, { within: place, key: isList ? index : (keys[index] ?? "") });
      }
    }
  };
  walk(value, ROOT);
  return noted;
}

const ROOT: Place = { within: null, key: "" };

/**
 * Finds the first place that is not as it was noted; null when all is.
 *
 * @internal
 */
export function firstMutation(noted: readonly NotedObject[]): readonly (string | number)[] | null {
  for (const each of noted) {
    const key = changedKey(each);
    if (key !== null) return [...pathOf(each.place), Array.isArray(each.object) ? Number(key) : key];
  }
  return null;
}

function changedKey({ object, keys, values }: NotedObject): string | null {
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
