import type { BaseStore } from "@langchain/langgraph-checkpoint";
import { freezeDeep } from "@tidemark/core-state/internal";
import { z } from "zod";
import { digest } from "../kernel/digest.ts";
import { noCounts } from "./erasure-receipt.ts";

/** Namespace of the marks. Their keys are digests of the names of users. */
const MARKS = ["tidemark", "erasures"];

/** Number of marks that are read at once. */
const PAGE = 1_000;

const Mark = z.object({
  at: z.string(),
  person: z.string(),
  /** Ids of the threads to remove, and those that others share. Empty when the erasure has ended. */
  threads: z.array(z.string()),
  shared: z.array(z.string()),
  counts: z.record(z.string(), z.int()),
  isOpen: z.boolean(),
});

/** An erasure: what it found before it removed anything, so that it can go on after the end of its process. */
export type ErasureMark = z.infer<typeof Mark>;

/** Reads the newest erasure of a user; null for none. */
export async function readMark(store: BaseStore, user: string): Promise<ErasureMark | null> {
  const read = Mark.safeParse((await store.get(MARKS, digest(user)))?.value);
  return read.success ? read.data : null;
}

/** Stores an erasure. One that has ended leaves only when it was: nothing older may come back. */
export async function writeMark(store: BaseStore, user: string, mark: ErasureMark): Promise<void> {
  const stored = mark.isOpen ? mark : { ...mark, threads: [], shared: [], counts: {} };
  // Frozen, because an InMemoryStore returns the object itself.
  await store.put(MARKS, digest(user), freezeDeep({ ...stored }), false);
}

/** Returns a function that says when a user was erased; null for a user who was not. */
export async function erasedUsers(store: BaseStore): Promise<(user: string) => string | null> {
  const times = new Map<string, string>();
  for (let offset = 0; ; offset += PAGE) {
    const found = await store.search(MARKS, { limit: PAGE, offset });
    for (const { key, value } of found) {
      const read = Mark.safeParse(value);
      if (read.success) times.set(key, read.data.at);
    }
    if (found.length < PAGE) return (user) => times.get(digest(user)) ?? null;
  }
}

/** Counts of a mark, with zero for a kind that an older version did not count. */
export const countsOf = ({ counts }: ErasureMark): ReturnType<typeof noCounts> => ({ ...noCounts(), ...counts });
