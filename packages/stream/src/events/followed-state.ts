import type { PlainRecord } from "@tidemark/reducers/internal";
import { appliedPatch } from "../patches/apply-patch.ts";
import type { PatchOperation } from "../patches/patch.ts";

/** Values of a run, for a wire that sends whole states besides patches or instead of them. */
export interface FollowedState {
  readonly values: PlainRecord | null;
  /** True if the whole state should be sent now. */
  readonly isDue: boolean;
  /** True if the state has changed since it was sent. */
  readonly isChanged: boolean;
  snapshot(values: PlainRecord): void;
  change(patch: readonly PatchOperation[]): void;
  /** Notes that a whole state is sent, and returns it. */
  sent(whole: PlainRecord): PlainRecord;
}

/**
 * Creates the state of a run. The whole state is due when it is first known, after each change until `eagerBytes` of JSON were sent, and then
 * whenever the changes since the last time are as large as the state. So all states together are at most about as large as the changes.
 */
export function followedState(eagerBytes: number): FollowedState {
  let values: PlainRecord | null = null;
  let total = 0;
  let size = 0;
  let changed = 0;
  let isWaiting = false;

  return {
    get values() {
      return values;
    },
    get isDue() {
      const isLarge = changed > 0 && (total + size <= eagerBytes || changed >= size);
      return values !== null && (isWaiting || isLarge);
    },
    get isChanged() {
      return values !== null && (isWaiting || changed > 0);
    },
    snapshot(first) {
      values = first;
      isWaiting = true;
    },
    change(patch) {
      if (values === null) return;
      values = appliedPatch(values, patch);
      changed += JSON.stringify(patch).length;
    },
    sent(whole) {
      size = JSON.stringify(whole).length;
      total += size;
      changed = 0;
      isWaiting = false;
      return whole;
    },
  };
}
