import { treeOf } from "../storage/document-trees.ts";
import { keyOf, type PrunePolicy } from "../storage/prune-policy.ts";
import { beginSlice, inSlices, pause, WRITE_PAUSE } from "../storage/slices.ts";
import type { Steps } from "../storage/steps.ts";
import type { DocumentBodies } from "../storage/stored-tree.ts";
import type { ValueNode } from "../storage/value-tree.ts";
import { checkpointErrors } from "../errors.ts";
import type { CheckpointRow } from "./checkpoint-row.ts";
import { NEWER, type Planned, planningPrune, type PrunePlan, type PruneReader } from "./prune-plan.ts";
import { growEpoch, takeBack } from "./release.ts";
import { countsOf } from "./row-counts.ts";
import { atOneMoment } from "./schema.ts";

/** What pruning needs of a saver. */
export interface PrunedSaver extends PruneReader {
  readonly removeParent: (row: CheckpointRow) => void;
  /** Runs a body in a transaction, together with what others have put meanwhile; a failed one may run again. */
  readonly write: (body: () => void) => Promise<void>;
  readonly database: Parameters<typeof atOneMoment>[0];
}

/** Maximum number of checkpoints that one transaction removes. */
const MOST = 256;

/** A plan that meets another removal is made again this many times before that counts as damage. */
const PLANS = 3;

/**
 * Removes old checkpoints of a thread and gives back how many.
 *
 * Reads and writes in slices: others write between them, and after each of them the thread can be read, also when the process ends
 * there. Checkpoints that somebody has used since the plan was made stay, with everything they came after.
 */
export async function pruneThread(
  saver: PrunedSaver,
  threadId: string,
  { policy, goOn = () => true }: { readonly policy: PrunePolicy; readonly goOn?: () => boolean },
): Promise<number> {
  const plan = await planned(saver, threadId, policy);
  const removal = new Removal(saver, plan);
  let removed = 0;
  for (let from = 0; from < plan.gone.length;) {
    let slice = { next: plan.gone.length, removed: 0 };
    await saver.write(() => {
      slice = goOn() ? removal.remove(from) : slice;
    });
    from = slice.next;
    removed += slice.removed;
    if (from < plan.gone.length) await pause(WRITE_PAUSE);
  }
  return removed;
}

/** Runs steps that read: each slice sees one moment. */
export const readInSlices = <Result>({ database }: Pick<PrunedSaver, "database">, steps: Steps<Result>) =>
  inSlices(steps, (run) => atOneMoment(database, run));

/** Makes a plan, and lets what stays stand on nothing that goes. */
async function planned(saver: PrunedSaver, threadId: string, policy: PrunePolicy): Promise<PrunePlan> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      const plan = await readInSlices(saver, planningPrune(saver, threadId, policy));
      if (plan.gone.length > 0) await rebase(saver, plan);
      return plan;
    } catch (error) {
      // Another prune may have removed what this one was about to read.
      if (attempt === PLANS || !checkpointErrors.corrupt.is(error)) throw error;
    }
  }
}

/** A kept document that is stored as a change of one that goes. */
interface Rebase {
  readonly document: number;
  readonly tree: ValueNode;
  /** What it is to be stored as a change of. */
  readonly onto: { readonly id: number; readonly tree: ValueNode } | null;
}

/** Stores kept documents as changes of each other, and of none that goes; those of copies, which share them, too. */
async function rebase(saver: PrunedSaver, { threadId, stayingDocuments, goingDocuments }: PrunePlan): Promise<void> {
  const { store } = saver;
  const bodies: DocumentBodies = new Map();
  for (let from = 0; from < stayingDocuments.length;) {
    const search = { documents: stayingDocuments, from, going: goingDocuments, bodies, threadId };
    const found: { rebase: Rebase | null; next: number } = await readInSlices(saver, findingRebase(saver, search));
    from = found.next;
    const { rebase: next } = found;
    if (next === null) continue;
    await saver.write(() => {
      const [row] = store.all("SELECT base FROM tidemark_documents WHERE id = ?", next.document);
      if (!goingDocuments.has(Number(row?.["base"] ?? -1))) return;
      const [onto] = store.all(
        "SELECT links, whole, changed FROM tidemark_documents WHERE id = ?",
        next.onto?.id ?? -1,
      );
      const { links, whole, changed } = onto ?? {};
      const counts = { links: Number(links), whole: Number(whole), changed: Number(changed) };
      const before =
        next.onto === null || onto === undefined
          ? null
          : { tree: next.onto.tree, document: { id: next.onto.id, ...counts } };
      store.rewrite(next.document, next.tree, before);
    });
    await pause(WRITE_PAUSE);
  }
}

interface RebaseSearch {
  readonly threadId: string;
  readonly documents: readonly number[];
  readonly from: number;
  readonly going: ReadonlySet<number>;
  readonly bodies: DocumentBodies;
}

function* findingRebase(
  saver: PruneReader,
  { threadId, documents, from, going, bodies }: RebaseSearch,
): Steps<{ readonly rebase: Rebase | null; readonly next: number }> {
  const { store } = saver;
  for (let at = from; at < documents.length; at += 1) {
    const document = documents[at] ?? 0;
    const [row] = store.all("SELECT base FROM tidemark_documents WHERE id = ?", document);
    yield;
    if (!going.has(Number(row?.["base"] ?? -1))) continue;
    const before = documents[at - 1];
    try {
      const tree = yield* readingTree(store, document, bodies);
      const onto = before === undefined ? null : { id: before, tree: yield* readingTree(store, before, bodies) };
      return { rebase: { document, tree, onto }, next: at + 1 };
    } catch (error) {
      const [place] = saver.rows("thread_id = ? AND document = ?", threadId, document);
      if (place === undefined) throw error;
      saver.inspect(place, () => {
        throw error;
      });
    }
  }
  return { rebase: null, next: documents.length };
}

function* readingTree(store: PruneReader["store"], document: number, bodies: DocumentBodies): Steps<ValueNode> {
  yield* store.readingBodies(document, bodies);
  yield;
  return treeOf(document, bodies, store.serializer).tree;
}

/** The removal of what a plan says, slice by slice. Every method belongs into a transaction. */
class Removal {
  readonly #saver: PrunedSaver;
  readonly #plan: PrunePlan;
  /** Checkpoints that somebody has used since the plan was made, and what they came after. */
  readonly #spared = new Set<Planned>();
  /** How many checkpoints have been put in a namespace that are not newer than those of the plan. */
  readonly #others = new Map<string, number>();

  constructor(saver: PrunedSaver, plan: PrunePlan) {
    this.#saver = saver;
    this.#plan = plan;
  }

  /** Removes a part of what goes; may be asked for the same part again. */
  remove(from: number): { readonly next: number; readonly removed: number } {
    const { gone } = this.#plan;
    const isOver = beginSlice(MOST);
    this.#spareParents(new Set(gone.slice(from, from + MOST).map(({ namespace }) => namespace)));
    let removed = 0;
    let grown = false;
    let next = from;
    for (let over = false; next < gone.length && !over; over = isOver()) {
      const each = gone[next];
      next += 1;
      if (each === undefined || this.#spared.has(each)) continue;
      if (this.#isUsed(each)) this.#spare(each);
      else {
        const [row] = this.#delete("checkpoints", each);
        if (row === undefined) continue;
        removed += 1;
        for (const child of this.#plan.orphans.get(keyOf(each)) ?? []) this.#leave(child, each);
        const { store } = this.#saver;
        grown = takeBack(store, this.#delete("tidemark_writes", each), "writes") || grown;
        grown = takeBack(store, [row], "checkpoints") || grown;
      }
    }
    if (grown) growEpoch(this.#saver.store);
    return { next, removed };
  }

  /** Spares what has got a child since the plan was made. */
  #spareParents(namespaces: Iterable<string>): void {
    const { store, rows } = this.#saver;
    const { threadId, newest, lastDocument } = this.#plan;
    for (const namespace of namespaces) {
      const known = newest.get(namespace);
      const puts = countsOf(store, { threadId, namespace }).puts - (known?.puts ?? 0);
      const newer = rows(NEWER, threadId, namespace, known?.sequence ?? Number.MIN_SAFE_INTEGER);
      // Others than newer ones were put as well: all are looked at once.
      const others = puts - newer.length;
      const isKnown = others === (this.#others.get(namespace) ?? 0);
      this.#others.set(namespace, others);
      const put = isKnown
        ? newer
        : rows("thread_id = ? AND checkpoint_ns = ? AND document > ?", threadId, namespace, lastDocument);
      for (const { parent } of put) {
        const used = parent === null ? undefined : this.#plan.goneByKey.get(keyOf({ namespace, id: parent }));
        if (used !== undefined) this.#spare(used);
      }
    }
  }

  /** Whether it was stored again, or a task has sent something there, since the plan was made. */
  #isUsed({ namespace, id }: Planned): boolean {
    const place = [this.#plan.threadId, namespace, id];
    const condition = "thread_id = ? AND checkpoint_ns = ? AND checkpoint_id = ? AND document > ?";
    return ["checkpoints", "tidemark_writes"].some(
      (table) =>
        this.#saver.store.sql(`SELECT 1 FROM ${table} WHERE ${condition}`).get(...place, this.#plan.lastDocument) !==
        undefined,
    );
  }

  #spare(used: Planned): void {
    for (let each: Planned | undefined = used; each !== undefined && !this.#spared.has(each);) {
      this.#spared.add(each);
      each = this.#plan.goneByKey.get(keyOf({ namespace: each.namespace, id: each.parent ?? "" }));
    }
  }

  #delete(table: string, { namespace, id }: Planned): number[] {
    const condition = "thread_id = ? AND checkpoint_ns = ? AND checkpoint_id = ?";
    return this.#saver.store
      .all(`DELETE FROM ${table} WHERE ${condition} RETURNING document`, this.#plan.threadId, namespace, id)
      .map(({ document }) => Number(document));
  }

  #leave({ namespace, id }: Planned, parent: Planned): void {
    const place = "thread_id = ? AND checkpoint_ns = ? AND checkpoint_id = ?";
    for (const row of this.#saver.rows(place, this.#plan.threadId, namespace, id))
      if (row.parent === parent.id) this.#saver.removeParent(row);
  }
}
