import type { ContextDataUpdate, ContextEntry, ContextTypeUpdate } from "@tidemark/reducers/internal";
import type { ContextPlace } from "./registry.ts";

/** What is to become of the contexts of one type: whether all go first, and then what stands under each key. */
interface PendingType {
  cleared: boolean;
  /** Null takes the context out. */
  readonly entries: Map<string, ContextEntry | null>;
}

/**
 * Changes of contexts that follow each other, told as one update, with the same outcome on any contexts, also on such as
 * the maker of the changes has not seen.
 */
export class PendingContexts {
  #cleared = false;
  readonly #types = new Map<string, PendingType>();
  #update: ContextDataUpdate | null = EMPTY;

  put({ type, key }: ContextPlace, entry: ContextEntry): void {
    this.#type(type).entries.set(key, entry);
  }

  /** Also what is not there is taken out: somebody else may put it in the same step. */
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

  /** What a place will hold: an entry, null for none, undefined for what it holds now. */
  at({ type, key }: ContextPlace): ContextEntry | null | undefined {
    const pending = this.#types.get(type);
    const entry = pending?.entries.get(key);
    if (entry !== undefined) return entry;
    return this.#cleared || pending?.cleared === true ? null : undefined;
  }

  /** All changes as one update; the same object until the next change. */
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
