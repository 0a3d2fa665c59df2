import type { Secret } from "./secret.ts";

/** First byte of an encrypted body. The number of its key follows. */
const SEALED = 0x65;

const HEAD_BYTES = 7;

/** A secret with its number in a database. */
export interface NumberedSecret {
  readonly number: number;
  readonly secret: Secret;
}

/** Finds the secrets of a database. */
export interface Secrets {
  /** The secret of a thread. Null if it has none. Throws `checkpoint/wrongKey`. */
  ofThread(threadId: string): NumberedSecret | null;
  /** The secret of a thread, which is made for a new thread. Called inside a transaction. Throws `checkpoint/wrongKey`. */
  forThread(threadId: string): NumberedSecret;
  /** The secret of a number. Null if it was deleted. Throws `checkpoint/wrongKey`. */
  numbered(number: number): NumberedSecret | null;
}

/** Beginning of all bodies that a secret has encrypted. */
export function headOf(number: number): Buffer {
  const head = Buffer.alloc(HEAD_BYTES, SEALED);
  head.writeUIntBE(number, 1, HEAD_BYTES - 1);
  return head;
}

/** Number of the secret of an encrypted body. Null for other bodies. */
export function secretOf(body: unknown): number | null {
  if (!(body instanceof Uint8Array) || body.length < HEAD_BYTES || body[0] !== SEALED) return null;
  return Buffer.from(body.buffer, body.byteOffset, body.length).readUIntBE(1, HEAD_BYTES - 1);
}

/** True if a keyed checksum is the one that was stored with a row. */
export function isKeyedSum(secrets: Pick<Secrets, "numbered">, checksum: Buffer, stored: unknown): boolean {
  const number = secretOf(stored);
  if (number === null || !(stored instanceof Uint8Array)) return false;
  return secrets.numbered(number)?.secret.sum(checksum).equals(stored.subarray(HEAD_BYTES)) ?? false;
}

/** Encrypts a body for its place. */
export const sealBody = ({ number, secret }: NumberedSecret, body: Uint8Array, place: string): Buffer =>
  Buffer.concat([headOf(number), secret.seal(body, place)]);

/** The body that was encrypted for a place. Null if it was not, or its secret was deleted. Throws `checkpoint/wrongKey`. */
export function openBody(secrets: Pick<Secrets, "numbered">, body: unknown, place: string): Buffer | null {
  const number = secretOf(body);
  if (number === null || !(body instanceof Uint8Array)) return null;
  return secrets.numbered(number)?.secret.open(body.subarray(HEAD_BYTES), place) ?? null;
}
