/** Keys from a field to a part of its value. */
export type PartPath = readonly (string | number)[];

/**
 * Names that are hidden wherever they occur: the field itself, and every record with such a name in a question, a proposal, a call or another
 * field. A name with dots is a path, which hides what ends with it: `trip.email`, or `legs.0.to` for one item.
 */
export class HiddenNames {
  /** Paths by their last name. */
  readonly #paths = new Map<string, readonly (readonly string[])[]>();
  /** True if a name alone decides, wherever it occurs. */
  readonly areSingle: boolean;

  constructor(names: Iterable<string>) {
    for (const name of names) {
      const path = name.split(".");
      const last = path.at(-1) ?? "";
      this.#paths.set(last, [...(this.#paths.get(last) ?? []), path]);
    }
    this.areSingle = [...this.#paths.values()].flat().every(({ length }) => length === 1);
  }

  get isEmpty(): boolean {
    return this.#paths.size === 0;
  }

  /** True if a part is hidden that a path ends at. Its field is the first name. */
  hides(path: PartPath): boolean {
    const last = path.at(-1);
    const paths = last === undefined ? undefined : this.#paths.get(String(last));
    if (paths === undefined) return false;
    if (typeof last === "string" && paths.some(({ length }) => length === 1)) return true;
    const names = path.filter((key) => typeof key === "string");
    return paths.some((each) => endsWith(path, each) || (typeof last === "string" && endsWith(names, each)));
  }
}

const endsWith = (path: PartPath, end: readonly string[]): boolean =>
  end.length <= path.length && end.every((name, index) => String(path[path.length - end.length + index]) === name);
