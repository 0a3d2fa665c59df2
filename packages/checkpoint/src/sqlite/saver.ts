import { partOf } from "../storage/checkpoint-tree.ts";
import { checkpointErrors } from "../errors.ts";
import { keptCheckpoints, type PrunedCheckpoint, type PrunePolicy } from "../storage/prune-policy.ts";
import { SqliteCheckpoints } from "./checkpoints.ts";
import { releaseDocuments } from "./release.ts";
import type { DocumentBodies, StoredTree } from "../storage/stored-tree.ts";
import { strictSerializer } from "../serializer/strict-serializer.ts";

/** What a thread takes up. */
export interface ThreadStats {
  readonly checkpoints: number;
  /** What its checkpoints and writes name, shared values counted once. */
  readonly values: number;
  readonly valueBytes: number;
  /** What it takes to say which checkpoint holds which value. */
  readonly documentBytes: number;
  /** The values of the newest checkpoint by channel, in bytes of text. */
  readonly channels: Readonly<Record<string, number>>;
}

/** Metadata is the host's: it holds no classes of the application. */
const notes = strictSerializer();

/**
 * Keeps checkpoints in SQLite, each value once. Make one with `sqliteSaver`.
 */
export class SqliteSaver extends SqliteCheckpoints {
  /**
   * Removes old checkpoints of a thread, and the values that nothing else holds; what stays can be read, resumed and forked as
   * before. Gives back how many checkpoints went.
   *
   * The newest checkpoint, interrupts that wait at the end of a branch, states of subgraphs that belong to what stays, and what
   * delta channels are put together from stay whatever the policy says.
   */
  // oxlint-disable-next-line typescript/require-await -- as the rest of a saver; other databases have to wait
  async prune(threadId: string, policy: PrunePolicy): Promise<number> {
    return this.write(() => {
      const all = this.#describe(threadId);
      const kept = new Set(keptCheckpoints(all, policy));
      const gone = all.filter((each) => !kept.has(each));
      if (gone.length === 0) return 0;
      const released = gone.map(({ document }) => document);
      const writes = gone.flatMap(({ namespace, id }) => this.#removeCheckpoint(threadId, namespace, id));
      for (const { namespace, id } of gone) {
        this.store
          .sql(
            "UPDATE checkpoints SET parent_checkpoint_id = NULL WHERE thread_id = ? AND checkpoint_ns = ? AND parent_checkpoint_id = ?",
          )
          .run(threadId, namespace, id);
      }
      releaseDocuments(this.store, writes, "writes");
      this.#rebase(
        all.filter((each) => kept.has(each)),
        new Set(released),
      );
      releaseDocuments(this.store, released, "checkpoints");
      return gone.length;
    });
  }

  #describe(threadId: string): readonly (PrunedCheckpoint & { readonly document: number })[] {
    const bodies: DocumentBodies = new Map();
    const interrupted = new Set(this.#interrupted(threadId));
    // Newest first, so that one walk along the documents serves them all.
    const rows = this.store.all("SELECT * FROM checkpoints WHERE thread_id = ? ORDER BY checkpoint_id DESC", threadId);
    return rows
      .map((row) => {
        const document = Number(row["document"]);
        const namespace = String(row["checkpoint_ns"]);
        const id = String(row["checkpoint_id"]);
        const metadata: object = Object.assign({}, notes.parse(String(row["metadata"])));
        const { tree } = this.inspect({ threadId, namespace, id }, () => this.store.readDocument(document, bodies));
        const at = tree.kind === "record" ? tree.items.get("ts")?.source : null;
        const counters: unknown = Reflect.get(metadata, "counters_since_delta_snapshot");
        const outer: unknown = Reflect.get(Object.assign({}, Reflect.get(metadata, "parents")), "");
        const parent = row["parent_checkpoint_id"];
        return {
          namespace,
          id,
          document,
          parent: typeof parent === "string" ? parent : null,
          at: String(at),
          input: Reflect.get(metadata, "source") === "input",
          interrupted: interrupted.has(JSON.stringify([namespace, id])),
          outer: typeof outer === "string" ? outer : null,
          replayed: typeof counters === "object" && counters !== null ? Object.keys(counters) : [],
          channels: new Set(partOf(tree, "channel_values")?.items.keys()),
        };
      })
      .toReversed();
  }

  *#interrupted(threadId: string): Generator<string> {
    for (const row of this.store.all("SELECT * FROM tidemark_writes WHERE thread_id = ?", threadId)) {
      const place = { threadId, namespace: String(row["checkpoint_ns"]), id: String(row["checkpoint_id"]) };
      const { tree } = this.inspect(place, () => this.store.readDocument(Number(row["document"])));
      // An interrupt has its fixed place among the writes of a task.
      if (tree.kind === "record" && tree.items.has("-3"))
        yield JSON.stringify([row["checkpoint_ns"], row["checkpoint_id"]]);
    }
  }

  #removeCheckpoint(threadId: string, namespace: string, id: string): number[] {
    const place = [threadId, namespace, id];
    const condition = "thread_id = ? AND checkpoint_ns = ? AND checkpoint_id = ?";
    this.store.sql(`DELETE FROM checkpoints WHERE ${condition}`).run(...place);
    const writes = this.store.all(`DELETE FROM tidemark_writes WHERE ${condition} RETURNING document`, ...place);
    return writes.map((row) => Number(row["document"]));
  }

  /** Lets documents that stay stand on each other, and on none that goes; those of copies, which share them, too. */
  #rebase(kept: readonly { readonly document: number }[], gone: ReadonlySet<number>): void {
    const bodies: DocumentBodies = new Map();
    const trees = new Map<number, StoredTree>();
    for (const { document } of kept.toReversed()) {
      if (!trees.has(document)) trees.set(document, this.store.readDocument(document, bodies));
    }
    let before: StoredTree | null = null;
    for (const document of [...trees.keys()].toSorted((one, other) => one - other)) {
      const stored: StoredTree | undefined = trees.get(document);
      if (stored === undefined) continue;
      const base = bodies.get(document)?.base ?? null;
      const stands = base === null || !gone.has(base);
      before = stands ? stored : { tree: stored.tree, document: this.store.rewrite(document, stored.tree, before) };
    }
  }

  /**
   * Copies a thread under another id, with its history and what is pending, without copying a value.
   *
   * Throws `checkpoint/noSuchThread` and `checkpoint/threadExists`; then nothing is written.
   */
  // oxlint-disable-next-line typescript/require-await -- as the rest of a saver; other databases have to wait
  async copyThread(from: string, to: string): Promise<void> {
    this.write(() => {
      const [taken] = this.store.all("SELECT 1 FROM checkpoints WHERE thread_id = ? LIMIT 1", to);
      if (taken !== undefined) throw checkpointErrors.threadExists({ threadId: to });
      const rows = this.store.all("SELECT * FROM checkpoints WHERE thread_id = ?", from);
      if (rows.length === 0) throw checkpointErrors.noSuchThread({ threadId: from });
      const writes = this.store.all("SELECT * FROM tidemark_writes WHERE thread_id = ?", from);
      for (const row of rows) {
        this.store
          .sql(
            `INSERT INTO checkpoints (thread_id, checkpoint_ns, checkpoint_id, parent_checkpoint_id, document, metadata)
             SELECT ?, checkpoint_ns, checkpoint_id, parent_checkpoint_id, document, ? FROM checkpoints
             WHERE thread_id = ? AND checkpoint_ns = ? AND checkpoint_id = ?`,
          )
          .run(to, unfenced(String(row["metadata"])), from, String(row["checkpoint_ns"]), String(row["checkpoint_id"]));
      }
      this.store
        .sql(
          `INSERT INTO tidemark_writes (thread_id, checkpoint_ns, checkpoint_id, task_id, document)
           SELECT ?, checkpoint_ns, checkpoint_id, task_id, document FROM tidemark_writes WHERE thread_id = ?`,
        )
        .run(to, from);
      for (const { document } of [...rows, ...writes]) {
        this.store.sql("UPDATE tidemark_documents SET uses = uses + 1 WHERE id = ?").run(Number(document));
      }
    });
  }

  /** Says what a thread takes up. */
  // oxlint-disable-next-line typescript/require-await -- as the rest of a saver; other databases have to wait
  async stats(threadId: string): Promise<ThreadStats> {
    const [documents] = this.store.all(
      `WITH RECURSIVE needed (id) AS (
         SELECT document FROM checkpoints WHERE thread_id = ?1
         UNION SELECT document FROM tidemark_writes WHERE thread_id = ?1
         UNION SELECT d.base FROM needed JOIN tidemark_documents d ON d.id = needed.id WHERE d.base IS NOT NULL
       ) SELECT sum(length(body)) AS documentBytes, (
           SELECT count(*) || ' ' || coalesce(sum(length(v.body)), 0) FROM tidemark_values v
           WHERE v.id IN (SELECT u.value FROM needed JOIN tidemark_uses u ON u.document = needed.id)
         ) AS named FROM tidemark_documents WHERE id IN (SELECT id FROM needed)`,
      threadId,
    );
    const [counted] = this.store.all("SELECT count(*) AS n FROM checkpoints WHERE thread_id = ?", threadId);
    const [values, valueBytes] = String(documents?.["named"]).split(" ").map(Number);
    return {
      checkpoints: Number(counted?.["n"]),
      values: values ?? 0,
      valueBytes: valueBytes ?? 0,
      documentBytes: Number(documents?.["documentBytes"] ?? 0),
      channels: await this.#channelBytes(threadId),
    };
  }

  async #channelBytes(threadId: string): Promise<Record<string, number>> {
    const tuple = await this.getTuple({ configurable: { thread_id: threadId } });
    const values = Object.entries(tuple?.checkpoint.channel_values ?? {});
    return Object.fromEntries(
      values.map(([channel, value]) => [channel, Buffer.byteLength(this.serializer.stringify(value))]),
    );
  }

  /** Removes values that a failure left behind and nothing names, and gives free pages back to the file system. */
  // oxlint-disable-next-line typescript/require-await -- as the rest of a saver; other databases have to wait
  async vacuum(): Promise<void> {
    this.write(() => {
      const { changes } = this.store
        .sql(
          "DELETE FROM tidemark_values WHERE NOT EXISTS (SELECT 1 FROM tidemark_uses WHERE value = tidemark_values.id)",
        )
        .run();
      if (changes > 0) this.store.sql("UPDATE tidemark_schema SET value = value + 1 WHERE name = 'epoch'").run();
    });
    this.database.exec("VACUUM");
  }

  /** Closes the connection; a saver that is closed cannot be used any more. */
  close(): void {
    this.database.close();
  }
}

/** What is noted on a checkpoint, without the lease that it was written under: a copy is written under none. */
function unfenced(metadata: string): string {
  const noted: object = Object.assign({}, notes.parse(metadata));
  if (!Object.hasOwn(noted, "tidemark_fence")) return metadata;
  for (const name of ["tidemark_fence", "tidemark_fence_of"]) Reflect.deleteProperty(noted, name);
  return notes.stringify(noted);
}
