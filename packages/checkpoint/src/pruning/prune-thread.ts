import { checkpointErrors } from "../kernel/errors.ts";
import { isDamage } from "../snapshots/damage.ts";
import { pause, WRITE_PAUSE } from "./slices.ts";
import { keyOf } from "./prune-policy.ts";
import type { Planned } from "./prune-plan.ts";
import type { PruneOptions, Pruning } from "./pruning.ts";

/** Number of times that a plan is made again when another removal interferes, before that counts as damage. */
const PLANS = 3;

/**
 * Removes old checkpoints of a thread and returns their number.
 *
 * Reads in slices and writes in short transactions: others write in between, and after each transaction the thread can be read, even if
 * the process ends there. Checkpoints that were used since the plan was made are kept, together with their ancestors.
 */
export async function pruneThread(
  threads: { readonly pruning: (threadId: string, options: PruneOptions) => Pruning },
  threadId: string,
  options: PruneOptions,
): Promise<number> {
  const pruning = threads.pruning(threadId, options);
  const count = await prepared(pruning);
  let removed = 0;
  for (let from = 0; from < count;) {
    const slice = await pruning.removeFrom(from);
    if (slice === null) break;
    removed += slice.removed;
    from = slice.next;
    if (from < count) await pause(WRITE_PAUSE);
  }
  return removed;
}

async function prepared(pruning: Pruning): Promise<number> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await pruning.prepare();
    } catch (error) {
      // Another prune may have removed what this one was about to read.
      if (attempt === PLANS || !isDamagedThread(error)) throw error;
    }
  }
}

/** True if an error says that stored rows of a thread are damaged or missing. */
export const isDamagedThread = (error: unknown): boolean => checkpointErrors.corrupt.is(error) || isDamage(error);

/** Checkpoints of a plan that were used since it was made, with their ancestors: they are kept. */
export class SparedCheckpoints<Each extends Planned> {
  readonly #goneByKey: ReadonlyMap<string, Each>;
  readonly #spared = new Set<Each>();

  constructor({ goneByKey }: { readonly goneByKey: ReadonlyMap<string, Each> }) {
    this.#goneByKey = goneByKey;
  }

  has(planned: Each): boolean {
    return this.#spared.has(planned);
  }

  /** Keeps a checkpoint, if it was to be removed, and its ancestors. */
  spare(place: { readonly namespace: string; readonly id: string }): void {
    for (let each = this.#goneByKey.get(keyOf(place)); each !== undefined && !this.#spared.has(each);) {
      this.#spared.add(each);
      each = this.#goneByKey.get(keyOf({ namespace: each.namespace, id: each.parent ?? "" }));
    }
  }
}
