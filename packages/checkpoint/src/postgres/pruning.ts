import { performance } from "node:perf_hooks";
import { keyOf } from "../pruning/prune-policy.ts";
import { pause, WRITE_PAUSE } from "../pruning/slices.ts";
import type { StoredDeltas } from "../snapshots/stored-snapshot.ts";
import { type Planned as PlannedRow } from "../pruning/prune-plan.ts";
import { SparedCheckpoints } from "../pruning/prune-thread.ts";
import type { PruneOptions, Pruning } from "../pruning/pruning.ts";
import type { Row } from "./connection.ts";
import { DamageFinder } from "./damage-finder.ts";
import { idBytes, idOfBytes } from "../saver/id-bytes.ts";
import type { PostgresMemory } from "./memory.ts";
import { addRecords } from "../rows/record-rows.ts";
import { checkpointChecksum } from "../rows/stored-rows.ts";
import { type CheckpointRow, readPage } from "./pages.ts";
import { planThread, type PostgresPrunePlan } from "./prune-plan.ts";
import type { PostgresReader } from "./reader.ts";
import { type Maintenance, rebase } from "./rebase.ts";
import { namedBy, releaseCheckpoints } from "./release.ts";
import { isRemovable } from "./removal-guard.ts";
import { idOf, storedId } from "../saver/stored-id.ts";

type Planned = PlannedRow<CheckpointRow>;

/** Parts of a store on Postgres that pruning works with. */
export interface PostgresParts {
  readonly memory: PostgresMemory;
  readonly reader: PostgresReader;
}

/** Number of checkpoints that the first transaction removes. The next ones are larger or smaller, by how long it took. */
const FIRST = 64;

/** Wanted duration of a transaction, in milliseconds. */
const WANTED = 20;

/** Minimum number of checkpoints that one transaction removes. */
const LEAST = 32;

/** Maximum number of checkpoints that one transaction removes. */
const MOST = 256;

/** Number of kept records that one transaction stores again. */
const REBASED = 16;

/**
 * One prune of a thread in Postgres.
 *
 * @internal
 */
export class PostgresPruning implements Pruning {
  readonly #memory: PostgresMemory;
  readonly #finder: DamageFinder;
  readonly #threadId: string;
  readonly #options: PruneOptions;
  #plan: PostgresPrunePlan | null = null;
  #spared: SparedCheckpoints<Planned> | null = null;
  #size = FIRST;

  constructor({ memory, reader }: PostgresParts, threadId: string, options: PruneOptions) {
    this.#memory = memory;
    this.#finder = new DamageFinder(reader);
    this.#threadId = threadId;
    this.#options = options;
  }

  prepare(): Promise<number> {
    return this.#finder.run(async (finder) => {
      const { policy } = this.#options;
      const plan = await planThread(this.#memory.store, { threadId: this.#threadId, policy, finder });
      if (plan.gone.length > 0) await rebaseKept({ memory: this.#memory, finder }, plan);
      this.#plan = plan;
      this.#spared = new SparedCheckpoints(plan);
      return plan.gone.length;
    });
  }

  removeFrom(from: number): Promise<{ readonly next: number; readonly removed: number } | null> {
    const [plan, spared] = [this.#plan, this.#spared];
    if (plan === null || spared === null) return Promise.resolve(null);
    const part = plan.gone.slice(from, from + this.#size);
    return this.#finder.run(() =>
      this.#memory.maintain([this.#threadId], async (maintenance) => {
        if (!(await isRemovable(maintenance, this.#threadId, this.#options.guard))) return null;
        const began = performance.now();
        const removed = await removePart(maintenance, { plan, part, spared });
        const factor = Math.min(2, WANTED / Math.max(1, performance.now() - began));
        this.#size = Math.min(MOST, Math.max(LEAST, Math.ceil(this.#size * factor)));
        return { next: from + part.length, removed };
      }),
    );
  }
}

/** Stores kept records as changes of each other, so that none depends on a removed one. */
async function rebaseKept(
  { memory, finder }: { readonly memory: PostgresMemory; readonly finder: DamageFinder },
  { threadId, gone, kept }: PostgresPrunePlan,
): Promise<void> {
  const documents = [...new Set(kept.map(({ row }) => row.document))];
  const staying = new Set(documents);
  const going = new Set(gone.map(({ row }) => row.document).filter((document) => !staying.has(document)));
  const rows = new Map(kept.map(({ row }) => [row.document, row]));
  const before = new Map(documents.map((document, index) => [document, documents[index - 1]]));
  for (let from = 0; from < documents.length; from += MOST) {
    const asked = documents.slice(from, from + MOST);
    const standing = await memory.maintain([], async ({ query, store }) => {
      const found = await query(`SELECT id, base FROM ${store.schema}.tidemark_checkpoints WHERE id = ANY ($1)`, [
        asked,
      ]);
      return new Set(found.filter(({ base }) => going.has(Number(base ?? -1))).map(({ id }) => Number(id)));
    });
    const rebased = asked.filter((document) => standing.has(document));
    for (let at = 0; at < rebased.length; at += REBASED) {
      const part = rebased.slice(at, at + REBASED);
      await memory.maintain([], async ({ query, store }) => {
        const secret = await store.secretIn(query, threadId);
        for (const document of part) {
          const row = rows.get(document);
          const older = before.get(document);
          const wanted = older === undefined ? [document] : [older, document];
          const storeAgain = async (): Promise<void> => {
            const deltas = await chainsOf({ query, store }, wanted);
            // The one before may have been removed meanwhile.
            const found = wanted.filter((id) => deltas.has(id));
            await rebase({ query, store, deltas, secret }, found, going);
          };
          await (row === undefined ? storeAgain() : finder.inspect(row, storeAgain));
        }
      });
      await pause(WRITE_PAUSE);
    }
  }
}

async function chainsOf({ query, store }: Maintenance, documents: readonly number[]): Promise<StoredDeltas> {
  const rows: readonly Row[] = await query(
    `SELECT id, base, links, whole, changed, sum AS hash, body FROM ${store.schema}.tidemark_trees($1::bigint[], '{}')`,
    [documents],
  );
  const deltas: StoredDeltas = new Map();
  addRecords(rows, deltas);
  return deltas;
}

/** Removes a part of the planned checkpoints, except those that were used since the plan was made. */
async function removePart(
  { query, store }: Maintenance,
  {
    plan,
    part,
    spared,
  }: {
    readonly plan: PostgresPrunePlan;
    readonly part: readonly Planned[];
    readonly spared: SparedCheckpoints<Planned>;
  },
): Promise<number> {
  const { schema } = store;
  const { threadId } = plan;
  const there = new Set<number>();
  for (const { kind, namespace, id, number } of await used({ query, store }, plan, part)) {
    if (kind === "there") there.add(Number(number));
    else spared.spare({ namespace: idOf(String(namespace)), id: idOfBytes(id) });
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
  { threadId, newest, lastSent }: PostgresPrunePlan,
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
  { threadId, orphans }: PostgresPrunePlan,
  gone: readonly Planned[],
): Promise<void> {
  const secret = await store.secretIn(query, threadId);
  for (const parent of gone) {
    for (const { namespace, id } of orphans.get(keyOf(parent)) ?? []) {
      const wanted = { threadId, namespace, checkpointId: id, trees: false };
      // It may have been stored again since the plan was made.
      const [row] = (await readPage(query, store.schema, wanted, new Map())).rows;
      if (row?.parent !== parent.id) continue;
      await query(`UPDATE ${store.schema}.tidemark_checkpoints SET parent = NULL, hash = $2 WHERE id = $1`, [
        row.number,
        checkpointChecksum({ ...row, parent: null }, secret),
      ]);
    }
  }
}
