import { entriesOf, listOf, own } from "./written-parts.ts";

/** A value that is compared without its content: a stored one by its id, a small one by its text. */
interface Leaf {
  readonly kind: "leaf";
  readonly number: number;
}

/** A list or record. Its sums change with its parts, so a change of one part costs the same however many there are. */
interface Branch {
  readonly kind: "list" | "record";
  /** Parts by name. The names of a list are indexes. */
  readonly parts: Map<string, Shape> | Shape[];
  sums: Sums;
  /** The snapshot that may alter it. Others copy it first. */
  readonly owner: object;
}

type Shape = Leaf | Branch;

type Sums = readonly [number, number, number];

const EMPTY: Sums = [0, 0, 0];

const SALTS: Sums = [0x85ebca6b, 0xc2b2ae35, 0x27d4eb2f];

const KIND_SALTS = { list: 0x165667b1, record: 0x5bd1e995 };

/** Sums that stand for a part in those of the branch around it. */
function sumsOf(shape: Shape): Sums {
  if (shape.kind === "leaf") return [shape.number, shape.number, shape.number];
  const count = Array.isArray(shape.parts) ? shape.parts.length : shape.parts.size;
  const [one, two, three] = shape.sums;
  const salt = KIND_SALTS[shape.kind];
  return [mixed(one, count, salt), mixed(two, count, salt), mixed(three, count, salt)];
}

/** Mixes two numbers into 32 bits. */
function mixed(one: number, other: number, salt: number): number {
  let hash = Math.imul(one ^ salt, 0x9e3779b1) ^ Math.imul(other + salt, 0x85ebca77);
  hash = Math.imul(hash ^ (hash >>> 15), 0x2c1b3c6d);
  hash = Math.imul(hash ^ (hash >>> 12), 0x297a2d39);
  return hash ^ (hash >>> 15);
}

/**
 * Numbers for the values of channels, taken from records alone. Equal values have equal numbers, and different values have different
 * ones: lists and records are compared by sums of 96 bits over their parts, everything else by its content.
 *
 * @internal
 */
export class ValueNumbers {
  #last = 0;
  readonly #stored = new Map<unknown, number>();
  readonly #texts = new Map<unknown, number>();
  readonly #names = new Map<unknown, number>();

  /** The number of a key, the next free one for a new key. */
  #numberOf(key: unknown, known: Map<unknown, number>): number {
    const found = known.get(key);
    if (found !== undefined) return found;
    this.#last += 1;
    known.set(key, this.#last);
    return this.#last;
  }

  /** The number of a value. */
  of(shape: Shape): number {
    if (shape.kind === "leaf") return shape.number;
    const count = Array.isArray(shape.parts) ? shape.parts.length : shape.parts.size;
    const [one, two, three] = shape.sums;
    return this.#numberOf(`${shape.kind}:${count}:${one}:${two}:${three}`, this.#texts);
  }

  /** Reads a written value, or applies a change to one, which it alters if it is the owner's. Throws a TypeError for anything else. */
  read(written: unknown, before: Shape | undefined, owner: object): Shape {
    if (typeof written === "number") return { kind: "leaf", number: this.#numberOf(written, this.#stored) };
    if (typeof written !== "object" || written === null) throw new TypeError("a part of it is not a snapshot");
    if (Array.isArray(written)) return this.#inline(written[0]);
    const record = own(written, "o");
    if (record !== undefined)
      return this.#changeRecord({ p: record }, { kind: "record", parts: new Map(), sums: EMPTY, owner });
    const list = own(written, "a");
    if (list !== undefined) return this.#splice([0, 0, list], { kind: "list", parts: [], sums: EMPTY, owner });
    if (before?.kind === "record") return this.#changeRecord(written, ownedBy(owner, before));
    if (before?.kind === "list") return this.#changeList(written, ownedBy(owner, before));
    throw new TypeError("a change in it has nothing to change");
  }

  #inline(value: unknown): Shape {
    return { kind: "leaf", number: this.#numberOf(`=${JSON.stringify(inOrder(value))}`, this.#texts) };
  }

  #changeRecord(written: object, before: Branch): Branch {
    const { parts } = before;
    if (Array.isArray(parts)) throw new TypeError("a change in it has nothing to change");
    for (const gone of listOf(own(written, "d") ?? []).map(String)) {
      this.#add(before, gone, parts.get(gone), -1);
      parts.delete(gone);
    }
    for (const [name, part] of entriesOf(own(written, "p"))) {
      const old = parts.get(name);
      this.#add(before, name, old, -1);
      const shape = this.read(part, old, before.owner);
      parts.set(name, shape);
      this.#add(before, name, shape, 1);
    }
    return before;
  }

  #changeList(written: object, before: Branch): Branch {
    const spliced = own(written, "s");
    if (spliced !== undefined) return this.#splice(listOf(spliced), before);
    const { parts } = before;
    if (!Array.isArray(parts)) throw new TypeError("a change in it has nothing to change");
    for (const [name, part] of entriesOf(own(written, "i"))) {
      const old = parts[Number(name)];
      this.#add(before, name, old, -1);
      const shape = this.read(part, old, before.owner);
      parts[Number(name)] = shape;
      this.#add(before, name, shape, 1);
    }
    return before;
  }

  #splice(written: readonly unknown[], before: Branch): Branch {
    const { parts } = before;
    if (!Array.isArray(parts)) throw new TypeError("a change in it has nothing to change");
    for (let at = 0; at < written.length; at += 3) {
      const [start, count] = [Number(written[at]), Number(written[at + 1])];
      const added = listOf(written[at + 2]).map((part) => this.read(part, undefined, before.owner));
      const after = parts.splice(start);
      for (const [index, part] of after.entries()) this.#add(before, String(start + index), part, -1);
      for (const part of [...added, ...after.slice(count)]) {
        this.#add(before, String(parts.length), part, 1);
        parts.push(part);
      }
    }
    return before;
  }

  /** Adds the share of a part to the sums of a branch, or takes it away. */
  #add(branch: Branch, name: string, part: Shape | undefined, sign: 1 | -1): void {
    if (part === undefined) return;
    const place = branch.kind === "list" ? Number(name) : this.#numberOf(name, this.#names);
    const [first, second, third] = sumsOf(part);
    const [one, two, three] = branch.sums;
    branch.sums = [
      (one + Math.imul(sign, mixed(place, first, SALTS[0]))) | 0,
      (two + Math.imul(sign, mixed(place, second, SALTS[1]))) | 0,
      (three + Math.imul(sign, mixed(place, third, SALTS[2]))) | 0,
    ];
  }
}

/** The values of the channels of a checkpoint, as far as their equality goes. */
export class ChannelShapes {
  readonly #numbers: ValueNumbers;
  readonly #shapes: Map<string, Shape>;
  /** The number of each channel's value. */
  readonly values: Map<string, number>;

  constructor(numbers: ValueNumbers, before?: ChannelShapes) {
    this.#numbers = numbers;
    this.#shapes = new Map(before === undefined ? [] : before.#shapes);
    this.values = new Map(before?.values);
  }

  /** Applies a written record to the channels that are wanted. Throws a TypeError for anything else. */
  apply(written: unknown, isWanted: (channel: string) => boolean): void {
    if (typeof written !== "object" || written === null) throw new TypeError("it is not a snapshot");
    const whole = own(written, "o");
    const channels = own(entriesIn(whole ?? own(written, "p")), "channel_values");
    if (channels === undefined) return;
    const all = own(entriesIn(channels), "o");
    if (whole !== undefined || all !== undefined) {
      this.#shapes.clear();
      this.values.clear();
    }
    for (const gone of listOf(own(entriesIn(channels), "d") ?? []).map(String)) {
      this.#shapes.delete(gone);
      this.values.delete(gone);
    }
    for (const [channel, part] of entriesOf(all ?? own(entriesIn(channels), "p") ?? {})) {
      if (!isWanted(channel)) continue;
      const shape = this.#numbers.read(part, this.#shapes.get(channel), this);
      this.#shapes.set(channel, shape);
      this.values.set(channel, this.#numbers.of(shape));
    }
  }
}

/** A branch that its owner may alter: the same one, or a copy. */
function ownedBy(owner: object, branch: Branch): Branch {
  if (branch.owner === owner) return branch;
  const { kind, parts, sums } = branch;
  return { kind, parts: Array.isArray(parts) ? parts.slice() : new Map(parts), sums, owner };
}

function entriesIn(value: unknown): object {
  if (typeof value !== "object" || value === null) throw new TypeError("a record in it is missing");
  return value;
}

/** The same JSON value with the keys of its records in one order. */
function inOrder(value: unknown): unknown {
  if (typeof value !== "object" || value === null) return value;
  if (Array.isArray(value)) return value.map(inOrder);
  const names = Object.keys(value).toSorted();
  return ["{", ...names.flatMap((name) => [name, inOrder(Reflect.get(value, name))])];
}
