import { isPlainRecord } from "@tidemark/reducers/internal";
import fc from "fast-check";
import { describe, type FieldDescription, type JsonSchema } from "../state/describe.ts";
import type { StateDeclaration, UpdateOf, ValueOf } from "../state/state.ts";

/**
 * Generates complete values of a state. Each one passes the declared schemas and is plain JSON.
 *
 * Strings and keys come from a small set, so that generated values collide as real ones do. `messages` is always empty.
 *
 * @example
 * ```ts
 * import { AgentState, checkUpdate } from "tidemark";
 * import { arbitraryValue } from "@tidemark/core-state/testing";
 * import fc from "fast-check";
 *
 * fc.assert(fc.property(arbitraryValue(AgentState), (value) => typeof value.control_iteration === "number"));
 * console.log("passed"); // passed
 * ```
 */
export function arbitraryValue<State extends StateDeclaration>(state: State): fc.Arbitrary<ValueOf<State>> {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- each member was filtered through the schema that its type was inferred from
  return fc.record(membersOf(state, "schema")) as fc.Arbitrary<ValueOf<State>>;
}

/** Generates updates of a state: some of its fields, each valid for its update schema; see {@link arbitraryValue}. */
export function arbitraryUpdate<State extends StateDeclaration>(state: State): fc.Arbitrary<UpdateOf<State>> {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- each member was filtered through the schema that its type was inferred from
  return fc.record(membersOf(state, "updateSchema"), { requiredKeys: [] }) as fc.Arbitrary<UpdateOf<State>>;
}

function membersOf(state: StateDeclaration, which: "schema" | "updateSchema"): Record<string, fc.Arbitrary<unknown>> {
  const members: Record<string, fc.Arbitrary<unknown>> = {};
  for (const described of describe(state).fields) members[described.name] = member(state, described, which);
  return members;
}

function member(
  state: StateDeclaration,
  described: FieldDescription,
  which: "schema" | "updateSchema",
): fc.Arbitrary<unknown> {
  if (described.reducer === "messages") return fc.constant([]);
  const schema = state.fields[described.name]?.[which];
  const arbitrary = fromDocument(which === "schema" ? described.valueSchema : described.updateSchema);
  return arbitrary.filter((value) => schema?.safeParse(value).success ?? false);
}

const word = fc.constantFrom("a", "b", "c", "tide", "mark");
const key = fc.constantFrom("a", "b", "c");
const two = (most: number, least = 0) =>
  fc.integer({ min: least, max: most }).map((part) => String(part).padStart(2, "0"));
const instant = fc
  .tuple(fc.integer({ min: 1970, max: 2099 }), two(12, 1), two(28, 1), two(23), two(59), two(59))
  .map(([year, month, day, hour, minute, second]) => `${year}-${month}-${day}T${hour}:${minute}:${second}Z`);
const anyJson = fc.oneof(
  word,
  fc.integer({ min: 0, max: 9 }),
  fc.boolean(),
  fc.constant(null),
  fc.dictionary(key, word),
);

/** A nested schema; anything but an object is treated as an empty one. */
const part = (schema: unknown): JsonSchema => (isPlainRecord(schema) ? schema : {});

const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);

/** Generates values for nested schemas of one document, up to `depth` levels. */
type Read = (schema: JsonSchema, depth: number) => fc.Arbitrary<unknown>;

/** Reads the JSON Schema that Zod writes. Checks that JSON Schema cannot express are left to the filter in `member`. */
function fromDocument(document: JsonSchema): fc.Arbitrary<unknown> {
  const read: Read = (schema, depth) => {
    if ("const" in schema) return fc.constant(schema["const"]);
    // A recursive schema ends with an omitted optional key or an empty list; one that has neither ends with null.
    const target = typeof schema["$ref"] === "string" ? resolveReference(document, schema["$ref"]) : null;
    if (target !== null) return depth < -2 ? fc.constant(null) : read(target, depth);
    const choices = listOf(schema["enum"]);
    if (choices.length > 0) return fc.constantFrom(...choices);
    const branches = listOf(schema["anyOf"] ?? schema["oneOf"]);
    if (branches.length > 0) return fc.oneof(...branches.map((each) => read(part(each), depth)));
    const types = listOf(schema["type"]);
    if (types.length > 0) return fc.oneof(...types.map((type) => read({ ...schema, type }, depth)));
    return ofType(schema, depth, read);
  };
  return read(document, 3);
}

/** Resolves a reference: `#` is the document, `#/$defs/Name` one of its definitions. */
const resolveReference = (document: JsonSchema, reference: string): JsonSchema =>
  reference === "#" ? document : part(part(document["$defs"])[reference.replace("#/$defs/", "")]);

function ofType(schema: JsonSchema, depth: number, read: Read): fc.Arbitrary<unknown> {
  switch (schema["type"]) {
    case "null":
      return fc.constant(null);
    case "boolean":
      return fc.boolean();
    case "integer":
      return fc.integer(range(schema, 1000));
    case "number":
      return fc.double({ ...range(schema, 1e9), noNaN: true }).map((value) => (Object.is(value, -0) ? 0 : value));
    case "string":
      return text(schema);
    case "array":
      return list(schema, depth, read);
    case "object":
      return object(schema, depth, read);
    default:
      return anyJson;
  }
}

function range(schema: JsonSchema, limit: number): { min: number; max: number } {
  const above = schema["exclusiveMinimum"];
  const min = typeof above === "number" ? above + 1 : Number(schema["minimum"] ?? -limit);
  return { min: Math.max(min, -limit), max: Math.max(min, Math.min(Number(schema["maximum"] ?? limit), limit)) };
}

function text(schema: JsonSchema): fc.Arbitrary<string> {
  if (schema["format"] === "date-time") return instant;
  if (schema["format"] === "uuid") return fc.uuid();
  if (typeof schema["pattern"] === "string") return fc.stringMatching(new RegExp(schema["pattern"]), { maxLength: 40 });
  return schema["minLength"] === undefined ? fc.oneof(word, fc.constant("")) : word;
}

function list(schema: JsonSchema, depth: number, read: Read): fc.Arbitrary<unknown[]> {
  const minLength = Number(schema["minItems"] ?? 0);
  if (depth <= 0 && minLength === 0) return fc.constant([]);
  return fc.array(read(part(schema["items"]), depth - 1), { minLength, maxLength: minLength + 3 });
}

function object(schema: JsonSchema, depth: number, read: Read): fc.Arbitrary<object> {
  const { properties, additionalProperties } = schema;
  if (isPlainRecord(properties)) {
    const required = listOf(schema["required"]);
    const names = Object.keys(properties).filter((name) => depth > 0 || required.includes(name));
    const members = Object.fromEntries(names.map((name) => [name, read(part(properties[name]), depth - 1)]));
    return fc.record(members, { requiredKeys: names.filter((name) => required.includes(name)) });
  }
  if (depth <= 0) return fc.constant({});
  return fc.dictionary(key, read(part(additionalProperties), depth - 1), { maxKeys: 3 });
}
