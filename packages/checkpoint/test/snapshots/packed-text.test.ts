import fc from "fast-check";
import { expect, test } from "vitest";
import { bytesOf, packText, RECORDS, unpackText, unpackTexts, VALUES } from "../../src/packing/packed-text.ts";

const packings = fc.constantFrom(VALUES, RECORDS);
const texts = fc.array(fc.tuple(fc.string({ unit: "grapheme", maxLength: 600 }), packings), { maxLength: 12 });

test("a text comes back as it was packed, by itself and together with others", () => {
  fc.assert(
    fc.property(texts, (all) => {
      const bodies = all.map(([text, packing]) => packText(text, packing));
      expect(bodies.map(unpackText)).toEqual(all.map(([text]) => text));
      expect([...unpackTexts(bodies)].toSorted(([one], [other]) => one - other)).toEqual(
        all.map(([text], place) => [place, text]),
      );
      const stored = all.map(([text, packing]) => bytesOf(text, packing, 0));
      expect(stored.map(unpackText)).toEqual(all.map(([text]) => text));
      expect(stored.map((_, place) => unpackTexts(stored).get(place))).toEqual(all.map(([text]) => text));
    }),
  );
});

test("what repeats takes fewer bytes; what is short stays readable", () => {
  expect(packText("again ".repeat(100), VALUES).length).toBeLessThan(40);
  expect(packText('{"a":[1]}', RECORDS)).toBe('{"a":[1]}');
});

test("many texts of every size are unpacked together", () => {
  const all = Array.from({ length: 300 }, (_, index) => JSON.stringify(`${index} `.repeat((index * index) % 900)));
  all.push(JSON.stringify(Array.from({ length: 300_000 }, (_, index) => index)));
  const found = unpackTexts(all.map((text) => packText(text, VALUES)));
  expect(all.filter((text, place) => found.get(place) !== text)).toEqual([]);
});

test("bytes that nobody has packed are refused, and do not hide the texts beside them", () => {
  expect(() => unpackText(new Uint8Array([0xff, 1]))).toThrow(/invalid/);
  expect(() => unpackText(null)).toThrow(/neither text nor bytes/);
  const good = packText("again ".repeat(100), VALUES);
  const bad = Buffer.concat([Buffer.of(VALUES.mark), Buffer.of(0xff, 1, 2, 3)]);
  const found = unpackTexts([good, bad, good, null, new Uint8Array([0xff, 1])]);
  expect([found.get(0), found.get(2), found.has(1), found.has(3), found.has(4)]).toEqual([
    "again ".repeat(100),
    "again ".repeat(100),
    false,
    false,
    false,
  ]);
});

test("bytes that are stored already keep their meaning", () => {
  // The dictionaries are part of the schema: a change of one of them would make other texts of these.
  const packed = [
    "77c21e6e462106c65606265606a67a06066624879b796c2cfe948ee4470bb0430000",
    "76a2a50f120d51fc90919a93938f1ec540270000",
  ];
  expect(packed.map((hex) => unpackText(Buffer.from(hex, "hex")))).toEqual([
    '{"p":{"ts":["2026-01-02T03:04:05.006Z"],"channel_values":{"p":{"messages":{"s":[1,0,[7]]}}},"channel_versions":{"p":{"messages":[8]}}}}',
    '{"lc":1,"type":"constructor","id":["langchain_core","messages","AIMessage"],"kwargs":{"id":"a1","content":"hello","tool_calls":[]}}',
  ]);
});
