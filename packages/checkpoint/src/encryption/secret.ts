import {
  createCipheriv,
  createDecipheriv,
  createSecretKey,
  hash,
  type KeyObject,
  randomBytes,
  randomFillSync,
} from "node:crypto";

const ALGORITHM = "aes-256-gcm";

const KEY_BYTES = 32;
const NONCE_BYTES = 12;
const TAG_BYTES = 16;

/** What encryption adds to the length of bytes. */
const OVERHEAD = NONCE_BYTES + TAG_BYTES;

/** Random bytes that no nonce has used. Making many at once costs a fraction of making each. */
const pool = { bytes: Buffer.alloc(256 * NONCE_BYTES), used: 256 * NONCE_BYTES };

function newNonce(): Buffer {
  if (pool.used === pool.bytes.length) {
    randomFillSync(pool.bytes);
    pool.used = 0;
  }
  pool.used += NONCE_BYTES;
  return pool.bytes.subarray(pool.used - NONCE_BYTES, pool.used);
}

/** A key that ciphers take as it is. Bytes would be examined for each of them, which costs more than to encrypt. */
export const cipherKey = (bytes: Uint8Array): KeyObject => createSecretKey(bytes);

/** Encrypts bytes under a new nonce. They can be opened only with the same key and for the same place. */
export function sealBytes(key: KeyObject, plain: Uint8Array, place: string): Buffer {
  const nonce = newNonce();
  const cipher = createCipheriv(ALGORITHM, key, nonce, { authTagLength: TAG_BYTES });
  cipher.setAAD(Buffer.from(place));
  const body = cipher.update(plain);
  cipher.final();
  return Buffer.concat([nonce, cipher.getAuthTag(), body]);
}

/** The bytes that were encrypted for this place, or null if key, place or a byte is another one. */
export function openBytes(key: KeyObject, sealed: Uint8Array, place: string): Buffer | null {
  if (sealed.length < OVERHEAD) return null;
  const decipher = createDecipheriv(ALGORITHM, key, sealed.subarray(0, NONCE_BYTES), { authTagLength: TAG_BYTES });
  decipher.setAAD(Buffer.from(place));
  decipher.setAuthTag(sealed.subarray(NONCE_BYTES, OVERHEAD));
  const plain = decipher.update(sealed.subarray(OVERHEAD));
  try {
    decipher.final();
    return plain;
  } catch {
    return null;
  }
}

/**
 * The secret of a thread: one key encrypts, another one makes sums that nobody else can make.
 *
 * @internal
 */
export class Secret {
  readonly #key: KeyObject;
  readonly #sums: Uint8Array;

  constructor(bytes: Uint8Array) {
    this.#key = cipherKey(bytes.subarray(0, KEY_BYTES));
    this.#sums = Buffer.from(bytes.subarray(KEY_BYTES));
  }

  seal(plain: Uint8Array, place: string): Buffer {
    return sealBytes(this.#key, plain, place);
  }

  open(sealed: Uint8Array, place: string): Buffer | null {
    return openBytes(this.#key, sealed, place);
  }

  /** Sum of some bytes, of 16 bytes. Only a half of the hash is given away, so nobody can continue it without the key. */
  sum(content: string | Uint8Array): Buffer {
    const bytes = typeof content === "string" ? Buffer.from(content) : content;
    return hash("sha256", Buffer.concat([this.#sums, bytes]), "buffer").subarray(0, 16);
  }
}

/** Number of bytes of a secret. */
const SECRET_BYTES = 2 * KEY_BYTES;

/** The bytes of a new secret. */
export const newSecret = (): Buffer => randomBytes(SECRET_BYTES);
