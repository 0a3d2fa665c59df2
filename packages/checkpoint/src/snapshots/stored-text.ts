import { hash } from "node:crypto";
import { packText, type Packing, RECORDS, unpackEarlier, unpackText, unpackTexts } from "./packed-text.ts";

/** First bytes of stored texts: one that is not packed, and one that was packed in the earlier format. */
const [PLAIN, EARLIER] = [0x74, 0x7a];

/** A text as bytes, packed where that is shorter; the first byte says which. */
export function bytesOf(text: string, packing: Packing = RECORDS, shortest?: number): Buffer {
  const packed = packText(text, packing, shortest);
  return typeof packed === "string" ? Buffer.from(`t${packed}`) : packed;
}

/** The text that `bytesOf` made bytes of. Throws for bytes of anyone else. */
export function textOf(bytes: unknown): string {
  if (!(bytes instanceof Uint8Array)) throw new TypeError("no stored text");
  if (bytes[0] === PLAIN) return Buffer.from(bytes.subarray(1)).toString("utf8");
  return bytes[0] === EARLIER ? unpackEarlier(bytes.subarray(1)) : unpackText(bytes);
}

/** Texts that `bytesOf` made bytes of, by their places, as {@link unpackTexts} returns them. */
export const textsOf = (bodies: readonly unknown[]): ReadonlyMap<number, string> => unpackTexts(bodies, textOf);

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
