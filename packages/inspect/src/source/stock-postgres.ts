import type { PostgresPool } from "@tidemark/checkpoint/internal";
import { ASKED, isField, nextNodes, SENDS } from "./channels.ts";
import type { HistorySource, StepAddress, StoredStep } from "./history-source.ts";
import { postgresLease } from "./stored-leases.ts";
import { type Revive, stockRecords } from "./stock-records.ts";
import { marksIn } from "./step-marks.ts";
import { sizeOfVersions, versionKey } from "./version-sizes.ts";
import { parsed, recordOf, textOf, versionsOf } from "./json-rows.ts";

type Row = Readonly<Record<string, unknown>>;

/** Position in the log of the server, which every write moves. */
const POSTGRES_MARK =
  "SELECT CASE WHEN pg_is_in_recovery() THEN pg_last_wal_replay_lsn() ELSE pg_current_wal_insert_lsn() END AS mark";

const quoted = (name: string): string => `"${name.replaceAll('"', '""')}"`;

/** Place of the tables. */
interface StockPostgresOptions {
  readonly schema: string;
  /** Name of the database in errors. */
  readonly name: string;
  /** Ends the pool. */
  readonly close: () => Promise<void>;
  readonly revive: Revive;
  /** Namespace of a subgraph. Defaults to the graph itself. */
  readonly namespace?: string;
}

/** Reads the threads that LangGraph's `PostgresSaver` has written. */
export function stockPostgresSource(pool: Pick<PostgresPool, "query">, options: StockPostgresOptions): HistorySource {
  const { schema, name, close, revive, namespace = "" } = options;
  const table = (suffix: string): string => `${quoted(schema)}.checkpoint${suffix}`;
  const query = async (sql: string, values: readonly unknown[] = []): Promise<readonly Row[]> =>
    (await pool.query(sql, [...values])).rows.map(recordOf);

  const valuesOf = async ({ threadId, id }: StepAddress, fields: readonly string[] | null): Promise<Row> => {
    const rows = await query(
      `SELECT b.channel, b.type, b.blob FROM ${table("s")} c
       CROSS JOIN LATERAL jsonb_each_text(c.checkpoint -> 'channel_versions') v
       JOIN ${table("_blobs")} b ON b.thread_id = c.thread_id AND b.checkpoint_ns = c.checkpoint_ns
         AND b.channel = v.key AND b.version = v.value
       WHERE c.thread_id = $1 AND c.checkpoint_ns = $4 AND c.checkpoint_id = $2 AND ($3::text[] IS NULL OR b.channel = ANY($3))`,
      [threadId, id, fields, namespace],
    );
    const stored = rows.filter(({ type }) => type !== "empty");
    return Object.fromEntries(stored.map(({ channel, blob }) => [String(channel), parsed(blob, name)]));
  };

  return {
    kind: "langgraph",
    threads: async () => {
      const rows = await query(
        `SELECT t.*, EXISTS (SELECT FROM ${table("_writes")} w WHERE w.thread_id = t.thread_id
           AND w.checkpoint_ns = '' AND w.checkpoint_id = t.newest) AS written
         FROM (SELECT thread_id, max(checkpoint_id COLLATE "C") AS newest, count(*) AS checkpoints FROM ${table("s")}
           WHERE checkpoint_ns = '' GROUP BY thread_id) t ORDER BY newest DESC`,
      );
      return rows.map(({ thread_id, newest, checkpoints, written }) => ({
        threadId: String(thread_id),
        newest: String(newest),
        checkpoints: Number(checkpoints),
        hasWrites: written === true,
      }));
    },
    mark: async () => {
      const [row] = await query(POSTGRES_MARK);
      return String(row?.["mark"]);
    },
    newest: async (threadId) => {
      const [row] = await query(
        `SELECT max(checkpoint_id COLLATE "C") AS newest FROM ${table("s")} WHERE thread_id = $1 AND checkpoint_ns = $2`,
        [threadId, namespace],
      );
      return textOf(row?.["newest"]);
    },
    steps: (threadId) => stepsOf(threadId),
    next: async ({ threadId, id }) => {
      const rows = await query(
        `SELECT b.channel, CASE WHEN b.channel = $4 OR b.channel LIKE 'join:%' THEN b.blob END AS blob FROM ${table("s")} c
         CROSS JOIN LATERAL jsonb_each_text(c.checkpoint -> 'channel_versions') WITH ORDINALITY v (key, value, position)
         JOIN ${table("_blobs")} b ON b.thread_id = c.thread_id AND b.checkpoint_ns = c.checkpoint_ns
           AND b.channel = v.key AND b.version = v.value
         WHERE c.thread_id = $1 AND c.checkpoint_ns = $3 AND c.checkpoint_id = $2 AND b.type <> 'empty'
           AND (v.key LIKE '\\_\\_%' OR v.key LIKE '%:%') ORDER BY v.position`,
        [threadId, id, namespace, SENDS],
      );
      const own = new Map(rows.map(({ channel, blob }) => [String(channel), blob]));
      return nextNodes(own.keys(), (channel) => parsed(own.get(channel), name));
    },
    marks: async ({ threadId, id }) => {
      const [row] = await query(
        `SELECT metadata FROM ${table("s")} WHERE thread_id = $1 AND checkpoint_ns = $2 AND checkpoint_id = $3`,
        [threadId, namespace, id],
      );
      return marksIn(row?.["metadata"], id);
    },
    values: async (at, fields) => {
      const read = await valuesOf(at, fields === undefined ? null : [...fields]);
      return Object.fromEntries(Object.entries(read).filter(([field]) => isField(field)));
    },
    writes: async ({ threadId, id }) => {
      const rows = await query(
        `SELECT task_id, channel, blob FROM ${table("_writes")}
         WHERE thread_id = $1 AND checkpoint_ns = $3 AND checkpoint_id = $2 ORDER BY task_id, idx`,
        [threadId, id, namespace],
      );
      return rows.map(({ task_id, channel, blob }) => [String(task_id), String(channel), parsed(blob, name)]);
    },
    namespaces: async (threadId) => {
      const rows = await query(`SELECT DISTINCT checkpoint_ns FROM ${table("s")} WHERE thread_id = $1`, [threadId]);
      return rows.flatMap(({ checkpoint_ns: ns }) => (ns === "" ? [] : [String(ns)])).toSorted();
    },
    records: async (threadId) => {
      const rows = await query(
        `SELECT checkpoint_ns, checkpoint_id, parent_checkpoint_id, checkpoint AS value, metadata,
           (SELECT jsonb_object_agg(b.channel, jsonb_build_array(b.type, encode(b.blob, 'base64')))
            FROM jsonb_each_text(c.checkpoint -> 'channel_versions') v
            JOIN ${table("_blobs")} b ON b.thread_id = c.thread_id AND b.checkpoint_ns = c.checkpoint_ns
              AND b.channel = v.key AND b.version = v.value WHERE b.type <> 'empty') AS blobs
         FROM ${table("s")} c WHERE thread_id = $1 ORDER BY checkpoint_id COLLATE "C"`,
        [threadId],
      );
      const writes = await query(
        `SELECT checkpoint_ns, checkpoint_id, task_id, channel, type, blob AS value FROM ${table("_writes")}
         WHERE thread_id = $1 ORDER BY task_id, idx`,
        [threadId],
      );
      return stockRecords(rows, writes, revive);
    },
    within: (inner) => stockPostgresSource(pool, { ...options, namespace: inner }),
    storage: async (threadId) => {
      const place = [threadId, namespace];
      const checkpoints = await query(
        `SELECT checkpoint_id, octet_length(checkpoint::text) + octet_length(metadata::text) AS bytes,
           checkpoint -> 'channel_versions' AS versions
         FROM ${table("s")} WHERE thread_id = $1 AND checkpoint_ns = $2 ORDER BY checkpoint_id COLLATE "C"`,
        place,
      );
      const values = await query(
        `SELECT channel, version, coalesce(octet_length(blob), 0) AS bytes FROM ${table("_blobs")} WHERE thread_id = $1 AND checkpoint_ns = $2`,
        place,
      );
      const sizes = new Map(
        values.map(({ channel, version, bytes }) => [versionKey(String(channel), version), Number(bytes)]),
      );
      const measured = checkpoints.map(({ checkpoint_id, bytes, versions }) => ({
        id: String(checkpoint_id),
        bytes: Number(bytes),
        versions: recordOf(versions),
      }));
      return sizeOfVersions("rows", measured, sizes);
    },
    lease: (threadId) => postgresLease(pool, { schema, threadId }),
    close,
  };

  async function stepsOf(threadId: string): Promise<readonly StoredStep[]> {
    const rows = await query(
      `SELECT checkpoint_id, parent_checkpoint_id, metadata, checkpoint -> 'channel_versions' AS versions,
         EXISTS (SELECT FROM ${table("_writes")} w WHERE w.thread_id = c.thread_id AND w.checkpoint_ns = c.checkpoint_ns
           AND w.checkpoint_id = c.checkpoint_id AND w.channel = $3) AS asked
       FROM ${table("s")} c WHERE thread_id = $1 AND checkpoint_ns = $2
       ORDER BY checkpoint_id COLLATE "C"`,
      [threadId, namespace, ASKED],
    );
    const own = await ownValues(threadId);
    return rows.map(({ checkpoint_id, parent_checkpoint_id, metadata, versions, asked }): StoredStep => {
      const stored = recordOf(versions);
      const valueOf = (channel: string) => own.get(versionKey(channel, stored[channel]));
      // A channel that was emptied keeps its version.
      const channels = Object.keys(stored).filter(
        (channel) => isField(channel) || own.has(versionKey(channel, stored[channel])),
      );
      const { source, step } = recordOf(metadata);
      return {
        id: String(checkpoint_id),
        parent: textOf(parent_checkpoint_id),
        source: textOf(source),
        step: typeof step === "number" ? step : null,
        next: nextNodes(channels, valueOf),
        asked: asked === true,
        values: versionsOf(channels.filter(isField), stored),
      };
    });
  }

  /** Values of the channels that LangGraph makes for itself, which are small. */
  async function ownValues(threadId: string): Promise<ReadonlyMap<string, unknown>> {
    const rows = await query(
      `SELECT channel, version, CASE WHEN channel = $2 OR channel LIKE 'join:%' THEN blob END AS blob FROM ${table("_blobs")}
       WHERE thread_id = $1 AND checkpoint_ns = $3 AND type <> 'empty' AND (channel LIKE '\\_\\_%' OR channel LIKE '%:%')`,
      [threadId, SENDS, namespace],
    );
    return new Map(
      rows.map(({ channel, version, blob }) => [versionKey(String(channel), version), parsed(blob, name)]),
    );
  }
}
