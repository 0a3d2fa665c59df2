import type { DatabaseSync } from "node:sqlite";
import { ASKED, decidesNext, isField, nextNodes, SENDS } from "./channels.ts";
import type { HistorySource, StepAddress, StoredSize, StoredStep } from "./history-source.ts";
import { parsed, recordOf, textOf, versionsOf } from "./json-rows.ts";
import { type Revive, stockRecords } from "./stock-records.ts";
import { marksIn } from "./step-marks.ts";
import { sqliteLease } from "./stored-leases.ts";
import { withReadableFailures } from "./sqlite-failures.ts";

const THREADS = `SELECT thread_id, max(checkpoint_id) AS newest, count(*) AS checkpoints FROM checkpoints
  WHERE checkpoint_ns = '' GROUP BY thread_id ORDER BY newest DESC`;

const WRITTEN = `SELECT 1 FROM writes WHERE thread_id = ? AND checkpoint_ns = '' AND checkpoint_id = ? LIMIT 1`;

/** Channels that decide which nodes run after a checkpoint. */
const TASKS = `json_extract(body, '$.channel_values.${SENDS}') AS sends,
    (SELECT json_group_array(key) FROM json_each(body, '$.channel_values')) AS channels,
    (SELECT json_group_object(key, json(value)) FROM json_each(body, '$.channel_values') WHERE key LIKE 'join:%') AS joins`;

/** Channels, versions and tasks of checkpoints. The database takes them out of the text, so no value is read here. */
const STEPS = `SELECT checkpoint_id, parent_checkpoint_id, CAST(metadata AS TEXT) AS metadata,
    json_extract(body, '$.channel_versions') AS versions,
    ${TASKS},
    EXISTS (SELECT 1 FROM writes w WHERE w.thread_id = body_of.thread_id AND w.checkpoint_ns = body_of.checkpoint_ns
      AND w.checkpoint_id = body_of.checkpoint_id AND w.channel = '${ASKED}') AS asked
  FROM (SELECT *, CAST(checkpoint AS TEXT) AS body FROM checkpoints WHERE thread_id = ? AND checkpoint_ns = ?) body_of
  ORDER BY checkpoint_id`;

const NEXT = `SELECT ${TASKS}
  FROM (SELECT CAST(checkpoint AS TEXT) AS body FROM checkpoints WHERE thread_id = ? AND checkpoint_ns = ? AND checkpoint_id = ?)`;

const METADATA = `SELECT CAST(metadata AS TEXT) AS metadata FROM checkpoints
  WHERE thread_id = ? AND checkpoint_ns = ? AND checkpoint_id = ?`;

const VALUES = `SELECT CAST(checkpoint AS TEXT) AS body FROM checkpoints
  WHERE thread_id = ? AND checkpoint_ns = ? AND checkpoint_id = ?`;

const WRITES = `SELECT task_id, channel, value FROM writes
  WHERE thread_id = ? AND checkpoint_ns = ? AND checkpoint_id = ? ORDER BY task_id, idx`;

/** Bytes of each checkpoint, which contains all values, and of its metadata and writes. */
const SIZES = `SELECT checkpoint_id, length(CAST(checkpoint AS BLOB)) AS bytes, length(CAST(metadata AS BLOB)) +
    (SELECT coalesce(sum(length(CAST(value AS BLOB))), 0) FROM writes w WHERE w.thread_id = c.thread_id
      AND w.checkpoint_ns = c.checkpoint_ns AND w.checkpoint_id = c.checkpoint_id) AS others
  FROM checkpoints c WHERE thread_id = ? AND checkpoint_ns = ? ORDER BY checkpoint_id`;

/** Bytes of each value of a checkpoint, as JSON text. */
const FIELD_SIZES = `SELECT key, CASE type WHEN 'true' THEN 4 WHEN 'false' THEN 5 WHEN 'null' THEN 4
      WHEN 'text' THEN length(CAST(json_quote(value) AS BLOB)) ELSE length(CAST(value AS BLOB)) END AS bytes
  FROM (SELECT CAST(checkpoint AS TEXT) AS body FROM checkpoints WHERE thread_id = ? AND checkpoint_ns = ? AND checkpoint_id = ?),
    json_each(body, '$.channel_values')`;

const RECORDS = `SELECT checkpoint_ns, checkpoint_id, parent_checkpoint_id, type, checkpoint AS value, metadata FROM checkpoints
  WHERE thread_id = ? ORDER BY checkpoint_id`;

const RECORDED_WRITES = `SELECT checkpoint_ns, checkpoint_id, task_id, channel, type, value FROM writes
  WHERE thread_id = ? ORDER BY task_id, idx`;

/** Place of the tables, and the reading of values with classes. */
interface StockSqliteOptions {
  /** Name of the database in errors. */
  readonly name: string;
  readonly revive: Revive;
  /** Namespace of a subgraph. Defaults to the graph itself. */
  readonly namespace?: string;
}

/** Reads the threads that LangGraph's `SqliteSaver` has written. */
export function stockSqliteSource(database: DatabaseSync, options: StockSqliteOptions): HistorySource {
  const { name, revive, namespace = "" } = options;
  const all = (sql: string, ...values: readonly string[]) =>
    withReadableFailures(name, () => database.prepare(sql).all(...values));
  const json = (text: unknown): unknown => parsed(text, name);
  const values = ({ threadId, id }: StepAddress): Readonly<Record<string, unknown>> =>
    recordOf(recordOf(json(all(VALUES, threadId, namespace, id)[0]?.["body"]))["channel_values"]);
  const channelsIn = (row: Readonly<Record<string, unknown>>): readonly string[] => {
    const found = json(row["channels"]);
    return Array.isArray(found) ? found.map(String) : [];
  };
  const nextIn = (row: Readonly<Record<string, unknown>>, channels: readonly string[]): readonly string[] => {
    const joins = recordOf(json(row["joins"]));
    return nextNodes(channels, (channel) => (channel === SENDS ? json(row["sends"]) : joins[channel]));
  };
  const stepOf = (row: Readonly<Record<string, unknown>>): StoredStep => {
    const metadata = recordOf(json(row["metadata"]));
    const channels = channelsIn(row);
    const step = metadata["step"];
    return {
      id: String(row["checkpoint_id"]),
      parent: textOf(row["parent_checkpoint_id"]),
      source: textOf(metadata["source"]),
      step: typeof step === "number" ? step : null,
      next: nextIn(row, channels),
      asked: row["asked"] === 1,
      values: versionsOf(channels.filter(isField), json(row["versions"])),
    };
  };
  const newest = (threadId: string): string | null => {
    const sql = "SELECT max(checkpoint_id) AS newest FROM checkpoints WHERE thread_id = ? AND checkpoint_ns = ?";
    return textOf(all(sql, threadId, namespace)[0]?.["newest"]);
  };
  return {
    kind: "langgraph",
    threads: soon(() =>
      all(THREADS).map((row) => {
        const threadId = String(row["thread_id"]);
        const last = String(row["newest"]);
        const hasWrites = all(WRITTEN, threadId, last).length > 0;
        return { threadId, newest: last, checkpoints: Number(row["checkpoints"]), hasWrites };
      }),
    ),
    // SQLite counts what other connections commit.
    mark: soon(() => String(all("PRAGMA data_version")[0]?.["data_version"])),
    newest: soon(newest),
    steps: soon((threadId: string) => all(STEPS, threadId, namespace).map(stepOf)),
    values: soon((at: StepAddress, fields?: readonly string[]) => {
      const read = values(at);
      const names = fields ?? Object.keys(read).filter(isField);
      return Object.fromEntries(names.flatMap((field) => (Object.hasOwn(read, field) ? [[field, read[field]]] : [])));
    }),
    next: soon(({ threadId, id }: StepAddress) =>
      all(NEXT, threadId, namespace, id).flatMap((row) => nextIn(row, channelsIn(row).filter(decidesNext))),
    ),
    marks: soon(({ threadId, id }: StepAddress) =>
      marksIn(json(all(METADATA, threadId, namespace, id)[0]?.["metadata"]), id),
    ),
    writes: soon(({ threadId, id }: StepAddress) =>
      all(WRITES, threadId, namespace, id).map(
        (row) => [String(row["task_id"]), String(row["channel"]), json(row["value"])] as const,
      ),
    ),
    namespaces: soon((threadId: string) =>
      all("SELECT DISTINCT checkpoint_ns AS ns FROM checkpoints WHERE thread_id = ? ORDER BY 1", threadId)
        .map(({ ns }) => String(ns))
        .filter((each) => each !== ""),
    ),
    records: async (threadId) => {
      const [rows, writes] = [all(RECORDS, threadId), all(RECORDED_WRITES, threadId)];
      return stockRecords(rows, writes, revive);
    },
    within: (inner) => stockSqliteSource(database, { ...options, namespace: inner }),
    storage: soon((threadId: string): StoredSize => {
      const checkpoints = all(SIZES, threadId, namespace);
      const fields = all(FIELD_SIZES, threadId, namespace, newest(threadId) ?? "");
      const sum = (column: string): number => checkpoints.reduce((total, row) => total + bytes(row, column), 0);
      return {
        basis: "rows",
        checkpoints: checkpoints.length,
        valueBytes: sum("bytes"),
        recordBytes: sum("others"),
        fields: Object.fromEntries(
          fields.flatMap((row) => (isField(String(row["key"])) ? [[String(row["key"]), bytes(row, "bytes")]] : [])),
        ),
        turns: checkpoints.map((row) => ({
          checkpointId: String(row["checkpoint_id"]),
          bytes: bytes(row, "bytes") + bytes(row, "others"),
        })),
        pruned: [],
      };
    }),
    lease: soon((threadId: string) => sqliteLease(database, threadId)),
    close: soon(() => {
      if (database.isOpen) database.close();
    }),
  };
}

/** A function of SQLite, which answers at once, as one that others wait for. */
const soon =
  <Input extends readonly unknown[], Result>(read: (...input: Input) => Result) =>
  (...input: Input): Promise<Result> =>
    new Promise((resolve) => {
      resolve(read(...input));
    });

const bytes = (row: Readonly<Record<string, unknown>>, column: string): number => Number(row[column] ?? 0);
