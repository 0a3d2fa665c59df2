/** Records with more parts than this get an index by name. */
const INDEXED = 8;

/**
 * Parts of a record in order: names and nodes side by side. Two arrays are compared and copied much faster than a map.
 *
 * @internal
 */
export class RecordItems<Node> {
  readonly names: readonly string[];
  readonly nodes: readonly Node[];
  #index: Map<string, number> | null = null;

  constructor(names: readonly string[], nodes: readonly Node[]) {
    this.names = names;
    this.nodes = nodes;
  }

  get size(): number {
    return this.names.length;
  }

  get(name: string): Node | undefined {
    if (this.names.length <= INDEXED) return this.nodes[this.names.indexOf(name)];
    this.#index ??= new Map(this.names.map((each, place) => [each, place]));
    return this.nodes[this.#index.get(name) ?? -1];
  }

  has(name: string): boolean {
    return this.get(name) !== undefined;
  }

  keys(): ArrayIterator<string> {
    return this.names.values();
  }

  values(): ArrayIterator<Node> {
    return this.nodes.values();
  }

  *[Symbol.iterator](): Generator<[string, Node]> {
    for (const [place, node] of this.nodes.entries()) yield [this.names[place] ?? "", node];
  }
}

/** The parts of a record in two arrays. */
export const itemsOf = <Node>(items: Map<string, Node> | RecordItems<Node>): RecordItems<Node> =>
  items instanceof RecordItems ? items : new RecordItems([...items.keys()], [...items.values()]);
