import { createHash } from "node:crypto";
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

/** By so many bytes a document is checked. */
const DOCUMENT_SUM = 8;

/** The sum under which a value is stored and found. */
export const valueSum = (text: string): Buffer => Buffer.from(contentHash(text), "hex");

/** The sum of a text that is stored with it. */
const documentSum = (text: string): Buffer => valueSum(text).subarray(0, DOCUMENT_SUM);

/** The sum of what a document says, which depends on the one that it stands on. */
export const linkedSum = (base: number | null, text: string): Buffer => documentSum(`${base ?? ""}:${text}`);

/** The sum of what a row of checkpoints or writes says. */
export const rowSum = (columns: readonly (string | number | null)[]): Buffer => documentSum(JSON.stringify(columns));

/**
 * The checksum of a row of checkpoints with its sequence number. Postgres makes the same from the checksum without the number,
 * because the number is assigned there.
 */
export function sequencedSum(sum: Buffer, sequence: number): Buffer {
  const number = Buffer.alloc(8);
  number.writeBigInt64BE(BigInt(sequence));
  return createHash("sha256").update(sum).update(number).digest().subarray(0, DOCUMENT_SUM);
}

/** Whether a sum is the one that was stored. */
export const isSum = (sum: Buffer, stored: unknown): boolean => stored instanceof Uint8Array && sum.equals(stored);
