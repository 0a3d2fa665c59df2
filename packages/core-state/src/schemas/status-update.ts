import { z } from "zod";
import { withoutUndefined } from "../kernel/json.ts";
import { JsonValue } from "./json-value.ts";
import { EpochSeconds } from "./timestamp.ts";

/** Status message for users while a turn runs. Further keys are metadata: `node`, `itemsProcessed`. */
export const StatusUpdate = z
  .object({
    message: z.string(),
    /** Progress of the work, usually from 0 to 1; not clamped. */
    progress: z.number(),
    /** True if the work that `message` describes is done. */
    complete: z.boolean(),
    timestamp: EpochSeconds,
  })
  .catchall(JsonValue);
export type StatusUpdate = z.infer<typeof StatusUpdate>;

/** Metadata of a status update. The update's own keys do not compile, except `timestamp`. */
export interface StatusMetadata {
  readonly [key: string]: unknown;
  readonly message?: never;
  readonly progress?: never;
  readonly complete?: never;
  /** Replaces the time of the event, in seconds. */
  readonly timestamp?: number;
}

/** Options of `createStatusUpdate`. */
export interface StatusUpdateOptions {
  /** Current time, in seconds since 1970: `Date.now() / 1000`. */
  readonly timestamp: number;
  /** True if the work is done. Defaults to false. */
  readonly complete?: boolean;
  /** Additional keys of the update. Defaults to none. */
  readonly metadata?: StatusMetadata;
}

/**
 * Creates a state update with a status message for users. Return it from a node, alone or spread into another update.
 *
 * `progress` is not clamped (`normalizedProgress` does that), but a number that is not finite becomes 0, because a checkpoint
 * cannot store it. Metadata can replace the timestamp, but no other key of the update.
 *
 * @example
 * ```ts
 * import { createStatusUpdate } from "tidemark/stream";
 *
 * const update = createStatusUpdate("Analysis complete", 1, {
 *   timestamp: 1_767_904_200,
 *   complete: true,
 *   metadata: { node: "data_analysis", itemsProcessed: 150 },
 * });
 * console.log(update.status_updates[0].complete, update.status_updates[0]["itemsProcessed"]); // true 150
 * ```
 */
export function createStatusUpdate(
  message: string,
  progress: number,
  options: StatusUpdateOptions,
): { status_updates: [StatusUpdate] } {
  const { timestamp, complete = false, metadata } = options;
  const event = { message, progress: finite(progress), complete };
  return { status_updates: [{ timestamp, ...withoutUndefined({ ...metadata }), ...event }] };
}

/** Returns the number, or 0 for numbers that JSON does not have: NaN, the infinities, -0. */
export const finite = (value: number): number => (Number.isFinite(value) && value !== 0 ? value : 0);

/**
 * Returns the progress of an event for a progress bar: from 0 to 1, and 0 for NaN.
 *
 * @example
 * ```ts
 * import { normalizedProgress } from "@tidemark/core-state/internal";
 *
 * console.log([1.7, 0.25, -0.1, Number.NaN].map((progress) => normalizedProgress({ progress }))); // [ 1, 0.25, 0, 0 ]
 * ```
 */
export const normalizedProgress = (event: { readonly progress: number }): number =>
  Number.isNaN(event.progress) ? 0 : Math.min(1, Math.max(0, event.progress));
