import { checkpointErrors } from "../kernel/errors.ts";
import type { CheckpointPlace } from "../snapshots/checkpoint-facts.ts";

/** The error for a checkpoint whose rows are damaged, with the newest good checkpoint before it. */
export const corruptCheckpoint = (
  { threadId, id: checkpointId }: CheckpointPlace,
  damage: Error,
  newestGood: string | null,
): Error => checkpointErrors.corrupt({ threadId, checkpointId, found: damage.message, newestGood }, { cause: damage });
