/** Records with more parts than this get an index by name. */
const INDEXED = 8;

/** Arrays that versions of a list or record share: each version that only adds parts extends them in place. */
interface SharedArrays<Node> {
  /** Names of the parts of a record. Empty for a list. */
  readonly names: string[];
  readonly nodes: Node[];
  /** Source of each node, for a fast comparison. */
  readonly sources: unknown[];
  /** Places by name, for as many parts as have been looked up. */
  index: Map<string, number> | null;
}

/**
 * Parts of a list or record in order: the first `size` entries of arrays side by side, which are compared and copied much faster than
 * a map. Later versions of a value may have added more entries to the same arrays.
 *
 * @internal
 */
export class Parts<Node> {
  readonly size: number;
  /** May contain more than the parts. */
  readonly arrays: SharedArrays<Node>;

  constructor(arrays: SharedArrays<Node>, size: number) {
    this.arrays = arrays;
    this.size = size;
  }

  get length(): number {
    return this.size;
  }

  /** True if the parts begin with all parts of another version, which are the same nodes. */
  extends(other: unknown): boolean {
    return other instanceof Parts && other.arrays === this.arrays && other.size <= this.size;
  }

  at(place: number): Node | undefined {
    return place < this.size ? this.arrays.nodes[place] : undefined;
  }

  nameAt(place: number): string {
    return this.arrays.names[place] ?? "";
  }

  get(name: string): Node | undefined {
    const { names } = this.arrays;
    if (this.size <= INDEXED) {
      for (let place = 0; place < this.size; place += 1) if (names[place] === name) return this.arrays.nodes[place];
      return undefined;
    }
    const index = (this.arrays.index ??= new Map<string, number>());
    for (let place = index.size; place < this.size; place += 1) index.set(names[place] ?? "", place);
    return this.at(index.get(name) ?? this.size);
  }

  has(name: string): boolean {
    return this.get(name) !== undefined;
  }

  keys(): ArrayIterator<string> {
    return firstOf(this.arrays.names, this.size).values();
  }

  values(): ArrayIterator<Node> {
    return firstOf(this.arrays.nodes, this.size).values();
  }

  /** True if all parts pass a test. */
  every(test: (node: Node) => boolean): boolean {
    for (let place = 0; place < this.size; place += 1) {
      const node = this.arrays.nodes[place];
      if (node !== undefined && !test(node)) return false;
    }
    return true;
  }

  /** Parts from a place on. */
  slice(start: number): readonly Node[] {
    return this.arrays.nodes.slice(start, this.size);
  }

  *[Symbol.iterator](): Generator<[string, Node]> {
    for (let place = 0; place < this.size; place += 1) {
      const node = this.arrays.nodes[place];
      if (node !== undefined) yield [this.nameAt(place), node];
    }
  }
}

const firstOf = <Each>(list: readonly Each[], size: number): readonly Each[] =>
  list.length === size ? list : list.slice(0, size);

/** Parts that were read. */
export function partsFrom<Node extends { readonly source: unknown }>(
  items: Map<string, Node> | readonly Node[],
): Parts<Node> {
  const isMap = items instanceof Map;
  const nodes = [...items.values()];
  const sources = nodes.map(({ source }) => source);
  const names = isMap ? [...items.keys()] : [];
  return new Parts({ names, nodes, sources, index: null }, nodes.length);
}

/**
 * Parts of the next version of a value, which begins with parts of the one before. What is only added goes to the arrays of the version
 * before; anything else goes to a copy.
 *
 * @internal
 */
export class NextParts<Node> {
  #arrays: SharedArrays<Node>;
  #isOwn: boolean;
  #size: number;
  readonly #replaced: number[] = [];
  /** Number of parts that the version begins with. */
  readonly kept: number;

  constructor(before: Parts<Node> | undefined, kept: number) {
    this.kept = kept;
    this.#size = kept;
    if (before === undefined) {
      this.#arrays = { names: [], nodes: [], sources: [], index: null };
      this.#isOwn = true;
      return;
    }
    this.#arrays = before.arrays;
    this.#isOwn = false;
    // Arrays that another version has extended are its own.
    if (kept < before.size) this.#copy();
  }

  /** Places of parts that are not those of the version before, in order. */
  get replaced(): readonly number[] {
    return this.#replaced.toSorted((one, other) => one - other);
  }

  at(place: number): Node | undefined {
    return this.#arrays.nodes[place];
  }

  /** Replaces a part. */
  replace(place: number, node: Node, source: unknown): void {
    if (!this.#isOwn) this.#copy();
    if (this.#arrays.nodes[place] !== node) this.#replaced.push(place);
    this.#arrays.nodes[place] = node;
    this.#arrays.sources[place] = source;
  }

  /** Adds a part, with its name in a record. */
  add(node: Node, source: unknown, name?: string): void {
    if (!this.#isOwn && this.#arrays.nodes.length !== this.#size) this.#copy();
    this.#arrays.nodes.push(node);
    this.#arrays.sources.push(source);
    if (name !== undefined) this.#arrays.names.push(name);
    this.#size += 1;
  }

  /** The parts as they are now. */
  done(): Parts<Node> {
    return new Parts(this.#arrays, this.#size);
  }

  #copy(): void {
    const { names, nodes, sources } = this.#arrays;
    const first = <Each>(list: readonly Each[]) => list.slice(0, this.#size);
    this.#arrays = { names: first(names), nodes: first(nodes), sources: first(sources), index: null };
    this.#isOwn = true;
  }
}
