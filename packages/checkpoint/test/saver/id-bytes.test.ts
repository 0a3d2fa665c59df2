import { uuid6 } from "@langchain/langgraph-checkpoint";
import fc from "fast-check";
import { expect, test } from "vitest";
import { idBytes, idOfBytes } from "../../src/saver/id-bytes.ts";
import { storedId } from "../../src/saver/stored-id.ts";

const nearly = fc
  .tuple(fc.uuid(), fc.nat(36), fc.constantFrom("", "-", "0", "9", "a", "f", "g", "A", "/", ":", "`", "~", "\0", "é"))
  .map(([id, place, text]) => id.slice(0, place) + text + id.slice(place + text.length));
const short = fc
  .tuple(fc.uuid(), fc.nat(36), fc.string({ maxLength: 2 }))
  .map(([id, length, text]) => id.slice(0, length) + text);
const ids = fc.oneof(fc.uuid(), nearly, short, fc.string(), fc.string({ unit: "binary" }), fc.constant(""));

test("a UUID takes sixteen bytes", () => {
  expect(idBytes(uuid6(1))).toHaveLength(16);
});

test("every id comes back as it was", () => {
  for (const id of [
    "00000000-0000-0000-0000-000000000000",
    "\u0000",
    "\ud800",
    "1",
    "ffffffff-ffff-ffff-ffff-ffffffffffff~",
  ])
    expect(idOfBytes(idBytes(id))).toBe(id);
  fc.assert(
    fc.property(ids, (id) => {
      expect(idOfBytes(idBytes(id))).toBe(id);
    }),
  );
});

test("ids sort as their texts do, whatever they look like", () => {
  fc.assert(
    fc.property(ids, ids, (one, other) => {
      const texts = Buffer.compare(Buffer.from(storedId(one)), Buffer.from(storedId(other)));
      expect(Math.sign(Buffer.compare(idBytes(one), idBytes(other)))).toBe(Math.sign(texts));
    }),
  );
});
