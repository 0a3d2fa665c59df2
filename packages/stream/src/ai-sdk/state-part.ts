import type { PlainRecord } from "@tidemark/reducers/internal";
import { appliedPatch } from "../patches/apply-patch.ts";
import type { PatchOperation } from "../patches/patch.ts";
import type { UiChunk } from "./ui-message.ts";

/** Chunks for the state of a run. */
export interface StatePart {
  snapshot(values: PlainRecord): readonly UiChunk[];
  change(patch: readonly PatchOperation[]): readonly UiChunk[];
  /** The whole state, if it has changed since it was sent as a whole. */
  rest(): readonly UiChunk[];
}

/**
 * Creates the chunks for a state: one part `data-state` that is replaced in place, and a transient `data-state-patch` for every
 * change.
 *
 * The whole state is sent again when the patches since the last time are as large as the state, and at the end. So a page that
 * reads only `data-state` follows the state, and all bytes together are at most about twice those of the patches.
 */
export function statePart(): StatePart {
  let values: PlainRecord | null = null;
  let size = 0;
  let pending = 0;

  function whole(current: PlainRecord): UiChunk {
    size = JSON.stringify(current).length;
    pending = 0;
    return { type: "data-state", id: "state", data: current };
  }

  return {
    snapshot(first) {
      if (values !== null) return [];
      values = first;
      return [whole(first)];
    },
    change(patch) {
      if (values === null || patch.length === 0) return [];
      values = appliedPatch(values, patch);
      pending += JSON.stringify(patch).length;
      const chunk: UiChunk = { type: "data-state-patch", data: patch, transient: true };
      return pending < size ? [chunk] : [chunk, whole(values)];
    },
    rest: () => (values === null || pending === 0 ? [] : [whole(values)]),
  };
}
