import { hmac } from "@noble/hashes/hmac";
import { sha256 } from "@noble/hashes/sha2";
import { bytesToHex, utf8ToBytes } from "@noble/hashes/utils";

/** Signs what was shown to a client, so that only shown requests can be answered. */
export interface Signer {
  sign(content: readonly string[]): string;
  /** Compares in a time that does not depend on the signature. */
  isValid(content: readonly string[], signature: string): boolean;
}

/** Minimum length of a key. */
const MIN_KEY = 16;

/** Creates a signer with HMAC-SHA-256; null without a key. */
export function signerOf(key: string | undefined): Signer | null {
  if (key === undefined) return null;
  if (key.length < MIN_KEY)
    throw new TypeError(`"key" must have at least ${MIN_KEY} characters, but it has ${key.length}. Use a random text.`);
  const secret = utf8ToBytes(key);
  const sign = (content: readonly string[]): string =>
    bytesToHex(hmac(sha256, secret, utf8ToBytes(JSON.stringify(content))));
  return {
    sign,
    isValid(content, signature) {
      const expected = sign(content);
      if (signature.length !== expected.length) return false;
      let difference = 0;
      for (let index = 0; index < expected.length; index += 1) {
        // oxlint-disable-next-line eslint/no-bitwise -- a comparison that ends early would reveal the signature bit by bit
        difference |= expected.charCodeAt(index) ^ signature.charCodeAt(index);
      }
      return difference === 0;
    },
  };
}
