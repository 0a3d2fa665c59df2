/** What the order of checkpoints is made from. */
export interface OrderedCheckpoint {
  readonly namespace: string;
  readonly id: string;
  readonly parent: string | null;
  /** The checkpoint of the outer graph that a checkpoint of a subgraph belongs to, if its metadata says. */
  readonly outer: string | null;
}

const keyOf = (namespace: string, id: string): string => JSON.stringify([namespace, id]);

/**
 * Puts checkpoints, given oldest first, in an order in which each one comes after its parent and after the checkpoint of the
 * outer graph that it belongs to. The order given is kept otherwise. A parent that a checkpoint cannot follow, because they follow
 * each other in a circle, becomes null.
 */
export function inOrder<Row extends OrderedCheckpoint>(rows: readonly Row[]): readonly Row[] {
  const byKey = new Map(rows.map((row) => [keyOf(row.namespace, row.id), row]));
  const placed = new Set<string>();
  const ordered: Row[] = [];
  for (const row of outerFirst(rows)) {
    const line: Row[] = [];
    const met = new Set<Row>();
    for (let next: Row | undefined = row; next !== undefined && !met.has(next);) {
      if (placed.has(keyOf(next.namespace, next.id))) break;
      met.add(next);
      line.push(next);
      next = next.parent === null ? undefined : byKey.get(keyOf(next.namespace, next.parent));
    }
    for (const each of line.toReversed()) {
      const parent = each.parent === null ? null : keyOf(each.namespace, each.parent);
      const unreachable = parent !== null && byKey.has(parent) && !placed.has(parent);
      ordered.push(unreachable ? { ...each, parent: null } : each);
      placed.add(keyOf(each.namespace, each.id));
    }
  }
  return ordered;
}

/** Each checkpoint of a subgraph after the one of the outer graph that it belongs to; savers may list one namespace after the other. */
function outerFirst<Row extends OrderedCheckpoint>(rows: readonly Row[]): readonly Row[] {
  const roots = new Set(rows.filter(({ namespace }) => namespace === "").map(({ id }) => id));
  const inside = new Map<string, Row[]>();
  const free: Row[] = [];
  for (const row of rows) {
    if (row.namespace === "") continue;
    if (row.outer === null || !roots.has(row.outer)) free.push(row);
    else {
      const members = inside.get(row.outer);
      if (members === undefined) inside.set(row.outer, [row]);
      else members.push(row);
    }
  }
  return [
    ...free,
    ...rows.filter(({ namespace }) => namespace === "").flatMap((row) => [row, ...(inside.get(row.id) ?? [])]),
  ];
}
