import type { KeyObject } from "node:crypto";
import { checkpointErrors } from "../kernel/errors.ts";
import { cipherKey, openBytes, sealBytes } from "./secret.ts";

/** Encryption of a database: a key of the application, or several of them, the newest first. They encrypt only the keys of threads. */
export type Encryption =
  | {
      /** 32 random bytes, or the same in base64. */
      readonly key: string | Uint8Array;
      readonly keys?: never;
    }
  | {
      /**
       * The key, and those that were used before. Opening the database encrypts what an older one has encrypted with the first one again:
       * only keys of threads, and no value.
       */
      readonly keys: readonly (string | Uint8Array)[];
      readonly key?: never;
    };

const PLACE = "tidemark key of a thread";

/**
 * The keys of an application, which encrypt the secrets of threads.
 *
 * @internal
 */
export class ApplicationKeys {
  readonly #newest: KeyObject;
  readonly #previous: readonly KeyObject[];

  /** Throws `checkpoint/unusableKey`. */
  constructor({ key, keys = [key] }: { readonly key?: unknown; readonly keys?: readonly unknown[] }) {
    const [newest, ...previous] = keys;
    this.#newest = keyOf(newest);
    this.#previous = previous.map(keyOf);
  }

  /** True if secrets may be wrapped by an older key. */
  get rotates(): boolean {
    return this.#previous.length > 0;
  }

  wrap(secret: Uint8Array): Buffer {
    return sealBytes(this.#newest, secret, PLACE);
  }

  /** The secret, and whether an older key has wrapped it. Null if none of the keys fits. */
  unwrap(wrapped: Uint8Array): { readonly secret: Buffer; readonly isOld: boolean } | null {
    for (const [index, key] of [this.#newest, ...this.#previous].entries()) {
      const secret = openBytes(key, wrapped, PLACE);
      if (secret !== null) return { secret, isOld: index > 0 };
    }
    return null;
  }
}

function keyOf(key: unknown): KeyObject {
  const bytes = typeof key === "string" ? Buffer.from(key, "base64") : key;
  if (bytes instanceof Uint8Array && bytes.length === 32) return cipherKey(bytes);
  throw checkpointErrors.unusableKey({
    found: bytes instanceof Uint8Array ? `${bytes.length} bytes` : `of the type ${typeof key}`,
  });
}
