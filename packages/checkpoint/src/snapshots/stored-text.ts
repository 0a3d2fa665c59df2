import { hash } from "node:crypto";
import { packText, unpackText } from "./packed-text.ts";
import { contentHash } from "./content-hash.ts";

/** A text as bytes, packed where that is shorter; the first byte says which. */
export function bytesOf(text: string, shortest?: number): Buffer {
  const packed = packText(text, shortest);
  return typeof packed === "string" ? Buffer.from(`t${packed}`) : Buffer.concat([Buffer.from("z"), packed]);
}

/** The text that `bytesOf` made bytes of. Throws for bytes of anyone else. */
export function textOf(bytes: unknown): string {
  if (!(bytes instanceof Uint8Array) || (bytes[0] !== 0x74 && bytes[0] !== 0x7a)) throw new TypeError("no stored text");
  return bytes[0] === 0x7a ? unpackText(bytes.subarray(1)) : Buffer.from(bytes.subarray(1)).toString("utf8");
}

/** Length of the checksum of a record, in bytes. */
const CHECKSUM_BYTES = 8;

/** Checksum under which a value is stored and found. */
export const valueChecksum = (text: string): Buffer => Buffer.from(contentHash(text), "hex");

/** Checksum that is stored with a text. */
const recordChecksum = (text: string): Buffer => valueChecksum(text).subarray(0, CHECKSUM_BYTES);

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
