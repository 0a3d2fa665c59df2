import fc from "fast-check";
import { expect, test } from "vitest";
import { nextPart, withPart } from "../page/values/merged-parts.ts";
import { windowText } from "../page/values/text.ts";
import { findInValues, partOfValue } from "../src/reader/value-parts.ts";
import { isPlainList, isPlainRecord, type Plain, plainValue } from "../src/values/plain-value.ts";
import { HiddenNames } from "../src/values/hidden-names.ts";
import { HiddenTexts } from "../src/values/hidden-texts.ts";
import { partRedaction, redaction, type RedactionRules } from "../src/values/redaction.ts";
import type { ValuePath } from "../src/values/value-diff.ts";
import { windowValue, type WindowedValue } from "../src/values/value-window.ts";

/** Names and texts, some of which are secrets. */
const name = fc.constantFrom("city", "token", "note", "apiKey", "items", "__proto__", "0");
const text = fc.oneof(fc.string({ maxLength: 6 }), fc.constant("sk-aaaaaaaaaaaaaaaaaaaaaaaa"));
const { value: json } = fc.letrec<{ value: Plain }>((tie) => ({
  value: fc.oneof(
    { depthSize: "small", withCrossShrink: true },
    text,
    fc.integer(),
    fc.constant(null),
    fc.array(tie("value"), { maxLength: 7 }),
    fc.dictionary(name, tie("value"), { maxKeys: 6 }).map((value) => plainValue(value)),
  ),
}));

/** Paths to all parts of a value. */
function pathsOf(value: Plain, path: ValuePath = []): readonly ValuePath[] {
  const entries: readonly (readonly [string | number, Plain])[] = isPlainList(value)
    ? value.map((each, index) => [index, each] as const)
    : isPlainRecord(value)
      ? Object.entries(value)
      : [];
  return [path, ...entries.flatMap(([key, each]) => pathsOf(each, [...path, key]))];
}

function partAt(value: Plain, path: ValuePath): Plain {
  return path.reduce<Plain>(
    (at, key) => (isPlainList(at) ? at[Number(key)] : isPlainRecord(at) ? at[key] : null) ?? null,
    value,
  );
}

const maxLength = (value: Plain): number =>
  typeof value !== "object" || value === null
    ? 0
    : Math.max(Object.keys(value).length, ...Object.values(value).map((each: Plain) => maxLength(each)));

test("no list and no record of a window is longer than its size, and what is left out is named", () => {
  fc.assert(
    fc.property(json, fc.integer({ min: 1, max: 4 }), (value, size) => {
      const shown = windowValue(value, { size });
      expect(maxLength(shown.value)).toBeLessThanOrEqual(size);
      expect(shown.windows.length === 0).toBe(maxLength(value) <= size);
      for (const { path, total } of shown.windows) {
        const whole = partAt(value, path);
        expect(total).toBe(
          maxLength(isPlainRecord(whole) ? Object.keys(whole) : isPlainList(whole) ? whole.map(() => null) : null),
        );
      }
    }),
  );
});

/** Asks for all that a value leaves out, as the page does. */
function readAll(
  whole: Plain,
  shown: WindowedValue,
  { size, count }: { readonly size: number; readonly count: number },
) {
  let all = shown;
  for (let rounds = 0; all.windows.length > 0; rounds += 1) {
    expect(rounds).toBeLessThan(2_000);
    const [window] = all.windows;
    if (window === undefined) break;
    const range = nextPart(all, window, count);
    all = withPart(all, partOfValue("field", whole, { path: window.path, ...range, size }));
  }
  return all.value;
}

test("the parts that a person asks for make up the value", () => {
  fc.assert(
    fc.property(json, fc.integer({ min: 1, max: 3 }), fc.integer({ min: 1, max: 3 }), (value, size, count) => {
      expect(readAll(value, windowValue(value, { size }), { size, count })).toEqual(value);
    }),
  );
});

test("a long text, a long list and a long record are read to their ends", () => {
  const value: Plain = {
    text: "word ".repeat(5_000),
    list: Array.from({ length: 10_000 }, (_, index) => index),
    record: Object.fromEntries(Array.from({ length: 1_000 }, (_, index) => [`n${index}`, [index]])),
  };
  const shown = windowValue(value, { size: 40 });
  expect(JSON.stringify(shown).length).toBeLessThan(6_000);
  expect(shown.windows).toEqual([
    { path: ["text"], total: 25_000, from: 0 },
    { path: ["list"], total: 10_000, from: 9_960 },
    { path: ["record"], total: 1_000, from: 0 },
  ]);
  expect(readAll(value, shown, { size: 40, count: 500 })).toEqual(value);
});

const rules = (changes: Partial<RedactionRules> = {}): RedactionRules => {
  const none = new HiddenNames([]);
  return {
    hidden: none,
    mentioned: none,
    texts: new HiddenTexts(none),
    custom: undefined,
    isField: () => false,
    ...changes,
  };
};

test("a part of a redacted value is the redacted part, so a secret that is not shown in a value is in none of its parts", () => {
  const field = fc.constantFrom("notes", "token");
  fc.assert(
    fc.property(json, field, (value, at) => {
      const whole = redaction(rules())(at, value);
      const redactPart = partRedaction(rules())(at);
      for (const path of pathsOf(value))
        expect(redactPart?.(at, path, partAt(value, path))).toEqual(partAt(whole, path));
    }),
  );
});

test("parts of a hidden field, and of any field about which the application decides, are not redacted without the rest", () => {
  expect(partRedaction(rules({ hidden: new HiddenNames(["note"]) }))("note")).toBeNull();
  expect(partRedaction(rules({ custom: (value) => value }))("other")).toBeNull();
});

test("a search names every place, with the text around it, and counts what it does not list", () => {
  const long = `${"a".repeat(200)} Lisbon ${"b".repeat(200)}`;
  const values = { legs: [{ to: "Oslo" }, { to: "lisbon" }], note: long, lisbonCount: 2 };
  const { found, total } = findInValues(values, { text: "Lisbon", limit: 2 });
  expect(total).toBe(3);
  expect(found.map((each) => [each.field, ...each.path])).toEqual([["legs", 1, "to"], ["note"]]);
  expect(found[0]?.text).toBe("lisbon");
  expect(found[1]?.text).toMatch(/^…a+ Lisbon b+…$/);
  expect(findInValues(values, { text: "", limit: 2 })).toEqual({ found: [], total: 0 });
});

test("one line counts what inner windows leave out", () => {
  const list = Array.from({ length: 50 }, (_, index) => index);
  expect(windowText(windowValue(list, { size: 2 }))).toBe("50 items");
  expect(windowText(windowValue({ days: list }, { size: 2 }))).toBe('{days: "[50 items]"}');
});
