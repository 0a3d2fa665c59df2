/** An object as it was handed out: itself, its members then, and where it stood. */
interface NotedObject {
  readonly object: object;
  readonly members: readonly (readonly [key: string, value: unknown])[];
  readonly path: readonly (string | number)[];
}

/**
 * Notes every object inside a value with its members, so that a change in place can be found afterwards.
 *
 * What is frozen to the bottom cannot change and is skipped at its first frozen object only if its members are; an
 * object that is met twice is noted once.
 *
 * @internal
 */
export function noteReferences(value: unknown): readonly NotedObject[] {
  const noted: NotedObject[] = [];
  const seen = new Set<object>();
  const walk = (each: unknown, path: readonly (string | number)[]): void => {
    if (typeof each !== "object" || each === null || seen.has(each)) return;
    seen.add(each);
    const members = Object.entries(each);
    if (!Object.isFrozen(each)) noted.push({ object: each, members, path });
    for (const [key, member] of members) walk(member, [...path, Array.isArray(each) ? Number(key) : key]);
  };
  walk(value, []);
  return noted;
}

/**
 * Finds the first place that is not as it was noted; null when all is.
 *
 * @internal
 */
export function firstMutation(noted: readonly NotedObject[]): readonly (string | number)[] | null {
  for (const { object, members, path } of noted) {
    const now = Object.entries(object);
    const before = new Map(members);
    const changed = now.find(([key, value]) => !before.has(key) || !Object.is(before.get(key), value));
    const gone = members.find(([key]) => !Object.hasOwn(object, key));
    const [key] = changed ?? gone ?? [];
    if (key !== undefined) return [...path, Array.isArray(object) ? Number(key) : key];
  }
  return null;
}
