import { isDamage } from "../storage/damage.ts";
import { showTrees, treeOf } from "../storage/document-trees.ts";
import { isInterrupted, prunedBy, pruneNotes } from "../storage/noted-metadata.ts";
import { keptCheckpoints, type PrunedCheckpoint, type PrunePolicy } from "../storage/prune-policy.ts";
import type { DocumentBodies } from "../storage/stored-tree.ts";
import type { ValueNode } from "../storage/value-tree.ts";
import { idBytes } from "./id-bytes.ts";
import { type CheckpointRow, checkpointSum, type Page, readPage } from "./pages.ts";
import { type Maintenance, rebase } from "./rebase.ts";
import { namedBy, releaseCheckpoints } from "./release.ts";
import { storedId } from "./stored-id.ts";

type Pruned = PrunedCheckpoint & { readonly row: CheckpointRow };

/** What to prune by; `looking` is told which checkpoint is looked at, in case it is damaged. */
interface Pruning {
  readonly threadId: string;
  readonly policy: PrunePolicy;
  readonly looking: (row: CheckpointRow) => void;
}

/** Removes old checkpoints of a thread, and says how many. */
export async function pruneThread(
  { query, store }: Maintenance,
  { threadId, policy, looking }: Pruning,
): Promise<number> {
  const bodies: DocumentBodies = new Map();
  const page = await readPage(query, store.schema, { threadId }, bodies);
  const waiting = interruptedAt(page, bodies, { store, looking });
  const all = describe(page, bodies, { store, looking }).map((each) => ({
    ...each,
    interrupted: waiting.has(keyOf(each)),
  }));
  const kept = keptCheckpoints(all, policy);
  const staying = new Set(kept.map(keyOf));
  const gone = all.filter((each) => !staying.has(keyOf(each)));
  if (gone.length === 0) return 0;
  await query(`SELECT ${store.schema}.tidemark_lock_store()`);
  const freed = await removeWrites({ query, store }, gone);
  const left = all.filter((each) => staying.has(keyOf(each)));
  await leaveWithoutParents({ query, store }, left, new Set(gone.map(keyOf)));
  const documents = left.map(({ row }) => row.document);
  await rebase({ query, store, bodies }, documents, new Set(gone.map(({ row }) => row.document)));
  const numbers = gone.map(({ row }) => row.number);
  await releaseCheckpoints({ query, store }, numbers, freed);
  return gone.length;
}

const keyOf = ({ namespace, id }: { readonly namespace: string; readonly id: string }): string =>
  JSON.stringify([namespace, id]);

/** The places of checkpoints where a task waits at an interrupt. */
export function interruptedAt(
  page: Page,
  bodies: DocumentBodies,
  { store, looking }: Pick<Maintenance, "store"> & Pick<Pruning, "looking">,
): ReadonlySet<string> {
  const rows = new Map(page.rows.map((row) => [keyOf(row), row]));
  const interrupted = new Set<string>();
  for (const each of page.writes) {
    const row = rows.get(keyOf(each));
    if (row !== undefined) looking(row);
    if (each.damage !== null) throw each.damage;
    const { tree } = treeOf(each.document, bodies, store.serializer);
    if (isInterrupted(tree)) interrupted.add(keyOf(each));
  }
  return interrupted;
}

/** What has to be known of each checkpoint, oldest first. */
function describe(
  { rows }: Page,
  bodies: DocumentBodies,
  { store, looking }: Pick<Maintenance, "store"> & Pick<Pruning, "looking">,
): readonly Omit<Pruned, "interrupted">[] {
  const found = new Map<CheckpointRow, ReturnType<typeof prunedBy>>();
  const byDocument = new Map<number, CheckpointRow[]>();
  for (const row of rows) byDocument.set(row.document, [...(byDocument.get(row.document) ?? []), row]);
  const look = (id: number, tree: ValueNode): void => {
    for (const row of byDocument.get(id) ?? [])
      if (row.damage === null) found.set(row, prunedBy(pruneNotes(row.metadata), tree));
  };
  try {
    // Newest first, so that one walk along the documents serves all that it stands on.
    showTrees(
      rows.map(({ document }) => document),
      bodies,
      store.serializer,
      look,
    );
  } catch (error) {
    // Which one is damaged is found one by one.
    if (!isDamage(error)) throw error;
  }
  return rows
    .map((row) => {
      looking(row);
      if (row.damage !== null) throw row.damage;
      const { namespace, id, parent, metadata, document } = row;
      const known = found.get(row) ?? prunedBy(pruneNotes(metadata), treeOf(document, bodies, store.serializer).tree);
      return { row, namespace, id, parent, ...known };
    })
    .toReversed();
}

async function removeWrites({ query, store }: Maintenance, gone: readonly Pruned[]): Promise<readonly number[]> {
  const [first] = gone;
  const sent = await query(
    `DELETE FROM ${store.schema}.tidemark_writes t
     USING ${store.schema}.tidemark_threads h, unnest($2::text[], $3::bytea[]) AS g (ns, id)
     WHERE h.thread_id = $1 AND t.thread = h.id AND t.namespace = g.ns AND t.checkpoint_id = g.id RETURNING t.names`,
    [
      storedId(first?.row.threadId ?? ""),
      gone.map(({ namespace }) => storedId(namespace)),
      gone.map(({ id }) => idBytes(id)),
    ],
  );
  return namedBy(sent);
}

async function leaveWithoutParents(
  { query, store }: Maintenance,
  left: readonly Pruned[],
  gone: ReadonlySet<string>,
): Promise<void> {
  const orphans = left.filter(({ namespace, parent }) => parent !== null && gone.has(keyOf({ namespace, id: parent })));
  if (orphans.length === 0) return;
  await query(
    `UPDATE ${store.schema}.tidemark_checkpoints t SET parent = NULL, hash = g.hash
     FROM unnest($1::bigint[], $2::bytea[]) AS g (id, hash) WHERE t.id = g.id`,
    [orphans.map(({ row }) => row.number), orphans.map(({ row }) => checkpointSum({ ...row, parent: null }))],
  );
}
