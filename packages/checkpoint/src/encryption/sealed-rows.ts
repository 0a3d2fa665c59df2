import { bodyOf, packText, RECORDS } from "../packing/packed-text.ts";
import { headOf, type NumberedSecret, openBody, sealBody, type Secrets } from "./sealing.ts";

/** A row of values or records as a database gives it, with `id`, `body`, and `hash` as digits or `base`. */
type Row = Readonly<Record<string, unknown>>;

const valuePlace = (id: number, hash: string): string => `value ${id} ${hash}`;

const recordPlace = (id: number, base: number | null): string => `record ${id} ${base ?? ""}`;

/** A checksum, which nobody without the secret can make. Without a secret, the checksum itself. */
export const keyedSum = (secret: NumberedSecret | null, checksum: Buffer): Buffer =>
  secret?.secret.sum(checksum) ?? checksum;

/** Digits of the hash by which a value is found, keyed in an encrypted database. */
export const digestOf = (secret: NumberedSecret | null, hash: string): string =>
  secret?.secret.sum(hash).toString("hex") ?? hash;

/** The body of a value, encrypted for its number and its keyed hash. */
export const sealValue = (
  secret: NumberedSecret,
  { id, hash }: { readonly id: number; readonly hash: Buffer },
  packed: string | Uint8Array,
): Buffer => sealBody(secret, bodyOf(packed), valuePlace(id, hash.toString("hex")));

/** The body of a record, encrypted for its number and the record that it depends on. */
export const sealRecord = (
  secret: NumberedSecret,
  { id, base }: { readonly id: number; readonly base: number | null },
  text: string,
): Buffer => sealBody(secret, bodyOf(packText(text, RECORDS)), recordPlace(id, base));

/** Rows with their bodies as they were before they were encrypted. Throws `checkpoint/wrongKey`. */
export function openedRows(
  secrets: Pick<Secrets, "numbered"> | null,
  rows: readonly Row[],
  kind: "document" | "value",
): readonly Row[] {
  if (secrets === null) return rows;
  return rows.map((row) => {
    const { id, base, hash } = row;
    const place =
      kind === "value"
        ? valuePlace(Number(id), String(hash))
        : recordPlace(Number(id), base === null ? null : Number(base));
    const body = openBody(secrets, row["body"], place);
    return { ...row, body, isOpened: body !== null };
  });
}

/** The checksum of a row, which nobody without the key can make in an encrypted database, and which names its key. */
export function sumOf(secrets: Pick<Secrets, "forThread"> | null, threadId: string, checksum: Buffer): Buffer {
  if (secrets === null) return checksum;
  const { number, secret } = secrets.forThread(threadId);
  return Buffer.concat([headOf(number), secret.sum(checksum)]);
}
