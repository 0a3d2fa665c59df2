/** The place of one checkpoint. */
export interface CheckpointPlace {
  readonly threadId: string;
  readonly namespace: string;
  readonly id: string;
}

/** Row of a checkpoint, whatever the database is. */
export interface CheckpointFacts extends CheckpointPlace {
  readonly parent: string | null;
  /** Number of its record. */
  readonly document: number;
  /** Metadata as text. */
  readonly metadata: string;
  /** Grows with every checkpoint of a thread, in all of its namespaces. The newest checkpoint has the highest one. */
  readonly sequence: number;
}
