// Stored data contains these names, so they never change.

/** Metadata key with the name of the user for whom a session has stored a checkpoint. */
export const USER = "tidemark_user";

/** Metadata key with the id of the checkpoint that {@link USER} belongs to: LangGraph copies metadata to other checkpoints. */
const USER_OF = "tidemark_user_of";

/** Metadata of a checkpoint that a session of a user stores. */
export const userMarks = (user: string | null, checkpointId: string): Readonly<Record<string, string>> =>
  user === null ? {} : { [USER]: user, [USER_OF]: checkpointId };

/** Name of the user for whom a checkpoint was stored, as `userKey` makes it; null for none. */
export function userIn(metadata: object | undefined, checkpointId: string): string | null {
  const marks = metadata ?? {};
  const user: unknown = Reflect.get(marks, USER_OF) === checkpointId ? Reflect.get(marks, USER) : null;
  return typeof user === "string" ? user : null;
}
