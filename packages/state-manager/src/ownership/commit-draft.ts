import { applyUpdate, initialState, type StateDeclaration } from "@tidemark/core-state";
import { freezeDeep } from "@tidemark/core-state/internal";
import { isPlainRecord } from "@tidemark/reducers/internal";
import { DECISIONS, DecidedChanges } from "./decided-changes.ts";

/** A change made in this commit. */
interface MadeChange {
  readonly proposalId: string;
  /** Update for the field's reducer; undefined when the value was replaced. */
  readonly update: unknown;
}

/**
 * State during a commit: its values with all accepted changes, and the proposals that changed each field.
 *
 * @internal
 */
export class CommitDraft {
  readonly state: StateDeclaration;
  readonly #before: Readonly<Record<string, unknown>>;
  readonly #startVersions: Readonly<Record<string, number>>;
  readonly #current = new Map<string, unknown>();
  readonly #made = new Map<string, MadeChange[]>();
  readonly decided: DecidedChanges;

  constructor(state: StateDeclaration, values: object) {
    this.state = state;
    this.#before = { ...initialState(state), ...values };
    this.#startVersions = versionsOf(this.#before["runtime_field_versions"]);
    this.decided = new DecidedChanges(state, this.#before);
  }

  /** Returns the value of a field with all changes of this commit so far. */
  value(field: string): unknown {
    return this.#current.has(field) ? this.#current.get(field) : this.#before[field];
  }

  /** Returns the version of a field at the start of the commit. */
  startVersion(field: string): number {
    return this.#startVersions[field] ?? 0;
  }

  /** Returns the version of a field with all changes of this commit so far. */
  version(field: string): number {
    return this.startVersion(field) + (this.#made.get(field)?.length ?? 0);
  }

  /** Returns the proposal of this commit that last changed a field, or null. */
  lastChangedBy(field: string): string | null {
    return this.#made.get(field)?.at(-1)?.proposalId ?? null;
  }

  /** Applies a change. Values are replaced and frozen. */
  make(field: string, next: unknown, change: MadeChange): void {
    this.#current.set(field, freezeDeep(next));
    this.#made.set(field, [...(this.#made.get(field) ?? []), change]);
  }

  get versions(): Readonly<Record<string, number>> {
    return { ...this.#startVersions, ...this.changedVersions() };
  }

  changedVersions(): Readonly<Record<string, number>> {
    return Object.fromEntries([...this.#made.keys()].map((field) => [field, this.version(field)]));
  }

  /** Returns the updates and replaced values that produce the same state in a graph. */
  writes(): {
    readonly updates: readonly Readonly<Record<string, unknown>>[];
    readonly replaced: Readonly<Record<string, unknown>>;
  } {
    const updates: Record<string, unknown>[] = [];
    const replaced: Record<string, unknown> = {};
    for (const [field, changes] of this.#made) {
      const isReduced = this.state.fields[field]?.reducer !== undefined;
      const areUpdates = changes.every(({ update }) => update !== undefined);
      if (isReduced && !areUpdates) replaced[field] = this.#current.get(field);
      else {
        const values = isReduced ? changes.map(({ update }) => update) : [this.#current.get(field)];
        for (const [index, value] of values.entries()) (updates[index] ??= {})[field] = value;
      }
    }
    return { updates, replaced };
  }

  /** Returns the values after this commit and its bookkeeping. */
  valuesWith(bookkeeping: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
    const values = Object.freeze({ ...this.#before, ...Object.fromEntries(this.#current) });
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the state is known at run time only
    return applyUpdate(this.state, values as never, bookkeeping as never);
  }
}

const versionsOf = (value: unknown): Readonly<Record<string, number>> =>
  isPlainRecord(value)
    ? Object.fromEntries(
        Object.entries(value).filter(
          (entry): entry is [string, number] => typeof entry[1] === "number" && entry[0] !== DECISIONS,
        ),
      )
    : {};
