import { digest } from "../kernel/digest.ts";
import { stateManagerErrors } from "../kernel/errors.ts";

/** Maximum length of a readable key. Longer ones are hashed, because databases limit the length of an index entry. */
const MAX_LENGTH = 128;

/**
 * Returns the name of a user in the store: different for different ids, and made of letters, digits, `-` and `~` only, so that no id
 * can be read as several labels of a namespace or as a pattern.
 *
 * An id that is not text, is empty, or contains half of a character throws `state-manager/invalidUserId`.
 */
export function userKey(userId: unknown): string {
  if (typeof userId !== "string") throw stateManagerErrors.invalidUserId({ problem: `is not text` });
  if (userId === "") throw stateManagerErrors.invalidUserId({ problem: "is empty" });
  // Two such ids would be the same in UTF-8.
  if (/\p{Surrogate}/u.test(userId)) {
    throw stateManagerErrors.invalidUserId({ problem: "contains half of a character" });
  }
  return storeLabel(userId);
}

/** Label of an id in a namespace of a store. */
export function storeLabel(id: string): string {
  const readable = id.length > MAX_LENGTH ? null : readableOf(id);
  return readable !== null && readable.length <= MAX_LENGTH ? `id-${readable}` : `sha256-${digest(id)}`;
}

/** Writes every other character as its bytes in UTF-8. */
const readableOf = (text: string): string => Array.from(new TextEncoder().encode(text), letterOf).join("");

function letterOf(byte: number): string {
  const letter = String.fromCharCode(byte);
  return /[A-Za-z\d-]/.test(letter) ? letter : `~${byte.toString(16).padStart(2, "0")}`;
}

/** Namespace of a user in the store. */
export const userNamespace = (key: string): string[] => ["tidemark", "users", key];
