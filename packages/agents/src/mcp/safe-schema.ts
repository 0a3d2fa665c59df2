import { findNonJson } from "@tidemark/core-state";
import { isPlainRecord } from "@tidemark/reducers/internal";
import { findHostileKey } from "../approvals/payload.ts";

/** A schema as it is used, or the reason why it is refused. */
export type SafeSchema =
  | { readonly ok: true; readonly schema: Readonly<Record<string, unknown>> }
  | { readonly ok: false; readonly problem: string };

/** Longest schema, in characters of its JSON. */
const LONGEST = 100_000;

/** Maximum nesting of a schema. */
const DEEPEST = 64;

/** Maximum number of nodes once every reference is replaced. A small schema can refer to itself so often that it never ends. */
const MOST_NODES = 20_000;

/** Keywords that contain schemas by name. Their keys are names, and not keywords. */
const NAMED = new Set(["properties", "patternProperties", "dependentSchemas"]);

/** Keywords that contain values, and no schemas. */
const VALUES = new Set(["const", "default", "enum", "examples", "required"]);

/** Keywords that are not part of the copy: nothing refers to definitions any more, and regular expressions are not run. */
const DROPPED = new Set(["$defs", "definitions", "pattern", "patternProperties"]);

class Refused extends Error {}

/**
 * Returns a copy of a JSON schema from outside that is safe to validate with.
 *
 * Local references are replaced by what they refer to; a reference inside of itself accepts any value of its type. Regular
 * expressions become part of the description, because a hostile one could block the process. Refused are schemas that are not for
 * objects, are too large or too deep, contain keys that change prototypes, or refer to other documents.
 */
export function safeSchema(given: unknown): SafeSchema {
  if (!isPlainRecord(given) || given["type"] !== "object") return refuse('its schema is not of type "object"');
  const nonJson = findNonJson(given);
  if (nonJson !== null) return refuse(`its schema contains ${nonJson.found}`);
  const { length } = JSON.stringify(given);
  if (length > LONGEST) return refuse(`its schema has ${length} characters, and ${LONGEST} are allowed`);
  const hostile = findHostileKey(given);
  if (hostile !== null) return refuse(`its schema contains the key "${hostile}"`);
  const copying = new SchemaCopy(given);
  try {
    const schema = copying.copy(given, [], 0);
    return isPlainRecord(schema) ? { ok: true, schema } : refuse("its schema is not an object");
  } catch (error) {
    if (error instanceof Refused) return refuse(error.message);
    throw error;
  }
}

const refuse = (problem: string): SafeSchema => ({ ok: false, problem });

class SchemaCopy {
  readonly #root: unknown;
  #nodes = 0;

  constructor(root: unknown) {
    this.#root = root;
  }

  /** Copies a schema. `within` are the references that lead to it. */
  copy(schema: unknown, within: readonly string[], depth: number): unknown {
    this.#nodes += 1;
    if (this.#nodes > MOST_NODES) throw new Refused("its schema has too many references");
    if (depth > DEEPEST) throw new Refused(`its schema is nested more than ${DEEPEST} times`);
    if (Array.isArray(schema)) return schema.map((each: unknown) => this.copy(each, within, depth + 1));
    if (!isPlainRecord(schema)) return schema;
    const { $ref: reference, ...rest } = schema;
    if (reference === undefined) return this.#keywords(schema, within, depth);
    const name = JSON.stringify(reference);
    const target = this.#target(reference, name);
    const own = this.#keywords(rest, within, depth);
    if (within.includes(name)) return { ...typeOf(target), ...own };
    const replaced = this.copy(target, [...within, name], depth + 1);
    return isPlainRecord(replaced) ? { ...replaced, ...own } : replaced;
  }

  #keywords(schema: Readonly<Record<string, unknown>>, within: readonly string[], depth: number) {
    const copied: Record<string, unknown> = {};
    for (const [key, value] of Object.entries(schema)) {
      if (DROPPED.has(key)) continue;
      copied[key] = VALUES.has(key)
        ? value
        : NAMED.has(key) && isPlainRecord(value)
          ? Object.fromEntries(Object.entries(value).map(([name, each]) => [name, this.copy(each, within, depth + 1)]))
          : this.copy(value, within, depth + 1);
    }
    const { pattern, description } = schema;
    if (typeof pattern !== "string") return copied;
    const lines = typeof description === "string" ? [description] : [];
    return { ...copied, description: [...lines, `Pattern: ${pattern}`].join("\n") };
  }

  /** Finds the target of a reference within the document, by own keys alone. */
  #target(reference: unknown, name: string): unknown {
    if (typeof reference !== "string" || !/^#(?:\/|$)/.test(reference)) {
      throw new Refused(`its schema refers to ${name.slice(0, 100)}, which is not part of it`);
    }
    let found: unknown = this.#root;
    for (const part of reference.split("/").slice(1)) {
      const key = part.replaceAll("~1", "/").replaceAll("~0", "~");
      found = typeof found === "object" && found !== null && Object.hasOwn(found, key) ? Reflect.get(found, key) : null;
      if (found === null) throw new Refused(`its schema refers to ${name.slice(0, 100)}, which does not exist`);
    }
    return found;
  }
}

/** Type of a schema that is left open because it contains itself. */
const typeOf = (schema: unknown): { readonly type?: unknown } =>
  isPlainRecord(schema) && schema["type"] !== undefined ? { type: schema["type"] } : {};
