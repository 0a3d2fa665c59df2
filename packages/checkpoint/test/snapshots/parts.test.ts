import fc from "fast-check";
import { expect, test } from "vitest";
import { NextParts, type Parts } from "../../src/snapshots/parts.ts";

interface Part {
  readonly name: string;
}

const part = (name: string): Part => ({ name });

/** One version after another one: parts that stay, those of them that are replaced, and parts that are added. */
const step = fc.record({
  base: fc.nat(),
  kept: fc.nat(),
  replaced: fc.array(fc.nat(), { maxLength: 3 }),
  added: fc.nat({ max: 3 }),
});

test("every version keeps its parts, whatever later versions and other branches do to the arrays that they share", () => {
  fc.assert(
    fc.property(fc.array(step, { minLength: 1, maxLength: 20 }), (steps) => {
      let count = 0;
      const fresh = (): Part => part(`part ${(count += 1)}`);
      const versions: { parts: Parts<Part>; expected: readonly Part[] }[] = [
        { parts: new NextParts<Part>(undefined, 0).done(), expected: [] },
      ];
      for (const { base, kept, replaced, added } of steps) {
        const before = versions[base % versions.length];
        if (before === undefined) return;
        // Half of the versions keep everything, as most values do.
        const size = kept % 2 === 0 ? before.parts.size : kept % (before.parts.size + 1);
        const next = new NextParts(before.parts, size);
        const expected = before.expected.slice(0, size);
        for (const place of size === 0 ? [] : replaced) {
          const one = fresh();
          next.replace(place % size, one, one);
          expected[place % size] = one;
        }
        for (let each = 0; each < added; each += 1) {
          const one = fresh();
          next.add(one, one, one.name);
          expected.push(one);
        }
        versions.push({ parts: next.done(), expected });
      }
      for (const { parts, expected } of versions) {
        expect([...parts.values()]).toEqual(expected);
        expect(parts.slice(0)).toEqual(expected);
        expect(parts.length).toBe(expected.length);
        for (const [place, one] of expected.entries()) expect(parts.at(place)).toBe(one);
        expect(parts.at(expected.length)).toBeUndefined();
        const begun = versions.filter((other) => parts.extends(other.parts));
        for (const other of begun) expect(expected.slice(0, other.expected.length)).toEqual(other.expected);
      }
    }),
  );
});

test("parts of a record are found by the names that they have in a version", () => {
  const first = new NextParts<Part>(undefined, 0);
  for (let index = 0; index < 20; index += 1) first.add(part(`${index}`), null, `${index}`);
  const before = first.done();
  const [one, other] = [new NextParts(before, before.size), new NextParts(before, before.size)];
  one.add(part("one"), null, "new");
  other.add(part("other"), null, "new");
  expect([before, one.done(), other.done()].map((each) => each.get("new")?.name)).toEqual([undefined, "one", "other"]);
  expect([...other.done().keys()].at(-1)).toBe("new");
  expect(before.get("7")?.name).toBe("7");
});

test("a version that only adds parts copies nothing", () => {
  const first = new NextParts<Part>(undefined, 0);
  first.add(part("a"), null);
  const before = first.done();
  const next = new NextParts(before, 1);
  next.add(part("b"), null);
  expect(next.done().arrays).toBe(before.arrays);
  expect(next.done().extends(before)).toBe(true);
  expect(before.extends(next.done())).toBe(false);
});
