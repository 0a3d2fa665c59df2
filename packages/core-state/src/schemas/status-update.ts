import { z } from "zod";
import { withoutUndefined } from "../json.ts";
import { JsonValue } from "./json-value.ts";
import { EpochSeconds } from "./timestamp.ts";

/** News for people while a turn runs. Keys beyond the four are the writer's own: `node`, `itemsProcessed`. */
export const StatusUpdate = z
  .object({
    message: z.string(),
    /** How far the work is, usually from 0 to 1; kept as it was given. */
    progress: z.number(),
    /** True when the work that `message` speaks of is done. */
    complete: z.boolean(),
    timestamp: EpochSeconds,
  })
  .catchall(JsonValue);
export type StatusUpdate = z.infer<typeof StatusUpdate>;

/** Keys of the writer's own; the keys that the event itself fills do not compile, except `timestamp`. */
export interface StatusMetadata {
  readonly [key: string]: unknown;
  readonly message?: never;
  readonly progress?: never;
  readonly complete?: never;
  /** Replaces the time of the event, in seconds. */
  readonly timestamp?: number;
}

/** What `createStatusUpdate` takes beside the message and the progress. */
export interface StatusUpdateOptions {
  /** Now, in seconds since 1970: `Date.now() / 1000`. */
  readonly timestamp: number;
  /** Default false. */
  readonly complete?: boolean;
  readonly metadata?: StatusMetadata;
}

/**
 * Makes the state update that tells people where the work stands; return it from a node, alone or spread into others.
 *
 * `progress` is kept as given, over 1 and under 0 too (`normalizedProgress` clamps), but one that is no finite number
 * becomes 0, because a checkpoint could not keep it. Metadata can replace the timestamp and nothing else of the event.
 *
 * @example
 * ```ts
 * import { createStatusUpdate } from "@tidemark/core-state";
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

/** The number itself, or 0 where JSON has no such number: NaN, the infinities, -0. */
export const finite = (value: number): number => (Number.isFinite(value) && value !== 0 ? value : 0);

/**
 * The progress of an event for a progress bar: always from 0 to 1, and 0 when there is no telling.
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
