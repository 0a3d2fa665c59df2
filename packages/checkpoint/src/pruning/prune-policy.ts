import { checkpointErrors } from "../kernel/errors.ts";
import { instant } from "../snapshots/instant.ts";
import { finish, type Steps } from "../snapshots/steps.ts";

/** Rule for the checkpoints that `prune` keeps. Exactly one property is set. Everything that kept checkpoints depend on is kept with them. */
export type PrunePolicy =
  | {
      /** Number of newest checkpoints to keep. */
      readonly keepLast: number;
      readonly keepTurns?: never;
      readonly olderThan?: never;
    }
  | {
      /** Number of newest turns whose checkpoints are kept. A turn begins with an input. */
      readonly keepTurns: number;
      readonly keepLast?: never;
      readonly olderThan?: never;
    }
  | {
      /** Keeps checkpoints written at this instant or later, as ISO 8601. */
      readonly olderThan: string;
      readonly keepLast?: never;
      readonly keepTurns?: never;
    };

/** Facts about a checkpoint by which pruning decides whether to keep it. */
export interface PrunedCheckpoint {
  readonly namespace: string;
  readonly id: string;
  readonly parent: string | null;
  /** Instant at which it was written, as ISO 8601. */
  readonly at: string;
  /** True if it came from an input. */
  readonly input: boolean;
  /** True if an interrupt waits for an answer there. */
  readonly interrupted: boolean;
  /** The checkpoint of the graph around it, for one of a subgraph. */
  readonly outer: string | null;
  /** The channels whose values have to be put together from the checkpoints before. */
  readonly replayed: readonly string[];
  /**
   * Of a checkpoint that comes of an update of the state, the channels of the graph: LangGraph does not say which of them are replayed.
   */
  readonly unsaid: readonly string[] | null;
  /** The channels whose values are stored with it. */
  readonly channels: ReadonlySet<string>;
}

/** Unique key of a place in a thread. */
export const keyOf = ({ namespace, id }: Pick<PrunedCheckpoint, "namespace" | "id">): string =>
  `${namespace.length}:${namespace}${id}`;

/**
 * Decides which checkpoints of a thread stay, oldest first in and out.
 *
 * Whatever the policy, these stay: the newest, also of each subgraph that remembers from turn to turn, the end of every branch that
 * waits at an interrupt, the states of subgraphs that belong to what stays, and the ancestors from which a delta channel is put
 * together.
 */
export const keptCheckpoints = <Each extends PrunedCheckpoint>(
  checkpoints: readonly Each[],
  policy: PrunePolicy,
): readonly Each[] => finish(keepingCheckpoints(checkpoints, policy));

/** The same work, in steps. */
export function* keepingCheckpoints<Each extends PrunedCheckpoint>(
  checkpoints: readonly Each[],
  policy: PrunePolicy,
): Steps<readonly Each[]> {
  const roots: Each[] = [];
  const parents = new Set<string>();
  const byKey = new Map<string, Each>();
  const newest = new Map<string, Each>();
  for (const each of checkpoints) {
    if (each.namespace === "") roots.push(each);
    parents.add(keyOf({ namespace: each.namespace, id: each.parent ?? "" }));
    byKey.set(keyOf(each), each);
    newest.set(each.namespace, each);
    yield;
  }
  const kept = new Map<string, Each>();
  const keep = (each: Each) => kept.set(keyOf(each), each);
  for (const each of byPolicy(roots, policy)) {
    keep(each);
    yield;
  }
  const rootIds = new Set(roots.map(({ id }) => id));
  const newestRoot = roots.at(-1);
  const lastRoot = newestRoot === undefined ? -1 : checkpoints.lastIndexOf(newestRoot);
  for (const [index, each] of checkpoints.entries()) {
    yield;
    if (isOfTask(each) && (index < lastRoot || rootIds.has(each.outer ?? ""))) continue;
    if (each.interrupted && !parents.has(keyOf(each))) keep(each);
    if (newest.get(each.namespace) === each) keep(each);
  }
  for (const each of checkpoints) {
    yield;
    if (each.namespace !== "" && each.outer !== null && kept.has(keyOf({ namespace: "", id: each.outer }))) keep(each);
  }
  const anywhere = new Map<string, Set<string>>();
  for (const { namespace, replayed } of checkpoints) {
    const names = anywhere.get(namespace) ?? new Set();
    for (const name of replayed) names.add(name);
    anywhere.set(namespace, names);
    yield;
  }
  for (const each of Array.from(kept.values())) {
    const { replayed, unsaid, channels } = each;
    const needed = unsaid === null ? replayed : [...replayed, ...unsaid, ...(anywhere.get(each.namespace) ?? [])];
    const missing = new Set(needed.filter((channel) => !channels.has(channel)));
    for (let at = ancestor(each, byKey); at !== undefined && missing.size > 0; at = ancestor(at, byKey)) {
      keep(at);
      for (const channel of at.channels) missing.delete(channel);
      yield;
    }
    yield;
  }
  const staying: Each[] = [];
  for (const each of checkpoints) {
    if (kept.has(keyOf(each))) staying.push(each);
    yield;
  }
  return staying;
}

/**
 * True if it is of a task that a subgraph ran for: it is of use only together with the checkpoint of the graph around it, which may not
 * be stored yet.
 */
const isOfTask = ({ namespace, outer }: PrunedCheckpoint): boolean => namespace.includes(":") && outer !== null;

const ancestor = <Each extends PrunedCheckpoint>(
  { namespace, parent }: Each,
  byKey: ReadonlyMap<string, Each>,
): Each | undefined => (parent === null ? undefined : byKey.get(keyOf({ namespace, id: parent })));

function byPolicy<Each extends PrunedCheckpoint>(roots: readonly Each[], policy: PrunePolicy): readonly Each[] {
  const { keepLast, keepTurns, olderThan } = policy;
  // Of two ways, the one that keeps less might be the slip.
  if ([keepLast, keepTurns, olderThan].filter((way) => way !== undefined).length !== 1) throw invalid(policy);
  if (olderThan !== undefined) {
    const oldest = instant(olderThan);
    return roots.filter(({ at }) => at.replace(/Z$/, "") >= oldest);
  }
  const count = keepLast ?? keepTurns;
  if (!Number.isSafeInteger(count) || count < 0) throw invalid(policy);
  if (count === 0) return [];
  if (keepLast !== undefined) return roots.slice(-count);
  const first = roots.filter(({ input }) => input).at(-count);
  return first === undefined ? roots : roots.slice(roots.indexOf(first));
}

/** A slip in a policy must not cost anybody a history. */
const invalid = (policy: PrunePolicy): Error => checkpointErrors.invalidPolicy({ policy: JSON.stringify(policy) });
