interface PlacedRow {
  readonly namespace: string;
  readonly id: string;
}

const keyOf = (namespace: string, id: string | null): string => JSON.stringify([namespace, id]);

/** Throws a TypeError where two rows have the same place. */
export function requireOnce(places: readonly (readonly string[])[]): void {
  if (new Set(places.map((place) => JSON.stringify(place))).size < places.length)
    throw new TypeError("two of its rows have the same place");
}

/** Throws a TypeError for a checkpoint that is its own ancestor: who walks back would never arrive. */
export function requireOrigins(checkpoints: readonly (PlacedRow & { readonly parent: string | null })[]): void {
  const parents = new Map(
    checkpoints.map(({ namespace, id, parent }) => [keyOf(namespace, id), keyOf(namespace, parent)]),
  );
  const arriving = new Set<string>();
  for (const start of parents.keys()) {
    const line = new Set<string>();
    for (let at: string | undefined = start; at !== undefined && !arriving.has(at); at = parents.get(at)) {
      if (line.has(at)) throw new TypeError("a checkpoint in it comes after itself");
      line.add(at);
    }
    for (const each of line) arriving.add(each);
  }
}
