import { REMOVED } from "./functions.ts";

/** Table of the keys of threads. A schema that has it is encrypted. */
export const KEYS_TABLE = "tidemark_keys";

/** Secrets, wrapped by the key of the application, and the threads that they are of. A copy of a thread has the same one. */
export const keyTablesOf = (schema: string): string => `
  CREATE TABLE ${schema}.${KEYS_TABLE} (id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY, wrapped bytea NOT NULL);
  CREATE TABLE ${schema}.tidemark_thread_keys (thread_id text COLLATE "C" PRIMARY KEY, key bigint NOT NULL);
  CREATE INDEX tidemark_thread_keys_by_key ON ${schema}.tidemark_thread_keys (key);

  -- The secret of a thread, which is the fresh one when it has none.
  CREATE FUNCTION ${schema}.tidemark_key(thread text, fresh bytea) RETURNS SETOF ${schema}.${KEYS_TABLE} LANGUAGE plpgsql AS $tidemark$
  DECLARE
    number bigint;
  BEGIN
    SELECT t.key INTO number FROM ${schema}.tidemark_thread_keys t WHERE t.thread_id = thread;
    IF NOT FOUND THEN
      PERFORM ${schema}.tidemark_lock_thread(thread);
      SELECT t.key INTO number FROM ${schema}.tidemark_thread_keys t WHERE t.thread_id = thread;
      IF NOT FOUND THEN
        INSERT INTO ${schema}.${KEYS_TABLE} (wrapped) VALUES (fresh) RETURNING id INTO number;
        INSERT INTO ${schema}.tidemark_thread_keys (thread_id, key) VALUES (thread, number);
      END IF;
    END IF;
    RETURN QUERY SELECT k.* FROM ${schema}.${KEYS_TABLE} k WHERE k.id = number;
  END $tidemark$;

  -- Refuses what was encrypted with a secret that the thread does not have any more.
  CREATE FUNCTION ${schema}.tidemark_require_key(thread text, secret bigint) RETURNS void LANGUAGE plpgsql AS $tidemark$
  BEGIN
    PERFORM ${schema}.tidemark_lock_thread(thread);
    PERFORM FROM ${schema}.tidemark_thread_keys t WHERE t.thread_id = thread AND t.key = secret;
    IF NOT FOUND THEN RAISE EXCEPTION 'the key of the thread was removed' USING ERRCODE = '${REMOVED}'; END IF;
  END $tidemark$;

  CREATE FUNCTION ${schema}.tidemark_store_sealed(
    secret bigint, thread text, leased text, token bigint, value_ids bigint[], value_hashes uuid[], value_bodies bytea[],
    rows_to_write jsonb, hashes bytea[], sums bytea[], bodies bytea[], named bigint[], more_ids boolean
  ) RETURNS jsonb LANGUAGE plpgsql AS $tidemark$
  BEGIN
    PERFORM ${schema}.tidemark_require_key(thread, secret);
    RETURN ${schema}.tidemark_store(thread, leased, token, value_ids, value_hashes, value_bodies, rows_to_write, hashes, sums, bodies,
      named, more_ids);
  END $tidemark$;`;
