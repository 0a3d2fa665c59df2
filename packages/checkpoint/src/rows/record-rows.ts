import { unpackText, unpackTexts } from "../packing/packed-text.ts";
import type { StrictSerializer } from "../serializer/strict-serializer.ts";
import { contentHash } from "../snapshots/content-hash.ts";
import { DamagedRow, isDamage } from "../snapshots/damage.ts";
import type { KnownValues } from "../snapshots/record-snapshots.ts";
import type { StoredDeltas } from "../snapshots/stored-snapshot.ts";
import { isChecksum, linkedChecksum } from "../snapshots/stored-text.ts";
import { rowNode } from "../snapshots/value-nodes.ts";

/** A row as a database gives it. */
type Row = Readonly<Record<string, unknown>>;

type Kind = "document" | "value";

/** Columns of a record: `id`, `base`, `links`, `whole`, `changed`, `hash` and `body`. Damage counts only for who needs the record. */
export function addRecords(rows: readonly Row[], deltas: StoredDeltas, texts = checkedTexts(rows, "document")): void {
  for (const [index, { id, base, links, whole, changed }] of rows.entries()) {
    const document = { id: Number(id), links: Number(links), whole: Number(whole), changed: Number(changed) };
    const text = texts[index] ?? "";
    const written: unknown = text instanceof DamagedRow ? text : JSON.parse(text);
    deltas.set(document.id, { document, base: base === null ? null : Number(base), written });
  }
}

/** Columns of a value: `id`, `hash` as digits, and `body`. Damage counts only for who needs the value. */
export function addValues(
  rows: readonly Row[],
  { known, serializer }: { readonly known: KnownValues; readonly serializer: StrictSerializer },
  texts = checkedTexts(rows, "value"),
): void {
  for (const [index, row] of rows.entries()) {
    const text = texts[index] ?? "";
    const id = Number(row["id"]);
    // The sum of an encrypted value says nothing about its text.
    const hash = () => (row["isOpened"] === true ? contentHash(String(text)) : String(row["hash"]));
    known.set(id, text instanceof DamagedRow ? text : valueOf(text, { hash: hash(), id }, serializer));
  }
}

function valueOf(
  text: string,
  { hash, id }: { readonly hash: string; readonly id: number },
  serializer: StrictSerializer,
) {
  try {
    return rowNode({ source: serializer.parse(text), text: "", hash, id });
  } catch (error) {
    if (isDamage(error)) return error;
    throw error;
  }
}

/** Texts of records or values in order, unpacked together; damage in place of those that do not match their checksum. */
export function checkedTexts(rows: readonly Row[], kind: Kind): readonly (string | DamagedRow)[] {
  const texts = unpackTexts(rows.map(({ body }) => body));
  return rows.map((row, index) => {
    const text = texts.get(index);
    // Another one may be the damaged one.
    return text !== undefined && isSound(row, text, kind) ? text : checkedText(row, kind);
  });
}

/** Texts of values by their ids. Throws a {@link DamagedRow}. */
export function soundTexts(rows: readonly Row[]): ReadonlyMap<number, string> {
  const texts = checkedTexts(rows, "value");
  return new Map(
    rows.map((row, index) => {
      const text = texts[index] ?? "";
      if (text instanceof DamagedRow) throw text;
      return [Number(row["id"]), text] as const;
    }),
  );
}

const isSound = ({ base, hash, isOpened }: Row, text: string, kind: Kind): boolean =>
  isOpened === true ||
  (kind === "value"
    ? contentHash(text) === hash
    : isChecksum(linkedChecksum(base === null ? null : Number(base), text), hash));

/** Text of a row that matches its checksum, or its damage. */
export function checkedText(row: Row, kind: Kind): string | DamagedRow {
  const what = `${kind} ${String(row["id"])}`;
  if (row["isOpened"] === false) return new DamagedRow(`${what} is not what was encrypted at its place`);
  const text = textOrDamage(row["body"], what);
  if (text instanceof DamagedRow || isSound(row, text, kind)) return text;
  return new DamagedRow(`${what} does not match its checksum`);
}

/** A text that a row contains, or its damage. */
export function textOrDamage(body: unknown, what: string): string | DamagedRow {
  try {
    return unpackText(body);
  } catch (error) {
    return new DamagedRow(`${what} cannot be unpacked`, { cause: error });
  }
}
