import type { ContextDataUpdate } from "@tidemark/reducers";
import type { ContextEntry, ContextTypeUpdate } from "@tidemark/reducers/internal";
import type { ContextPlace } from "./registry.ts";

/** Pending changes of one context type: an optional clear, then the entries by key. */
interface PendingType {
  cleared: boolean;
  /** Null removes the context. */
  readonly entries: Map<string, ContextEntry | null>;
}

/**
 * Combines successive changes of contexts into one update. The result of the update is independent of the contexts that the
 * author of the changes has seen.
 */
export class PendingContexts {
  #cleared = false;
  readonly #types = new Map<string, PendingType>();
  #update: ContextDataUpdate | null = EMPTY;

  put({ type, key }: ContextPlace, entry: ContextEntry): void {
    this.#type(type).entries.set(key, entry);
  }

  /** Removes a context. Accepts a missing one, because another node may add it in the same step. */
  remove({ type, key }: ContextPlace): void {
    this.#type(type).entries.set(key, null);
  }

  clear(type?: string): void {
    if (type === undefined) {
      this.#cleared = true;
      this.#types.clear();
      this.#update = null;
      return;
    }
    const pending = this.#type(type);
    pending.cleared = true;
    pending.entries.clear();
  }

  /** Returns the pending entry of a context: null if it is removed, undefined if it is unchanged. */
  at({ type, key }: ContextPlace): ContextEntry | null | undefined {
    const pending = this.#types.get(type);
    const entry = pending?.entries.get(key);
    if (entry !== undefined) return entry;
    return this.#cleared || pending?.cleared === true ? null : undefined;
  }

  /** Returns all changes as one update, which is cached until the next change. */
  update(): ContextDataUpdate {
    this.#update ??= Object.freeze({
      ...(this.#cleared && { _clear: true as const }),
      ...Object.fromEntries([...this.#types].map(([type, pending]) => [type, typeUpdate(pending)])),
    });
    return this.#update;
  }

  get isEmpty(): boolean {
    return !this.#cleared && this.#types.size === 0;
  }

  #type(type: string): PendingType {
    this.#update = null;
    const pending = this.#types.get(type) ?? { cleared: false, entries: new Map() };
    this.#types.set(type, pending);
    return pending;
  }
}

const EMPTY: ContextDataUpdate = Object.freeze({});

function typeUpdate({ cleared, entries }: PendingType): ContextTypeUpdate {
  const members = [...entries].map(([key, entry]) => [key, entry ?? DELETE] as const);
  return Object.freeze({ ...(cleared && { _clear: true as const }), ...Object.fromEntries(members) });
}

const DELETE = Object.freeze({ _delete: true as const });
