import type { AuditEntry, Proposal, StateDeclaration } from "@tidemark/core-state";
import { isPlainRecord } from "@tidemark/reducers/internal";
import { changeIdOf } from "./change-of-proposal.ts";

/** Key of field versions under which the decided changes of a thread are counted. No commit changes that field itself. */
export const DECISIONS = "control_proposals";

/** Decider of updates of user values, which are recorded in the same log but are not counted. */
const STORE = "store";

type Versions = Readonly<Record<string, number>>;

/** Returns the base version by which a proposal names the decisions that its author had seen. */
export const decisionsSeen = ({ [DECISIONS]: seen }: Versions): Versions =>
  seen === undefined ? {} : { [DECISIONS]: seen };

/**
 * Changes of proposals that were decided in a thread.
 *
 * The audit log names the newest ones and forgets the others. Every decision is counted, and a proposal names the count that its
 * author had seen. So a decided and forgotten proposal is older than everything in the log, and is recognized by that.
 *
 * @internal
 */
export class DecidedChanges {
  readonly #state: StateDeclaration;
  readonly #log: readonly unknown[];
  readonly #ids = new Set<string>();
  readonly #count: number;
  /** Number of decisions before the oldest one in the log. */
  readonly #forgotten: number;

  constructor(state: StateDeclaration, values: Readonly<Record<string, unknown>>) {
    const { runtime_audit_log: log, runtime_field_versions: versions } = values;
    this.#state = state;
    this.#log = Array.isArray(log) ? log : [];
    const count = isPlainRecord(versions) ? versions[DECISIONS] : 0;
    this.#count = typeof count === "number" ? count : 0;
    let remembered = 0;
    for (const entry of this.#log) {
      for (const id of changesOf(entry)) this.#ids.add(id);
      remembered += countOf(entry);
    }
    const forgets = ["runtime_audit_log", "runtime_field_versions"].every((name) => Object.hasOwn(state.fields, name));
    this.#forgotten = forgets ? Math.max(0, this.#count - remembered) : 0;
  }

  /** True for a change that the audit log names. */
  has(proposalId: string, field: string): boolean {
    return this.#ids.has(changeIdOf(proposalId, field));
  }

  /** Returns the age of a proposal: `forgotten` if it may have been decided and forgotten, `future` if it claims later decisions. */
  ageOf({ baseVersions }: Proposal): "forgotten" | "future" | "known" {
    const seen = baseVersions[DECISIONS] ?? 0;
    if (seen > this.#count) return "future";
    return seen < this.#forgotten ? "forgotten" : "known";
  }

  /** Returns the changes after these entries are added to the audit log. */
  after(entries: readonly AuditEntry[]): DecidedChanges {
    if (entries.length === 0) return this;
    const log: unknown = this.#state.fields["runtime_audit_log"]?.reducer?.(this.#log, entries);
    const count = this.#count + entries.reduce((sum, entry) => sum + countOf(entry), 0);
    return new DecidedChanges(this.#state, { runtime_audit_log: log, runtime_field_versions: { [DECISIONS]: count } });
  }

  /** Versions to write when these changes follow earlier ones. */
  versionsSince(before: DecidedChanges): Versions {
    return this.#count === before.#count ? {} : { [DECISIONS]: this.#count };
  }

  /** Returns an undecided proposal so that it does not become too old while it waits. `before` are the changes it was checked with. */
  renewed(proposal: Proposal, before: DecidedChanges): Proposal {
    if (before.ageOf(proposal) !== "known" || this.ageOf(proposal) === "known") return proposal;
    return { ...proposal, baseVersions: { ...proposal.baseVersions, [DECISIONS]: this.#count } };
  }
}

/** Ids of the changes that an entry of the audit log decides. */
function changesOf(entry: unknown): readonly string[] {
  if (!isPlainRecord(entry) || entry["action"] !== "commit") return [];
  const { proposalId } = entry;
  if (typeof proposalId !== "string") return [];
  return [entry["accepted"], entry["refused"]]
    .flatMap((part) => (isPlainRecord(part) ? Object.keys(part) : []))
    .map((field) => changeIdOf(proposalId, field));
}

const countOf = (entry: unknown): number =>
  isPlainRecord(entry) && entry["decidedBy"] !== STORE ? changesOf(entry).length : 0;
