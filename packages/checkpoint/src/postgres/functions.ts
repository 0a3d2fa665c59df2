import { CLEARED_LEASES, FENCED, LEASES } from "../kernel/lease-names.ts";

/** Error code of a statement that names values or records which were removed meanwhile. */
export const REMOVED = "TM410";

/** A text as a literal of SQL. */
const literal = (text: string): string => `'${text.replaceAll("'", "''")}'`;

/**
 * The blocks of a hundred that numbers of three digits and more in a text belong to: what is left without the last two digits. Indexes
 * find blocks, and rows contain the rest. An index of each number by itself would be as large as what it leads to.
 */
export const blocksOf = (names: string): string =>
  `string_to_array(regexp_replace(${names}, '[0-9][0-9](,|$)', E'\\\\1', 'g'), ',')`;

/** Numbers that the row of a checkpoint references: values, and the tree that its own one is stored as a change of. */
export const referencesOf = (row: string): string =>
  `CASE WHEN ${row}base IS NULL THEN ${row}names WHEN ${row}names = '' THEN ${row}base::text ELSE ${row}names || ',' || ${row}base::text END`;

/** The checksum of a checkpoint with its sequence number, as `sequencedChecksum` makes it. */
const sequencedChecksumOf = (sum: string, sequence: string): string =>
  `substring(sha256(${sum} || int8send(${sequence})) FOR 8)`;

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
  const tree = (id: string) =>
    `CROSS JOIN LATERAL (SELECT o.* FROM ${schema}.tidemark_checkpoints o WHERE o.id = ${id} LIMIT 1) AS d`;
  return `
  -- The numbers that a row names; they take up less as a text.
  CREATE FUNCTION ${schema}.tidemark_numbers(names text) RETURNS bigint[] LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $tidemark$
    SELECT string_to_array(names, ',')::bigint[]
  $tidemark$;

  -- Trees and all that they depend on, those aside that are known. Each is looked up by itself, and nothing is compiled for it:
  -- how long chains are is more than the planner can know. Its plan is made once for a connection.
  CREATE FUNCTION ${schema}.tidemark_trees(wanted bigint[], known bigint[]) RETURNS SETOF ${schema}.tidemark_checkpoints
  LANGUAGE plpgsql STABLE ROWS 300 SET jit = off SET plan_cache_mode = force_generic_plan AS $tidemark$
  BEGIN
    RETURN QUERY WITH RECURSIVE chain (id, base) AS (
      SELECT d.id, d.base FROM unnest(wanted) AS w (id) ${tree("w.id")} WHERE d.id <> ALL (known)
      UNION
      SELECT d.id, d.base FROM chain ${tree("chain.base")} WHERE d.id <> ALL (known)
    ) SELECT d.* FROM chain ${tree("chain.id")};
  END $tidemark$;

  CREATE FUNCTION ${schema}.tidemark_lock_thread(thread text) RETURNS void LANGUAGE sql AS $tidemark$
    SELECT pg_advisory_xact_lock(hashtextextended(thread, hashtext(${literal(name)})));
  $tidemark$;

  CREATE FUNCTION ${schema}.tidemark_lock_maintenance() RETURNS void LANGUAGE sql AS $tidemark$
    SELECT pg_advisory_xact_lock(${lock("maintenance")});
  $tidemark$;

  CREATE FUNCTION ${schema}.tidemark_lock_store() RETURNS void LANGUAGE sql AS $tidemark$
    SELECT pg_advisory_xact_lock(${lock("store")});
  $tidemark$;

  -- The number of a thread, which it gets when it has none. The caller has the lock of the thread.
  CREATE FUNCTION ${schema}.tidemark_number(thread text) RETURNS integer LANGUAGE plpgsql AS $tidemark$
  DECLARE
    number integer;
  BEGIN
    SELECT t.id INTO number FROM ${schema}.tidemark_threads t WHERE t.thread_id = thread;
    IF NOT FOUND THEN INSERT INTO ${schema}.tidemark_threads (thread_id) VALUES (thread) RETURNING id INTO number; END IF;
    RETURN number;
  END $tidemark$;

  -- Returns the ids of values that are stored already, and then has written nothing; or trees that no checkpoint shows any more.
  -- The locks know a thread by its own id. Everything is looked up one by one, so no list needs a separate plan.
  CREATE FUNCTION ${schema}.tidemark_store(
    thread text, leased text, token bigint, value_ids bigint[], value_hashes uuid[], value_bodies bytea[],
    rows_to_write jsonb, hashes bytea[], sums bytea[], bodies bytea[], named bigint[], more_ids boolean
  ) RETURNS jsonb LANGUAGE plpgsql SET plan_cache_mode = force_generic_plan AS $tidemark$
  DECLARE
    known jsonb;
    inserted integer;
    number integer;
    place integer := 0;
    row_to_write jsonb;
    based bigint;
    old bigint;
    ordinal bigint;
    released bigint[] := '{}';
    newest bigint;
  BEGIN
    IF current_setting('transaction_isolation') <> 'read committed' THEN
      RAISE EXCEPTION 'Tidemark writes need transactions that read what is committed: set default_transaction_isolation of the pool to "read committed".';
    END IF;
    PERFORM ${schema}.tidemark_lock_thread(thread);
    IF token IS NOT NULL AND to_regclass(${literal(`${schema}.${LEASES}`)}) IS NOT NULL THEN
      SELECT l.token INTO newest FROM ${schema}.${LEASES} l WHERE l.thread_id = leased FOR SHARE;
      IF NOT FOUND AND to_regclass(${literal(`${schema}.${CLEARED_LEASES}`)}) IS NOT NULL THEN
        -- It went with its thread.
        SELECT l.token + 1 INTO newest FROM ${schema}.${CLEARED_LEASES} l;
      END IF;
      IF newest > tidemark_store.token THEN RAISE EXCEPTION '${FENCED}'; END IF;
    END IF;
    PERFORM pg_advisory_xact_lock_shared(${lock("store")});
    IF cardinality(value_ids) > 0 THEN
      SELECT jsonb_object_agg(replace(f.hash::text, '-', ''), v.id) INTO known FROM unnest(value_hashes) AS f (hash)
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
    -- What a writer remembers may be gone. Each is looked up by itself, as above.
    IF EXISTS (
      SELECT 1 FROM unnest(named) AS n (id)
      WHERE (SELECT v.id FROM ${schema}.tidemark_values v WHERE v.id = n.id LIMIT 1) IS NULL
    ) THEN
      RAISE EXCEPTION 'values were removed at the same time' USING ERRCODE = '${REMOVED}';
    END IF;
    number := ${schema}.tidemark_number(thread);
    FOR row_to_write IN SELECT value FROM jsonb_array_elements(rows_to_write) LOOP
      place := place + 1;
      IF row_to_write ? 'task' THEN
        INSERT INTO ${schema}.tidemark_writes (thread, namespace, checkpoint_id, task_id, task_path, names, hash, body) VALUES (
          number, row_to_write ->> 'namespace', decode(row_to_write ->> 'id', 'hex'), decode(row_to_write ->> 'task', 'hex'),
          row_to_write ->> 'path', row_to_write ->> 'names', hashes[place], bodies[place]);
      ELSE
        based := (row_to_write ->> 'base')::bigint;
        IF based IS NOT NULL THEN
          PERFORM FROM ${schema}.tidemark_checkpoints o WHERE o.id = based;
          IF NOT FOUND THEN RAISE EXCEPTION 'a tree was removed at the same time' USING ERRCODE = '${REMOVED}'; END IF;
        END IF;
        SELECT c.id, c.seq INTO old, ordinal FROM ${schema}.tidemark_checkpoints c
          WHERE c.thread = number AND c.namespace = row_to_write ->> 'namespace'
            AND c.checkpoint_id = decode(row_to_write ->> 'id', 'hex');
        IF FOUND THEN
          -- A checkpoint that is put again keeps its place in the order.
          UPDATE ${schema}.tidemark_checkpoints c SET thread = NULL WHERE c.id = old;
          released := released || old;
        ELSE
          -- The lock of the thread is held until this is committed: numbers grow in the order in which others can see them.
          ordinal := nextval(${literal(`${schema}.tidemark_order`)});
        END IF;
        INSERT INTO ${schema}.tidemark_checkpoints
          (id, base, thread, links, whole, changed, namespace, checkpoint_id, parent, described, hash, names, sum, body, seq)
        VALUES ((row_to_write ->> 'number')::bigint, based, number, (row_to_write ->> 'links')::integer,
          (row_to_write ->> 'whole')::integer, (row_to_write ->> 'changed')::integer, row_to_write ->> 'namespace',
          decode(row_to_write ->> 'id', 'hex'), decode(row_to_write ->> 'parent', 'hex'), decode(row_to_write ->> 'described', 'hex'),
          ${sequencedChecksumOf("hashes[place]", "ordinal")}, row_to_write ->> 'names', sums[place], bodies[place], ordinal);
      END IF;
    END LOOP;
    RETURN jsonb_build_object('released', to_jsonb(released),
      'ids', CASE WHEN more_ids THEN nextval(${literal(`${schema}.tidemark_ids`)}) END);
  END $tidemark$;

  -- Removes the lease of a thread. The caller has the lock of the thread. A request for a new lease waits, and then sees its token.
  CREATE FUNCTION ${schema}.tidemark_remove_lease(leased text) RETURNS void LANGUAGE plpgsql AS $tidemark$
  BEGIN
    IF to_regclass(${literal(`${schema}.${CLEARED_LEASES}`)}) IS NULL THEN RETURN; END IF;
    PERFORM FROM ${schema}.${LEASES} l WHERE l.thread_id = leased;
    IF NOT FOUND THEN RETURN; END IF;
    LOCK TABLE ${schema}.${LEASES} IN SHARE ROW EXCLUSIVE MODE;
    DELETE FROM ${schema}.${LEASES} l WHERE l.thread_id = leased;
  END $tidemark$;

  -- Removes those of the values that nothing names any more. The caller has the store alone.
  CREATE FUNCTION ${schema}.tidemark_forget(candidates bigint[]) RETURNS bigint LANGUAGE plpgsql SET enable_seqscan = off AS $tidemark$
  DECLARE
    blocks text[] := ${blocksOf("array_to_string(candidates, ',')")};
    removed bigint;
  BEGIN
    DELETE FROM ${schema}.tidemark_values v WHERE v.id = ANY (ARRAY(
      SELECT c.id FROM unnest(candidates) AS c (id)
      EXCEPT
      SELECT n.id FROM ${schema}.tidemark_checkpoints r, unnest(${schema}.tidemark_numbers(r.names)) AS n (id)
        WHERE ${blocksOf(referencesOf("r."))} && blocks
      EXCEPT
      SELECT n.id FROM ${schema}.tidemark_writes r, unnest(${schema}.tidemark_numbers(r.names)) AS n (id)
        WHERE ${blocksOf("r.names")} && blocks
    ));
    GET DIAGNOSTICS removed = ROW_COUNT;
    RETURN removed;
  END $tidemark$;

  -- Removes checkpoints, what only they depended on, and values that nothing names any more. Of those that others depend on, the trees
  -- stay. All of a chain is looked at together: link by link, a long one would take as many statements.
  CREATE FUNCTION ${schema}.tidemark_release(gone bigint[], freed bigint[]) RETURNS void LANGUAGE plpgsql
  SET enable_seqscan = off AS $tidemark$
  DECLARE
    blocks text[];
    needed bigint[];
    named bigint[];
  BEGIN
    PERFORM ${schema}.tidemark_lock_store();
    gone := ARRAY(
      WITH RECURSIVE reached (id, base) AS (
        SELECT d.id, d.base FROM unnest(gone) AS g (id) ${tree("g.id")}
        UNION
        SELECT d.id, d.base FROM reached ${tree("reached.base")} WHERE d.thread IS NULL
      ) SELECT reached.id FROM reached
    );
    blocks := ${blocksOf("array_to_string(gone, ',')")};
    needed := ARRAY(
      WITH RECURSIVE below (id) AS (
        SELECT o.base FROM ${schema}.tidemark_checkpoints o
        WHERE ${blocksOf(referencesOf("o."))} && blocks AND o.base IN (SELECT unnest(gone)) AND o.id NOT IN (SELECT unnest(gone))
        UNION
        SELECT d.base FROM below ${tree("below.id")} WHERE d.base IS NOT NULL
      ) SELECT below.id FROM below
    );
    UPDATE ${schema}.tidemark_checkpoints c SET thread = NULL
      WHERE c.id = ANY (gone) AND c.thread IS NOT NULL AND c.id IN (SELECT unnest(needed));
    WITH removed AS (
      DELETE FROM ${schema}.tidemark_checkpoints c WHERE c.id = ANY (gone) AND c.id NOT IN (SELECT unnest(needed))
      RETURNING c.names
    )
    SELECT array_agg(DISTINCT n.id) INTO named FROM removed r, unnest(${schema}.tidemark_numbers(r.names)) AS n (id);
    PERFORM ${schema}.tidemark_forget(freed || coalesce(named, '{}'));
  END $tidemark$;`;
};
