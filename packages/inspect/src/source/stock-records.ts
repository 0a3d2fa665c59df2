import type { StoredRecord } from "./history-source.ts";
import { recordOf, textOf } from "./json-rows.ts";

/** Reads a value of LangGraph's serializer, with its classes. */
export type Revive = (type: string, data: string | Uint8Array) => Promise<unknown>;

type Row = Readonly<Record<string, unknown>>;

/** Makes records of the rows of LangGraph's tables. A row has its values in it, or in `blobs` by channel. */
export async function stockRecords(
  rows: readonly Row[],
  writes: readonly Row[],
  revive: Revive,
): Promise<readonly StoredRecord[]> {
  const value = ({ type, value: data }: Row): Promise<unknown> =>
    typeof data === "string" || data instanceof Uint8Array
      ? revive(textOf(type) ?? "json", data)
      : Promise.resolve(data);
  const written = new Map<string, (readonly [string, string, unknown])[]>();
  for (const row of writes) {
    const list = written.get(placeOf(row)) ?? [];
    list.push([String(row["task_id"]), String(row["channel"]), await value(row)]);
    written.set(placeOf(row), list);
  }
  const records: StoredRecord[] = [];
  for (const row of rows) {
    const checkpoint = recordOf(await value(row));
    const blobs = await Promise.all(
      Object.entries(recordOf(row["blobs"])).map(async ([channel, blob]): Promise<[string, unknown]> => {
        const pair: readonly unknown[] = Array.isArray(blob) ? blob : [];
        const [type, data] = pair;
        return [channel, await revive(String(type), Buffer.from(String(data), "base64"))];
      }),
    );
    const values = { ...recordOf(checkpoint["channel_values"]), ...Object.fromEntries(blobs) };
    records.push({
      namespace: String(row["checkpoint_ns"]),
      parent: textOf(row["parent_checkpoint_id"]),
      checkpoint: { ...checkpoint, channel_values: values },
      metadata: await value({ value: row["metadata"] }),
      writes: written.get(placeOf(row)) ?? [],
    });
  }
  return records;
}

const placeOf = (row: Row): string => JSON.stringify([row["checkpoint_ns"], row["checkpoint_id"]]);
