import { Validator } from "@langchain/core/utils/json_schema";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { safeSchema } from "../../src/mcp/safe-schema.ts";

const copied = (schema: object) => {
  const safe = safeSchema(schema);
  if (!safe.ok) throw new Error(safe.problem);
  return safe.schema;
};
const object = (properties: object, more: object = {}) => ({ type: "object", properties, ...more });
// The validator marks the schema that it gets.
const isValid = (schema: object, value: unknown) =>
  new Validator(structuredClone(schema), "2020-12", false).validate(value).valid;

/** Schemas of objects, with references into each other and into themselves. */
const references = fc.constantFrom("#/$defs/a", "#/$defs/b", "#");
const leaf = fc.constantFrom({ type: "string" }, { type: "number" }, { enum: ["x", 1] }, {});
const inner = fc.oneof(
  leaf,
  references.map(($ref) => ({ $ref })),
  fc.dictionary(fc.constantFrom("a", "b"), leaf).map((properties) => object(properties)),
);
const schemas = fc
  .tuple(fc.dictionary(fc.constantFrom("a", "b"), inner, { maxKeys: 2 }), inner, inner)
  .map(([properties, a, b]) => object(properties, { $defs: { a: { ...a, title: "A" }, b: { ...b, title: "B" } } }));
const values = fc.letrec((tie) => ({
  value: fc.oneof(
    { maxDepth: 3 },
    fc.constantFrom("x", "y", 1, null),
    fc.dictionary(fc.constantFrom("a", "b"), tie("value")),
  ),
})).value;

describe("the copy of a schema", () => {
  test("without references validates as the schema does", () => {
    const plain = fc.dictionary(fc.constantFrom("a", "b"), leaf).map((properties) => object(properties));
    fc.assert(
      fc.property(plain, values, (schema, value) => {
        expect(isValid(copied(schema), value)).toBe(isValid(schema, value));
      }),
    );
  });

  test("contains no reference, and accepts what the schema accepts", () => {
    fc.assert(
      fc.property(schemas, values, (schema, value) => {
        const copy = copied(schema);
        expect(JSON.stringify(copy)).not.toContain("$ref");
        fc.pre(isAccepted(schema, value));
        expect(isValid(copy, value)).toBe(true);
      }),
    );
  });

  test("has patterns in descriptions, and keeps properties that are called like keywords", () => {
    const schema = object({
      pattern: { type: "string", pattern: "^a$", description: "A letter." },
      definitions: { type: "number" },
      $defs: { type: "number" },
    });
    expect(copied(schema)).toEqual(
      object({
        pattern: { type: "string", description: "A letter.\nPattern: ^a$" },
        definitions: { type: "number" },
        $defs: { type: "number" },
      }),
    );
  });

  test("keeps values of keywords as they are", () => {
    const schema = object({ a: { const: { $ref: "#/none" }, default: { pattern: "x" }, enum: [{ $ref: "x" }] } });
    expect(copied(schema)).toEqual(schema);
  });
});

test.each([
  ["nothing", undefined],
  ["a text", "object"],
  ["another type", { type: "array" }],
  ["a function", object({ a: () => 1 })],
  ["a prototype", JSON.parse('{"type":"object","properties":{"__proto__":{}}}')],
  ["the constructor of a prototype", object({ a: { $ref: "#/constructor" } })],
  ["a reference that is not a text", object({ a: { $ref: 7 } })],
  ["another document", object({ a: { $ref: "other.json" } })],
])("%s is refused", (_, schema: unknown) => {
  expect(safeSchema(schema).ok).toBe(false);
});

/** References that lead to themselves alone have no meaning; validators differ or do not end. */
function isAccepted(schema: object, value: unknown): boolean {
  try {
    return isValid(schema, value);
  } catch {
    return false;
  }
}
