import { copyIn } from "@tidemark/core-state/internal";
import { millisecondsOf } from "../kernel/clock.ts";

// Stored data contains these names, so they never change.

/** Metadata key with the time at which a run began that continued a turn, as ISO 8601. */
const BEGUN = "tidemark_begun";

/** Metadata key with the id of the checkpoint that {@link BEGUN} belongs to: LangGraph copies metadata to other checkpoints. */
const BEGUN_OF = "tidemark_begun_of";

/** Metadata of the first checkpoint of a run that continued a turn. The time between it and its parent is not only that of its nodes. */
export const begunMarks = (at: string | null, checkpointId: string): Readonly<Record<string, unknown>> =>
  at === null ? {} : { [BEGUN]: at, [BEGUN_OF]: checkpointId };

/**
 * Time at which the run began that stored a checkpoint, as ISO 8601. Null for a run that began with a new turn, for every later checkpoint of a
 * run, and for metadata that were written without a session.
 *
 * @internal
 */
export function runBegunAt(metadata: object, checkpointId: string): string | null {
  const at: unknown = Reflect.get(metadata, BEGUN_OF) === checkpointId ? Reflect.get(metadata, BEGUN) : null;
  return typeof at === "string" && Number.isFinite(millisecondsOf(at)) ? at : null;
}

/**
 * Metadata key with the user who sent the message of a turn, in the checkpoint of its input and in those after it until the turn begins; null for
 * a caller without a user.
 */
const SENDER = "tidemark_sender";

/** Metadata key with the id of the checkpoint that {@link SENDER} belongs to. */
const SENDER_OF = "tidemark_sender_of";

/** Metadata of a checkpoint before the turn of a message begins. The user who finishes its turn after a crash has not sent it. */
export const senderMarks = (user: string | null, checkpointId: string): Readonly<Record<string, unknown>> => ({
  [SENDER]: user,
  [SENDER_OF]: checkpointId,
});

/**
 * User who sent the message whose turn begins after a checkpoint. Undefined for any other checkpoint, without a session, and in an import: a document
 * does not say who has sent its messages.
 */
export function senderIn(metadata: object, checkpointId: string): string | null | undefined {
  if (Reflect.get(metadata, SENDER_OF) !== checkpointId || copyIn(metadata, checkpointId) !== null) return undefined;
  const user: unknown = Reflect.get(metadata, SENDER);
  return typeof user === "string" ? user : null;
}
