import { type ReadUserValue, USER_UPDATES, UserUpdates } from "@tidemark/core-state/internal";
import type { Values } from "../kernel/values.ts";

/** The write of another conversation, or `unknown` if several writes came together. */
export type StoredBlame =
  | ({ readonly outcome: "user" } & Omit<ReadUserValue, "version">)
  | { readonly outcome: "unknown" };

/**
 * Attributes a change of a user field that came from the store: the thread has read it there. Null for a change by the thread itself.
 *
 * `isReduced` is true for a field whose value may come from several writes.
 */
export function blameStored(
  values: Values,
  before: Values | undefined,
  { field, isReduced }: { readonly field: string; readonly isReduced: boolean },
): StoredBlame | null {
  const now = updatesOf(values);
  const earlier = before === undefined ? null : updatesOf(before);
  const read = now === null || !Object.hasOwn(now.read, field) ? undefined : now.read[field];
  if (now === null || read === undefined || now.reads === (earlier?.reads ?? 0)) return null;
  const isOwn = (updates: UserUpdates | null): boolean =>
    updates?.updates.some((each) => each.field === field) === true;
  const { version, ...about } = read;
  const writes = version - (earlier?.read[field]?.version ?? 0);
  // An edit reads the stored value and changes it in one step.
  if (isOwn(now)) return isReduced && writes > 0 ? { outcome: "unknown" } : null;
  return isReduced && writes !== 1 ? { outcome: "unknown" } : { outcome: "user", ...about };
}

function updatesOf(values: Values): UserUpdates | null {
  const parsed = UserUpdates.safeParse(values[USER_UPDATES]);
  return parsed.success ? parsed.data : null;
}
