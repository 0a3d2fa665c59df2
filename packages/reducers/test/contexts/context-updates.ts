import type { ContextDataUpdate } from "@tidemark/reducers";
import fc from "fast-check";
import type { ContextEntry } from "@tidemark/reducers/internal";
import { parsed } from "../untyped.ts";

const types = fc.constantFrom("A", "B");
const keys = fc.constantFrom("a", "b", "7");
const entries = fc.oneof(
  fc.record({ v: fc.constantFrom(1, 2) }),
  fc.constant({ v: 1, _meta: { source: "s" } }),
  fc.constant({}),
);

/** Entries to write, by type and key. */
export type Writes = Readonly<Record<string, Readonly<Record<string, object>>>>;

/** Generates updates that only write. Few names make updates collide. */
export const writes: fc.Arbitrary<Writes> = fc.dictionary(types, fc.dictionary(keys, entries));

const clear = fc.constantFrom({}, { _clear: true } as const);
const changes = fc.tuple(clear, fc.dictionary(keys, fc.oneof(entries, fc.constant({ _delete: true }))));
const typeUpdates = changes.map(([mark, members]) => ({ ...members, ...mark }));

/** Generates updates that write, delete and clear at every level. */
export const updates: fc.Arbitrary<ContextDataUpdate> = fc
  .tuple(fc.constantFrom({}, {}, { _clear: true } as const), fc.dictionary(types, typeUpdates))
  .map(([mark, members]) => ({ ...members, ...mark }));

/** Combines two consecutive updates that only write into one. */
export function combined(first: Writes, second: Writes): Writes {
  const next: Record<string, Readonly<Record<string, object>>> = { ...first };
  for (const [type, members] of Object.entries(second)) next[type] = { ...next[type], ...members };
  return next;
}

/** State with one type, `T`, of `count` entries with about `bytes` bytes each, unfrozen like parsed JSON. */
export function stateOf(count: number, bytes = 20): { readonly T: Readonly<Record<string, ContextEntry>> } {
  const members = Array.from(
    { length: count },
    (_, index) => `"k${index}":{"n":${index},"text":"${"x".repeat(bytes)}"}`,
  );
  return parsed(`{"T":{${members.join(",")}}}`);
}
