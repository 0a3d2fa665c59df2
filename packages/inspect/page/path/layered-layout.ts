/** A line from one box to another. */
export interface GraphEdge {
  readonly from: string;
  readonly to: string;
}

/** Box at a place. */
export interface PlacedNode {
  readonly name: string;
  readonly x: number;
  readonly y: number;
  /** Layer, from 0 at the top. */
  readonly layer: number;
}

/** Boxes in layers from top to bottom. */
export interface LayeredLayout {
  readonly nodes: readonly PlacedNode[];
  readonly width: number;
  readonly height: number;
}

/** Size of a box with the room around it. */
export interface CellSize {
  readonly width: number;
  readonly height: number;
}

/** Number of times that the boxes of a layer are put in order of their neighbors. */
const SWEEPS = 4;

/**
 * Places the nodes of a graph in layers: each node is below all nodes that lead to it, except by lines that go back. In a layer, nodes
 * are near their neighbors, so that few lines cross.
 */
export function layeredLayout(names: readonly string[], edges: readonly GraphEdge[], cell: CellSize): LayeredLayout {
  const known = new Set(names);
  const own = edges.filter(({ from, to }) => from !== to && known.has(from) && known.has(to));
  const forward = withoutCycles(names, own);
  const layers = layersOf(names, forward);
  const rows: string[][] = [];
  for (const name of names) (rows[layers.get(name) ?? 0] ??= []).push(name);
  for (let sweep = 0; sweep < SWEEPS; sweep += 1) orderRows(rows, forward);
  const most = Math.max(1, ...rows.map((row) => row.length));
  const nodes = rows.flatMap((row, layer) =>
    row.map((name, index) => ({
      name,
      layer,
      x: (index + (most - row.length) / 2) * cell.width,
      y: layer * cell.height,
    })),
  );
  return { nodes, width: most * cell.width, height: rows.length * cell.height };
}

/** Edges without those that lead back to a node of the same path. */
function withoutCycles(names: readonly string[], edges: readonly GraphEdge[]): readonly GraphEdge[] {
  const next = new Map<string, GraphEdge[]>();
  for (const edge of edges) {
    const list = next.get(edge.from) ?? [];
    list.push(edge);
    next.set(edge.from, list);
  }
  const state = new Map<string, "open" | "done">();
  const kept: GraphEdge[] = [];
  for (const root of names) {
    // A graph of thousands of nodes would be too deep for a function that calls itself.
    const path = state.has(root) ? [] : [{ name: root, index: 0 }];
    if (path.length > 0) state.set(root, "open");
    for (let top = path.at(-1); top !== undefined; top = path.at(-1)) {
      const edge = next.get(top.name)?.[top.index];
      top.index += 1;
      if (edge === undefined) {
        state.set(top.name, "done");
        path.pop();
      } else if (state.get(edge.to) !== "open") {
        kept.push(edge);
        if (!state.has(edge.to)) {
          state.set(edge.to, "open");
          path.push({ name: edge.to, index: 0 });
        }
      }
    }
  }
  return kept;
}

/** Layer of each node: one more than the greatest of those that lead to it. */
function layersOf(names: readonly string[], edges: readonly GraphEdge[]): ReadonlyMap<string, number> {
  const layers = new Map(names.map((name) => [name, 0]));
  const waiting = new Map(names.map((name) => [name, 0]));
  for (const { to } of edges) waiting.set(to, (waiting.get(to) ?? 0) + 1);
  const ready = names.filter((name) => waiting.get(name) === 0);
  for (let name = ready.shift(); name !== undefined; name = ready.shift()) {
    for (const { from, to } of edges) {
      if (from !== name) continue;
      layers.set(to, Math.max(layers.get(to) ?? 0, (layers.get(name) ?? 0) + 1));
      const left = (waiting.get(to) ?? 1) - 1;
      waiting.set(to, left);
      if (left === 0) ready.push(to);
    }
  }
  return layers;
}

/** Puts the nodes of each layer in the order of the middle of their neighbors in the layer before. */
function orderRows(rows: string[][], edges: readonly GraphEdge[]): void {
  for (const [layer, row] of rows.entries()) {
    const before = new Map(rows[layer - 1]?.map((name, index) => [name, index]));
    if (before.size === 0) continue;
    const middle = (name: string, index: number): number => {
      const places = edges.flatMap(({ from, to }) => (to === name ? [before.get(from) ?? null] : []));
      const known = places.filter((place) => place !== null);
      return known.length === 0 ? index : known.reduce((sum, place) => sum + place, 0) / known.length;
    };
    const keys = new Map(row.map((name, index) => [name, middle(name, index)]));
    row.sort((one, other) => (keys.get(one) ?? 0) - (keys.get(other) ?? 0));
  }
}
