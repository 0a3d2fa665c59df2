/** What a statement says that named values or documents which another one removed meanwhile. */
export const REMOVED = "TM410";

/** What a statement says whose lease is gone. */
export const FENCED = "tidemark_fenced";

/** A text as it stands in a statement. */
const literal = (text: string): string => `'${text.replaceAll("'", "''")}'`;

/**
 * The functions that write. Each is one statement, so one round trip, and holds all its locks only until it ends.
 *
 * Locks are taken in one order: maintenance, then the thread, then the store; who writes shares the store, who removes values has
 * it alone.
 *
 * @internal
 */
export const functionsOf = (schema: string, name: string): string => {
  const lock = (kind: string) => `hashtext('tidemark_${kind}'), hashtext(${literal(name)})`;
  const document = (id: string) =>
    `CROSS JOIN LATERAL (SELECT o.* FROM ${schema}.tidemark_documents o WHERE o.id = ${id} LIMIT 1) AS d`;
  return `
  -- Documents and all that they stand on, those aside that are known. Each is looked up by itself, and nothing is compiled for it:
  -- how long chains are is more than the planner can know.
  CREATE FUNCTION ${schema}.tidemark_chain(wanted bigint[], known bigint[]) RETURNS SETOF ${schema}.tidemark_documents
  LANGUAGE sql STABLE ROWS 300 SET jit = off AS $tidemark$
    WITH RECURSIVE chain (id, base) AS (
      SELECT d.id, d.base FROM unnest(wanted) AS w (id) ${document("w.id")} WHERE d.id <> ALL (known)
      UNION
      SELECT d.id, d.base FROM chain ${document("chain.base")} WHERE d.id <> ALL (known)
    ) SELECT d.* FROM chain ${document("chain.id")}
  $tidemark$;

  CREATE FUNCTION ${schema}.tidemark_lock_thread(thread text) RETURNS void LANGUAGE sql AS $tidemark$
    SELECT pg_advisory_xact_lock(hashtextextended(thread, hashtext(${literal(name)})));
  $tidemark$;

  CREATE FUNCTION ${schema}.tidemark_lock_maintenance() RETURNS void LANGUAGE sql AS $tidemark$
    SELECT pg_advisory_xact_lock(${lock("maintenance")});
  $tidemark$;

  CREATE FUNCTION ${schema}.tidemark_lock_store() RETURNS void LANGUAGE sql AS $tidemark$
    SELECT pg_advisory_xact_lock(${lock("store")});
  $tidemark$;

  -- Gives back the ids of values that are stored already, and then has written nothing; or documents that nothing uses any more.
  -- The locks know a thread by its own id.
  CREATE FUNCTION ${schema}.tidemark_apply(
    thread text, leased text, token bigint, value_ids bigint[], value_hashes bytea[], value_bodies bytea[],
    documents jsonb, document_hashes bytea[], document_bodies bytea[], rows_to_write jsonb, more_ids boolean
  ) RETURNS jsonb LANGUAGE plpgsql AS $tidemark$
  DECLARE
    known jsonb;
    inserted integer;
    row_to_write jsonb;
    old bigint;
    released bigint[] := '{}';
    newest bigint;
  BEGIN
    IF current_setting('transaction_isolation') <> 'read committed' THEN
      RAISE EXCEPTION 'Tidemark writes need transactions that read what is committed: set default_transaction_isolation of the pool to "read committed".';
    END IF;
    PERFORM ${schema}.tidemark_lock_thread(thread);
    IF token IS NOT NULL AND to_regclass(${literal(`${schema}.tidemark_leases`)}) IS NOT NULL THEN
      SELECT l.token INTO newest FROM ${schema}.tidemark_leases l WHERE l.thread_id = leased FOR SHARE;
      IF newest > tidemark_apply.token THEN RAISE EXCEPTION '${FENCED}'; END IF;
    END IF;
    PERFORM pg_advisory_xact_lock_shared(${lock("store")});
    IF cardinality(value_ids) > 0 THEN
      SELECT jsonb_object_agg(encode(f.hash, 'hex'), v.id) INTO known FROM unnest(value_hashes) AS f (hash)
        CROSS JOIN LATERAL (SELECT o.id FROM ${schema}.tidemark_values o WHERE o.hash = f.hash LIMIT 1) AS v;
      IF known IS NOT NULL THEN RETURN jsonb_build_object('known', known); END IF;
      -- In one order, so that two writers of the same values wait for each other in one direction.
      INSERT INTO ${schema}.tidemark_values (id, hash, body)
        SELECT f.id, f.hash, f.body FROM unnest(value_ids, value_hashes, value_bodies) AS f (id, hash, body) ORDER BY f.hash
        ON CONFLICT (hash) DO NOTHING;
      GET DIAGNOSTICS inserted = ROW_COUNT;
      IF inserted < cardinality(value_ids) THEN
        RAISE EXCEPTION 'another writer stored a value at the same time' USING ERRCODE = 'serialization_failure';
      END IF;
    END IF;
    INSERT INTO ${schema}.tidemark_documents (id, base, uses, links, whole, changed, names, hash, body)
      SELECT d.id, d.base, 1, d.links, d.whole, d.changed, d.names, document_hashes[d.place], document_bodies[d.place]
      FROM jsonb_to_recordset(documents)
        AS d (place integer, id bigint, base bigint, links integer, whole integer, changed integer, names bigint[]);
    -- What a writer remembers may be gone. Each is looked up by itself, as above.
    IF EXISTS (
      SELECT 1 FROM jsonb_to_recordset(documents) AS d (base bigint)
      WHERE d.base IS NOT NULL AND (SELECT o.id FROM ${schema}.tidemark_documents o WHERE o.id = d.base LIMIT 1) IS NULL
    ) OR EXISTS (
      SELECT 1 FROM jsonb_to_recordset(documents) AS d (names bigint[]), unnest(d.names) AS named (id)
      WHERE (SELECT v.id FROM ${schema}.tidemark_values v WHERE v.id = named.id LIMIT 1) IS NULL
    ) THEN
      RAISE EXCEPTION 'values were removed at the same time' USING ERRCODE = '${REMOVED}';
    END IF;
    FOR row_to_write IN SELECT value FROM jsonb_array_elements(rows_to_write) LOOP
      IF row_to_write ? 'task' THEN
        INSERT INTO ${schema}.tidemark_writes (thread_id, checkpoint_ns, checkpoint_id, task_id, document, hash) VALUES (
          thread, row_to_write ->> 'namespace', row_to_write ->> 'id', row_to_write ->> 'task',
          (row_to_write ->> 'document')::bigint, decode(row_to_write ->> 'hash', 'hex'));
      ELSE
        SELECT c.document INTO old FROM ${schema}.checkpoints c
          WHERE c.thread_id = thread AND c.checkpoint_ns = row_to_write ->> 'namespace' AND c.checkpoint_id = row_to_write ->> 'id';
        IF FOUND THEN
          UPDATE ${schema}.tidemark_documents SET uses = uses - 1 WHERE id = old;
          released := released || old;
        END IF;
        INSERT INTO ${schema}.checkpoints AS c
          (thread_id, checkpoint_ns, checkpoint_id, parent_checkpoint_id, document, hash, described)
        VALUES (thread, row_to_write ->> 'namespace', row_to_write ->> 'id', row_to_write ->> 'parent',
          (row_to_write ->> 'document')::bigint, decode(row_to_write ->> 'hash', 'hex'), row_to_write ->> 'described')
        ON CONFLICT (thread_id, checkpoint_ns, checkpoint_id) DO UPDATE SET parent_checkpoint_id = excluded.parent_checkpoint_id,
          document = excluded.document, hash = excluded.hash, described = excluded.described;
      END IF;
    END LOOP;
    RETURN jsonb_build_object('released', to_jsonb(released),
      'ids', CASE WHEN more_ids THEN nextval(${literal(`${schema}.tidemark_ids`)}) END);
  END $tidemark$;

  -- Removes those of the values that nothing names any more. The caller has the store alone.
  CREATE FUNCTION ${schema}.tidemark_forget(candidates bigint[]) RETURNS bigint LANGUAGE plpgsql SET enable_seqscan = off AS $tidemark$
  DECLARE
    removed bigint;
  BEGIN
    DELETE FROM ${schema}.tidemark_values v WHERE v.id = ANY (candidates)
      AND NOT EXISTS (SELECT 1 FROM ${schema}.tidemark_documents d WHERE d.names @> ARRAY[v.id]);
    GET DIAGNOSTICS removed = ROW_COUNT;
    RETURN removed;
  END $tidemark$;

  -- Removes those of the documents that nothing uses, what they stood on, and the values that nothing names any more.
  CREATE FUNCTION ${schema}.tidemark_collect(candidates bigint[]) RETURNS void LANGUAGE plpgsql AS $tidemark$
  DECLARE
    freed bigint[] := '{}';
    more bigint[];
  BEGIN
    PERFORM ${schema}.tidemark_lock_store();
    WHILE cardinality(candidates) > 0 LOOP
      WITH removed AS (
        DELETE FROM ${schema}.tidemark_documents d
        WHERE d.id = ANY (candidates) AND d.uses <= 0
          AND NOT EXISTS (SELECT 1 FROM ${schema}.tidemark_documents o WHERE o.base = d.id)
        RETURNING d.base, d.names
      )
      SELECT coalesce(array_agg(DISTINCT r.base) FILTER (WHERE r.base IS NOT NULL), '{}'),
        (SELECT array_agg(DISTINCT n.id) FROM removed, unnest(removed.names) AS n (id))
        INTO candidates, more FROM removed r;
      freed := freed || coalesce(more, '{}');
    END LOOP;
    PERFORM ${schema}.tidemark_forget(freed);
  END $tidemark$;`;
};
