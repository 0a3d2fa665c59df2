import { z } from "zod";
import { withoutUndefined } from "../kernel/json.ts";
import { JsonValue } from "./json-value.ts";
import { finite } from "./status-update.ts";
import { EpochSeconds } from "./timestamp.ts";

/** Progress towards a total, for users. Further keys are metadata: `fileName`, `bytesProcessed`. */
export const ProgressEvent = z
  .object({
    current: z.number(),
    total: z.number(),
    /** Description of the operation. */
    operation: z.string(),
    /** `current / total`, not clamped; 0 if `total` is not positive. */
    progress: z.number(),
    timestamp: EpochSeconds,
  })
  .catchall(JsonValue);
export type ProgressEvent = z.infer<typeof ProgressEvent>;

/** Metadata of a progress event. The event's own keys do not compile, except `timestamp`. */
export interface ProgressMetadata {
  readonly [key: string]: unknown;
  readonly current?: never;
  readonly total?: never;
  readonly operation?: never;
  readonly progress?: never;
  /** Replaces the time of the event, in seconds. */
  readonly timestamp?: number;
}

/** Options of `createProgressEvent`. */
export interface ProgressEventOptions {
  /** Current time, in seconds since 1970: `Date.now() / 1000`. */
  readonly timestamp: number;
  /** Additional keys of the event. Defaults to none. */
  readonly metadata?: ProgressMetadata;
}

/**
 * Creates a state update that reports progress towards a total. Return it from a node.
 *
 * The progress is `current / total`, or 0 if `total` is not positive. It is not clamped; `normalizedProgress`
 * does that. Numbers that are not finite become 0. Metadata can replace the timestamp, but no other key of the event.
 *
 * @example
 * ```ts
 * import { createProgressEvent } from "tidemark/stream";
 *
 * const update = createProgressEvent(5, 20, "Analyzing data points", {
 *   timestamp: 1_767_904_200,
 *   metadata: { fileName: "data.csv" },
 * });
 * console.log(update.progress_events[0].progress, update.progress_events[0]["fileName"]); // 0.25 data.csv
 * ```
 */
// oxlint-disable-next-line max-params -- the order of the arguments is the documented one
export function createProgressEvent(
  current: number,
  total: number,
  operation: string,
  options: ProgressEventOptions,
): { progress_events: [ProgressEvent] } {
  const { timestamp, metadata } = options;
  const [done, all] = [finite(current), finite(total)];
  const event = { current: done, total: all, operation, progress: all > 0 ? finite(done / all) : 0 };
  return { progress_events: [{ timestamp, ...withoutUndefined({ ...metadata }), ...event }] };
}
