import { performance } from "node:perf_hooks";
import { isDamage } from "../storage/damage.ts";
import { keyOf, type PrunePolicy } from "../storage/prune-policy.ts";
import { pause, WRITE_PAUSE } from "../storage/slices.ts";
import type { DocumentBodies } from "../storage/stored-tree.ts";
import type { Row } from "./connection.ts";
import { idBytes, idOfBytes } from "./id-bytes.ts";
import { bodyOf, checkpointSum, readPage } from "./pages.ts";
import { type Looking, type Planned, planPrune, type PrunePlan } from "./prune-plan.ts";
import { type Maintenance, rebase } from "./rebase.ts";
import { namedBy, releaseCheckpoints } from "./release.ts";
import type { PostgresStore } from "./store.ts";
import { idOf, storedId } from "./stored-id.ts";

/** What to prune by, and how its transactions are run. */
export interface Pruning {
  readonly store: PostgresStore;
  readonly threadId: string;
  readonly policy: PrunePolicy;
  /** Hears which checkpoint is looked at, in case it is damaged. */
  readonly looking: Looking;
  /** Runs a transaction beside which nothing else removes or copies, and nobody writes to these threads. */
  readonly maintain: <Result>(
    threads: readonly string[],
    body: (maintenance: Maintenance) => Promise<Result>,
  ) => Promise<Result>;
  /** Asked in each transaction whether the prune is still wanted. */
  readonly goOn?: (maintenance: Maintenance) => Promise<boolean>;
}

/** Number of checkpoints that the first transaction removes; the next ones fewer or more, */
const FIRST = 64;

/** so that each takes about this many milliseconds, */
const WANTED = 20;

/** and within these limits. */
const LEAST = 32;
const MOST = 256;

/** Kept documents that one transaction stores anew. */
const REBASED = 16;

/** A plan that meets another removal is made again this many times before that counts as damage. */
const PLANS = 3;

/**
 * Removes old checkpoints of a thread and gives back how many.
 *
 * Reads page by page and writes in short transactions: others write between them, and after each of them the thread can be read,
 * also when the process ends there. Checkpoints that somebody has used since the plan was made stay, with everything they came
 * after.
 */
export async function pruneThread(pruning: Pruning): Promise<number> {
  const plan = await planned(pruning);
  const spared = new Set<Planned>();
  let removed = 0;
  let size = FIRST;
  for (let from = 0; from < plan.gone.length;) {
    const part = plan.gone.slice(from, from + size);
    const slice = await pruning.maintain([pruning.threadId], async (maintenance) => {
      if ((await pruning.goOn?.(maintenance)) === false) return null;
      const began = performance.now();
      const count = await removePart(maintenance, { plan, part, spared });
      return { count, took: performance.now() - began };
    });
    if (slice === null) return removed;
    removed += slice.count;
    from += part.length;
    size = Math.min(MOST, Math.max(LEAST, Math.ceil(size * Math.min(2, WANTED / Math.max(1, slice.took)))));
    if (from < plan.gone.length) await pause(WRITE_PAUSE);
  }
  return removed;
}

/** Makes a plan, and lets what stays stand on nothing that goes. */
async function planned(pruning: Pruning): Promise<PrunePlan> {
  const { store } = pruning;
  for (let attempt = 1; ; attempt += 1) {
    try {
      const plan = await planPrune(store, pruning);
      if (plan.gone.length > 0) await rebaseKept(pruning, plan);
      return plan;
    } catch (error) {
      // Another prune may have removed what this one was about to read.
      if (attempt === PLANS || !isDamage(error)) throw error;
    }
  }
}

async function rebaseKept({ maintain, looking }: Pruning, { gone, kept }: PrunePlan): Promise<void> {
  const documents = [...new Set(kept.map(({ row }) => row.document))];
  const staying = new Set(documents);
  const going = new Set(gone.map(({ row }) => row.document).filter((document) => !staying.has(document)));
  const rows = new Map(kept.map(({ row }) => [row.document, row]));
  const before = new Map(documents.map((document, index) => [document, documents[index - 1]]));
  for (let from = 0; from < documents.length; from += MOST) {
    const asked = documents.slice(from, from + MOST);
    const standing = await maintain([], async ({ query, store }) => {
      const found = await query(`SELECT id, base FROM ${store.schema}.tidemark_checkpoints WHERE id = ANY ($1)`, [
        asked,
      ]);
      return new Set(found.filter(({ base }) => going.has(Number(base ?? -1))).map(({ id }) => Number(id)));
    });
    const rebased = asked.filter((document) => standing.has(document));
    for (let at = 0; at < rebased.length; at += REBASED) {
      const part = rebased.slice(at, at + REBASED);
      await maintain([], async ({ query, store }) => {
        for (const document of part) {
          const row = rows.get(document);
          if (row !== undefined) looking(row);
          const older = before.get(document);
          const wanted = older === undefined ? [document] : [older, document];
          const bodies = await chainsOf({ query, store }, wanted);
          // The one before may have gone meanwhile.
          await rebase(
            { query, store, bodies },
            wanted.filter((id) => bodies.has(id)),
            going,
          );
        }
      });
      await pause(WRITE_PAUSE);
    }
  }
}

async function chainsOf({ query, store }: Maintenance, documents: readonly number[]): Promise<DocumentBodies> {
  const rows: readonly Row[] = await query(
    `SELECT id, base, links, whole, changed, sum AS hash, body FROM ${store.schema}.tidemark_chain($1::bigint[], '{}')`,
    [documents],
  );
  return new Map(rows.map((row) => [Number(row["id"]), bodyOf(row)]));
}

/** Removes a part of what goes, unless somebody has used it since the plan was made. */
async function removePart(
  { query, store }: Maintenance,
  {
    plan,
    part,
    spared,
  }: { readonly plan: PrunePlan; readonly part: readonly Planned[]; readonly spared: Set<Planned> },
): Promise<number> {
  const { schema } = store;
  const { threadId, goneByKey } = plan;
  const spare = (first: Planned | undefined): void => {
    for (let each = first; each !== undefined && !spared.has(each);) {
      spared.add(each);
      each = goneByKey.get(keyOf({ namespace: each.namespace, id: each.parent ?? "" }));
    }
  };
  const there = new Set<number>();
  for (const { kind, namespace, id, number } of await used({ query, store }, plan, part)) {
    const place = { namespace: idOf(String(namespace)), id: idOfBytes(id) };
    if (kind === "there") there.add(Number(number));
    else spare(goneByKey.get(keyOf(place)));
  }
  const gone = part.filter((each) => there.has(each.row.number) && !spared.has(each));
  if (gone.length === 0) return 0;
  await query(`SELECT ${schema}.tidemark_lock_store()`);
  const freed = await removeWrites({ query, store }, threadId, gone);
  await leaveWithoutParents({ query, store }, plan, gone);
  await releaseCheckpoints(
    { query, store },
    gone.map(({ row }) => row.number),
    freed,
  );
  return gone.length;
}

/**
 * Looks for what has got a child or has been sent something since the plan was made, and for what is there: a checkpoint that was
 * stored again has another number. Each row is looked up by itself.
 */
function used(
  { query, store: { schema } }: Maintenance,
  { threadId, newest, lastSent }: PrunePlan,
  part: readonly Planned[],
): Promise<readonly Row[]> {
  const namespaces = [...new Set(part.map(({ namespace }) => namespace))];
  return query(
    `WITH own AS MATERIALIZED (SELECT t.id FROM ${schema}.tidemark_threads t WHERE t.thread_id = $1)
     SELECT 'child' AS kind, c.namespace, c.parent AS id, NULL::bigint AS number
     FROM own CROSS JOIN unnest($2::text[], $3::bigint[]) AS n (ns, seq) CROSS JOIN LATERAL (
       SELECT o.namespace, o.parent FROM ${schema}.tidemark_checkpoints o
       WHERE o.thread = own.id AND o.namespace = n.ns AND o.seq > n.seq AND o.parent IS NOT NULL OFFSET 0
     ) AS c
     UNION ALL
     SELECT 'sent', w.namespace, w.checkpoint_id, NULL
     FROM own CROSS JOIN unnest($4::text[], $5::bytea[]) AS g (ns, id) CROSS JOIN LATERAL (
       SELECT e.namespace, e.checkpoint_id FROM ${schema}.tidemark_writes e
       WHERE e.thread = own.id AND e.namespace = g.ns AND e.checkpoint_id = g.id AND e.seq > $6 OFFSET 0
     ) AS w
     UNION ALL
     SELECT 'there', '', NULL, c.id FROM own CROSS JOIN unnest($7::bigint[]) AS r (id) CROSS JOIN LATERAL (
       SELECT o.id FROM ${schema}.tidemark_checkpoints o WHERE o.id = r.id AND o.thread = own.id OFFSET 0
     ) AS c`,
    [
      storedId(threadId),
      namespaces.map(storedId),
      namespaces.map((each) => newest.get(each) ?? Number.MIN_SAFE_INTEGER),
      part.map(({ namespace }) => storedId(namespace)),
      part.map(({ id }) => idBytes(id)),
      lastSent,
      part.map(({ row }) => row.number),
    ],
  );
}

async function removeWrites(
  { query, store }: Maintenance,
  threadId: string,
  gone: readonly Planned[],
): Promise<readonly number[]> {
  const sent = await query(
    `DELETE FROM ${store.schema}.tidemark_writes t
     USING ${store.schema}.tidemark_threads h, unnest($2::text[], $3::bytea[]) AS g (ns, id)
     WHERE h.thread_id = $1 AND t.thread = h.id AND t.namespace = g.ns AND t.checkpoint_id = g.id RETURNING t.names`,
    [storedId(threadId), gone.map(({ namespace }) => storedId(namespace)), gone.map(({ id }) => idBytes(id))],
  );
  return namedBy(sent);
}

async function leaveWithoutParents(
  { query, store }: Maintenance,
  { threadId, orphans }: PrunePlan,
  gone: readonly Planned[],
): Promise<void> {
  for (const parent of gone) {
    for (const { namespace, id } of orphans.get(keyOf(parent)) ?? []) {
      const wanted = { threadId, namespace, checkpointId: id, trees: false };
      // It may have been stored again since the plan was made.
      const [row] = (await readPage(query, store.schema, wanted, new Map())).rows;
      if (row?.parent !== parent.id) continue;
      await query(`UPDATE ${store.schema}.tidemark_checkpoints SET parent = NULL, hash = $2 WHERE id = $1`, [
        row.number,
        checkpointSum({ ...row, parent: null }),
      ]);
    }
  }
}
