/** Facts by which checkpoints are ordered. */
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
 * outer graph that it belongs to. The order given is kept otherwise, and the newest checkpoint of the graph itself stays the last of
 * them: a saver that orders by ids may hold it for newer than its own children. Of checkpoints that follow each other in a circle one
 * loses its parent.
 */
export function inOrder<Row extends OrderedCheckpoint>(rows: readonly Row[]): readonly Row[] {
  if (isOrdered(rows)) return rows;
  const newest = rows.findLast(({ namespace }) => namespace === "");
  const ordered = parentsFirst(rows);
  const at = ordered.findLastIndex(({ namespace }) => namespace === "");
  if (newest === undefined || ordered[at]?.id === newest.id) return ordered;
  const isNewest = ({ namespace, id }: Row): boolean => namespace === "" && id === newest.id;
  return [...ordered.filter((row) => !isNewest(row)), ...ordered.filter(isNewest)];
}

/**
 * True when each checkpoint already comes after its parent, and after the one of the outer graph or directly before it: LangGraph does
 * not wait for a checkpoint to be stored before a subgraph stores its first one.
 */
function isOrdered(rows: readonly OrderedCheckpoint[]): boolean {
  const keys = new Set(rows.map(({ namespace, id }) => keyOf(namespace, id)));
  const placed = new Set<string>();
  const isMissing = (key: string): boolean => keys.has(key) && !placed.has(key);
  const roots = rows.filter(({ namespace }) => namespace === "").map(({ id }) => id);
  let passed = 0;
  return rows.every(({ namespace, id, parent, outer }) => {
    if (parent !== null && isMissing(keyOf(namespace, parent))) return false;
    if (namespace !== "" && outer !== null && roots[passed] !== outer && isMissing(keyOf("", outer))) return false;
    if (namespace === "") passed += 1;
    placed.add(keyOf(namespace, id));
    return true;
  });
}

function parentsFirst<Row extends OrderedCheckpoint>(rows: readonly Row[]): readonly Row[] {
  const byKey = new Map(rows.map((row) => [keyOf(row.namespace, row.id), row]));
  const placed = new Set<string>();
  const ordered: Row[] = [];
  for (const row of outerFirst(rows)) {
    const line: Row[] = [];
    const met = new Set<Row>();
    for (let next: Row | undefined = row; next !== undefined && !placed.has(keyOf(next.namespace, next.id));) {
      if (met.has(next)) {
        // A circle is cut before the oldest of it.
        if (next === row) line.length = 1;
        break;
      }
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
