import type { HiddenNames, PartPath } from "./hidden-names.ts";
import { isPlainList, type Plain } from "./plain-value.ts";

/** Shortest text, and shortest number, that is looked for in other texts. Shorter ones are in every second sentence. */
const SHORTEST = 3;

/** Longest text that an expression looks for, together with others. */
const IN_EXPRESSION = 80;

/** Number of texts of an expression: a larger one takes long to compile. */
const AT_ONCE = 400;

/** From this length on a text is also found inside of words. */
const WITHIN_WORDS = 8;

/** Words that threads are made of. A hidden value that is one of them tells nothing, and without them a thread cannot be read. */
const WORDS = new Set(
  "human ai tool system user assistant developer add remove replace function text image commit approval edit proposal accepted refused approved rejected pending in_progress completed failed skipped true false null none yes".split(
    " ",
  ),
);

/** Hidden values as they may occur in texts: in a question, the reason of a proposal, a message. */
export class HiddenTexts {
  readonly #names: HiddenNames;
  /** True for a text that is masked because of its name, besides those that are hidden. */
  readonly #isSecret: (path: PartPath) => boolean;
  readonly #texts = new Set<string>();
  readonly #numbers = new Set<number>();
  #expressions: readonly RegExp[] | null = null;
  #long: readonly string[] = [];

  constructor(
    names: HiddenNames,
    { isSecret = () => false }: { readonly isSecret?: (path: PartPath) => boolean } = {},
  ) {
    this.#names = names;
    this.#isSecret = isSecret;
  }

  get isEmpty(): boolean {
    return this.#texts.size === 0 && this.#numbers.size === 0;
  }

  /** Collects what is hidden in the value of a field. */
  collect(field: string, value: Plain): void {
    this.#walk(value, [field], false);
  }

  /** The value without the hidden texts and numbers. Returns it itself if it contains none. */
  conceal(value: Plain, mask: string): Plain {
    if (this.isEmpty) return value;
    if (typeof value === "string") return this.#concealText(value, mask);
    if (typeof value === "number") return this.#numbers.has(value) ? mask : value;
    if (value === null || typeof value !== "object") return value;
    if (isPlainList(value)) {
      const items = value.map((each) => this.conceal(each, mask));
      return items.every((each, index) => each === value[index]) ? value : items;
    }
    let isSame = true;
    const entries = Object.entries(value).map(([key, each]): [string, Plain] => {
      const entry: [string, Plain] = [this.#concealText(key, mask), this.conceal(each, mask)];
      isSame &&= entry[0] === key && entry[1] === each;
      return entry;
    });
    return isSame ? value : Object.fromEntries(entries);
  }

  #walk(value: Plain, path: PartPath, isHidden: boolean): void {
    // An item at a position is hidden, and not what is there: another item may be the same.
    const hidden = isHidden || (this.#names.hides(path) && this.#names.hides(path.filter(isName)));
    if (value !== null && typeof value === "object") {
      const parts: readonly (readonly [string | number, Plain])[] = isPlainList(value)
        ? value.map((each, index) => [index, each] as const)
        : Object.entries(value);
      for (const [key, each] of parts) this.#walk(each, [...path, key], hidden);
      return;
    }
    const isMasked = hidden || (typeof value === "string" && this.#isSecret(path));
    const inside = typeof value === "string" ? jsonIn(value) : null;
    if (inside !== null && !isMasked) this.#walk(inside, path, false);
    if (!isMasked) return;
    if (typeof value === "number" && String(Math.abs(value)).length >= SHORTEST) {
      this.#numbers.add(value);
      this.#add(String(value));
      this.#add(value.toLocaleString("en-US"));
    }
    if (typeof value === "string") this.#add(value.trim());
  }

  #add(text: string): void {
    if (text.length < SHORTEST || WORDS.has(text.toLowerCase()) || this.#texts.has(text)) return;
    this.#texts.add(text);
    // As it is written inside of JSON that is a text itself.
    const quoted = JSON.stringify(text).slice(1, -1);
    this.#texts.add(quoted);
    this.#expressions = null;
  }

  #concealText(text: string, mask: string): string {
    if (text.length < SHORTEST) return text;
    this.#expressions ??= this.#prepare();
    let shown = text;
    for (const each of this.#long) if (each.length <= shown.length) shown = shown.replaceAll(each, () => mask);
    for (const each of this.#expressions) shown = shown.replaceAll(each, () => mask);
    return shown;
  }

  #prepare(): readonly RegExp[] {
    const longestFirst = [...this.#texts].toSorted((one, other) => other.length - one.length);
    this.#long = longestFirst.filter(({ length }) => length > IN_EXPRESSION);
    const short = longestFirst.slice(this.#long.length).map(patternOf);
    const expressions: RegExp[] = [];
    for (let begin = 0; begin < short.length; begin += AT_ONCE)
      expressions.push(new RegExp(short.slice(begin, begin + AT_ONCE).join("|"), "gu"));
    return expressions;
  }
}

const isName = (key: string | number): key is string => typeof key === "string";

function patternOf(text: string): string {
  const pattern = text.replaceAll(/[$()*+./?[\\\]^{|}]/g, String.raw`\$&`);
  return text.length >= WITHIN_WORDS && !/^[\d.,]+$/.test(text)
    ? pattern
    : String.raw`(?<![\p{L}\p{N}])${pattern}(?![\p{L}\p{N}])`;
}

/** Longest text that is read as JSON. */
const LONGEST_JSON = 1_000_000;

/** A list or record that a text is, as calls of tools and their results are. Null for any other text. */
export function jsonIn(text: string): Plain {
  if (text.length > LONGEST_JSON || !/^\s*[[{]/.test(text)) return null;
  try {
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- `JSON.parse` makes nothing else
    return JSON.parse(text) as Plain;
  } catch {
    return null;
  }
}
