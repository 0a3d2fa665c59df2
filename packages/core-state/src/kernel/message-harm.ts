import { isPlainRecord, isUnsafeKey } from "@tidemark/reducers/internal";
import {
  CIRCLE,
  isRevivable,
  MAX_DEPTH,
  type NonJson,
  report,
  REVIVABLE,
  TOO_DEEP,
  UNREADABLE,
  UNSAFE_KEY,
} from "./json.ts";

/** LangChain classes that a serialized message can name. LangChain's loader would call other names too. */
const MESSAGE_CLASSES: ReadonlySet<string> = new Set(
  ["AI", "Chat", "Developer", "Function", "Human", "System", "Tool"]
    .flatMap((kind) => [`${kind}Message`, `${kind}MessageChunk`])
    .concat("RemoveMessage"),
);

type Path = readonly (string | number)[];

/**
 * Searches messages for a part that would harm the thread when it is stored or loaded. Returns the first one, or null.
 *
 * These are harmful: BigInts, functions, circular references, more than 200 levels, keys that can change a prototype, objects that
 * LangChain's loader would turn into class instances, and values that cannot be read. Messages themselves can be instances of
 * LangChain's message classes, or their serialized form. LangGraph validates everything else in messages.
 */
export function findMessageHarm(value: unknown): NonJson | null {
  try {
    return Array.isArray(value) ? firstOf(value.entries(), messageHarm) : messageHarm(value, []);
  } catch {
    return report([], UNREADABLE);
  }
}

function messageHarm(message: unknown, path: Path): NonJson | null {
  if (typeof message !== "object" || message === null) return search(message, path, new Set());
  if (isPlainRecord(message) && isRevivable(message)) {
    return isSerializedMessage(message) ? members(message, path, new Set()) : report(path, REVIVABLE);
  }
  return members(message, path, new Set());
}

/** True for a message as LangChain serializes it. */
function isSerializedMessage({ type, id }: Readonly<Record<string, unknown>>): boolean {
  if (type !== "constructor" || !Array.isArray(id) || id.length !== 3) return false;
  return id[0] === "langchain_core" && id[1] === "messages" && MESSAGE_CLASSES.has(String(id[2]));
}

function search(value: unknown, path: Path, ancestors: Set<object>): NonJson | null {
  if (typeof value === "bigint" || typeof value === "function") return report(path, typeof value);
  if (typeof value !== "object" || value === null) return null;
  if (ancestors.has(value)) return report(path, CIRCLE);
  // Only plain records. Class instances serialize themselves, and code created them on purpose.
  if (isPlainRecord(value) && isRevivable(value)) return report(path, REVIVABLE);
  return members(value, path, ancestors);
}

/** Searches the members of a list, a record or a class instance. JSON includes a class instance's own properties. */
function members(value: object, path: Path, ancestors: Set<object>): NonJson | null {
  if (ancestors.size === MAX_DEPTH) return report(path, TOO_DEEP);
  ancestors.add(value);
  const searchMember = (member: unknown, at: Path): NonJson | null => search(member, [...path, ...at], ancestors);
  const found = Array.isArray(value)
    ? firstOf(value.entries(), searchMember)
    : (unsafeKey(value, path) ?? firstOf(value instanceof Map ? value : Object.entries(value), searchMember));
  ancestors.delete(value);
  return found;
}

function unsafeKey(value: object, path: Path): NonJson | null {
  const key = Object.keys(value).find(isUnsafeKey);
  return key === undefined ? null : report([...path, key], UNSAFE_KEY);
}

function firstOf(
  entries: Iterable<readonly [unknown, unknown]>,
  find: (value: unknown, at: Path) => NonJson | null,
): NonJson | null {
  for (const [key, value] of entries) {
    const found = find(value, [typeof key === "number" ? key : String(key)]);
    if (found !== null) return found;
  }
  return null;
}
