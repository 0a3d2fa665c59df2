import type { SerializerProtocol } from "@langchain/langgraph-checkpoint";
import { decodeValue, holdsMarks } from "./decode-value.ts";
import { encodeValue, type StoredClasses } from "./encode-value.ts";
import { checkpointErrors } from "../kernel/errors.ts";

/** Marks strict serializers, also those of another copy of this package. */
const STRICT: unique symbol = Symbol.for("@tidemark/checkpoint/strict");

/** True if a serializer is a strict one: it gives data back as data, whatever the data looks like. */
export const isStrict = (serializer: SerializerProtocol): serializer is StrictSerializer =>
  Reflect.get(serializer, STRICT) === true;

/** Options of {@link strictSerializer}. */
export interface StrictSerializerOptions {
  /** Classes of the application; nothing else is ever brought to life. */
  readonly classes?: StoredClasses;
}

/** A serializer for any saver, with the same at once for those who need not wait. */
export interface StrictSerializer extends SerializerProtocol {
  /** Writes a value as JSON text. Throws `checkpoint/unstorable` with the path of what would not come back. */
  stringify(value: unknown): string;
  /** Reads what `stringify` or the serializer of LangGraph wrote. Throws `checkpoint/unreadable`. */
  parse(text: string): unknown;
}

/**
 * Returns exactly what it was given, or refuses it at once and says where it stands.
 *
 * Comes back whole: JSON, `undefined`, `NaN`, the infinities, `-0`, BigInt, dates, maps, sets, bytes and typed arrays, regular
 * expressions, URLs, errors with cause and stack, messages, documents, and the classes that are named. Functions, symbols, circles
 * and other classes throw `checkpoint/unstorable`. A record of the user's that looks like a serialized object stays a record.
 * Reads what the serializer of LangGraph wrote, and makes nothing of it but messages and plain collections.
 *
 * @example
 * ```ts
 * import { strictSerializer } from "tidemark/checkpoint";
 *
 * const { stringify, parse } = strictSerializer();
 * console.log(parse(stringify({ due: new Date(0), seats: new Set([1]) }))); // { due: 1970-01-01T00:00:00.000Z, seats: Set(1) { 1 } }
 * ```
 */
export function strictSerializer({ classes = {} }: StrictSerializerOptions = {}): StrictSerializer {
  const stringify = (value: unknown): string => JSON.stringify(encodeValue(value, classes));
  const parse = (text: string): unknown => {
    try {
      const parsed: unknown = JSON.parse(text);
      return holdsMarks(text) ? decodeValue(parsed, classes) : parsed;
    } catch (error) {
      throw checkpointErrors.unreadable(
        { problem: error instanceof Error ? error.message : String(error) },
        { cause: error },
      );
    }
  };
  return Object.freeze({
    [STRICT]: true,
    stringify,
    parse,
    dumpsTyped: async (value: unknown): Promise<[string, Uint8Array]> => [
      "json",
      new TextEncoder().encode(stringify(value)),
    ],
    loadsTyped: async (type: string, data: Uint8Array | string): Promise<unknown> => {
      if (type === "json") return parse(typeof data === "string" ? data : new TextDecoder().decode(data));
      // The serializer of LangGraph stores bytes as they are.
      if (type === "bytes") return typeof data === "string" ? new TextEncoder().encode(data) : data;
      throw checkpointErrors.unreadable({ problem: `its type is "${type}"` });
    },
  });
}
