import { hash } from "node:crypto";

/** Length of the checksum of a record, in bytes. */
const CHECKSUM_BYTES = 8;

/** Checksum that is stored with a text. */
const recordChecksum = (text: string): Buffer => hash("sha256", text, "buffer").subarray(0, CHECKSUM_BYTES);

/** Checksum of a record, which covers the record that it depends on. */
export const linkedChecksum = (base: number | null, text: string): Buffer => recordChecksum(`${base ?? ""}:${text}`);

/** Checksum of a row of checkpoints or writes. */
export const rowChecksum = (columns: readonly (string | number | null)[]): Buffer =>
  recordChecksum(JSON.stringify(columns));

/**
 * The checksum of a row of checkpoints with its sequence number. Postgres makes the same from the checksum without the number,
 * because the number is assigned there.
 */
export function sequencedChecksum(sum: Buffer, sequence: number): Buffer {
  const number = Buffer.alloc(8);
  number.writeBigInt64BE(BigInt(sequence));
  return hash("sha256", Buffer.concat([sum, number]), "buffer").subarray(0, CHECKSUM_BYTES);
}

/** True if a checksum is the one that was stored. */
export const isChecksum = (sum: Buffer, stored: unknown): boolean => stored instanceof Uint8Array && sum.equals(stored);
