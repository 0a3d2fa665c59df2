import {
  CLEAR_LEASE,
  CLEARED_LEASES,
  FENCE,
  FENCE_FUNCTION,
  FENCE_OF,
  FENCE_TRIGGER,
  FENCED,
  LEASES,
} from "../../kernel/lease-names.ts";

/** Body of the function that keeps the token of a removed lease, so that the next lease of any new thread gets a higher one. */
const clearLeaseBody = (schema: string): string => `
BEGIN
  INSERT INTO ${schema}.${CLEARED_LEASES} AS cleared (id, token) VALUES (1, OLD.token)
    ON CONFLICT (id) DO UPDATE SET token = greatest(cleared.token, excluded.token);
  RETURN NULL;
END `;

/** Body of the function that rejects the checkpoints of a lost lease. */
const fenceBody = (schema: string): string => `
DECLARE newest bigint;
BEGIN
  -- A writer that freezes before it commits would lock the row, and block every writer after it.
  PERFORM set_config('idle_in_transaction_session_timeout', '5000', true);
  SELECT token INTO newest FROM ${schema}.${LEASES} WHERE thread_id = NEW.thread_id FOR SHARE;
  IF newest > (NEW.metadata ->> '${FENCE}')::bigint THEN
    RAISE EXCEPTION '${FENCED}';
  END IF;
  RETURN NEW;
END `;

const table = (name: string): string =>
  `(SELECT c.oid FROM pg_class c WHERE c.relnamespace = n.oid AND c.relname = '${name}')`;

const trigger = (name: string, owner: string, body: string): string =>
  `EXISTS (SELECT FROM pg_trigger t JOIN pg_proc p ON p.oid = t.tgfoid
     WHERE t.tgname = '${name}' AND t.tgrelid = ${table(owner)} AND p.prosrc = ${body})`;

const exists = (name: string): string => `${table(name)} IS NOT NULL`;

/** Finds what exists of the tables of locks in a schema, without a right on it. */
const FIND = `
  SELECT n.oid IS NOT NULL AS present, ${exists("checkpoints")} OR ${exists("tidemark_checkpoints")} AS fenced,
    ${exists(CLEARED_LEASES)} AND ${trigger(CLEAR_LEASE, LEASES, "$2")}
    AND (NOT ${exists("checkpoints")} OR ${trigger(FENCE_TRIGGER, "checkpoints", "$3")}) AS made
  FROM (SELECT 1) AS one LEFT JOIN pg_namespace n ON n.nspname = $1`;

/** Statement that finds the tables of locks in a schema, with its values. */
export const findLockTables = (name: string, schema: string): readonly [text: string, values: unknown[]] => [
  FIND,
  [name, clearLeaseBody(schema), fenceBody(schema)],
];

/**
 * Statement that creates the tables of locks, and the fence on the tables of LangGraph's own saver. One block under one lock: of two processes
 * that create the tables at the same time, one would fail.
 */
export function createLockTables(schema: string): string {
  const text = schema.replaceAll("'", "''");
  return `
      DO $tidemark$
      BEGIN
        PERFORM pg_advisory_xact_lock(hashtext('${LEASES}'));
        CREATE TABLE IF NOT EXISTS ${schema}.${LEASES} (
          thread_id TEXT PRIMARY KEY,
          token BIGINT NOT NULL,
          holder TEXT NOT NULL,
          expires_at TIMESTAMPTZ NOT NULL,
          milliseconds BIGINT NOT NULL
        );
        CREATE TABLE IF NOT EXISTS ${schema}.${CLEARED_LEASES} (id INTEGER PRIMARY KEY CHECK (id = 1), token BIGINT NOT NULL);
        CREATE OR REPLACE FUNCTION ${schema}.${CLEAR_LEASE}() RETURNS trigger LANGUAGE plpgsql AS $clear$${clearLeaseBody(schema)}$clear$;
        IF NOT EXISTS (
          SELECT 1 FROM pg_trigger WHERE tgname = '${CLEAR_LEASE}'
            AND tgrelid = to_regclass('${text}.${LEASES}')
        ) THEN
          CREATE TRIGGER ${CLEAR_LEASE} AFTER DELETE ON ${schema}.${LEASES}
            FOR EACH ROW EXECUTE FUNCTION ${schema}.${CLEAR_LEASE}();
        END IF;
        IF to_regclass('${text}.checkpoints') IS NOT NULL THEN
          CREATE OR REPLACE FUNCTION ${schema}.${FENCE_FUNCTION}() RETURNS trigger LANGUAGE plpgsql AS $fence$${fenceBody(schema)}$fence$;
          IF NOT EXISTS (
            SELECT 1 FROM pg_trigger WHERE tgname = '${FENCE_TRIGGER}'
              AND tgrelid = to_regclass('${text}.checkpoints')
          ) THEN
            CREATE TRIGGER ${FENCE_TRIGGER} BEFORE INSERT OR UPDATE ON ${schema}.checkpoints
              FOR EACH ROW WHEN (NEW.metadata ->> '${FENCE_OF}' = NEW.checkpoint_id) EXECUTE FUNCTION ${schema}.${FENCE_FUNCTION}();
          END IF;
        END IF;
      END $tidemark$`;
}
