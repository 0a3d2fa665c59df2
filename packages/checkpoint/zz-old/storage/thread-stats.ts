/** What a thread takes up. */
export interface ThreadStats {
  readonly checkpoints: number;
  /** What its checkpoints and writes name, shared values counted once. */
  readonly values: number;
  readonly valueBytes: number;
  /** What it takes to say which checkpoint holds which value. */
  readonly documentBytes: number;
  /** The values of the newest checkpoint by channel, in bytes of text. */
  readonly channels: Readonly<Record<string, number>>;
  /** What each turn has added, oldest first. */
  readonly turns: readonly TurnBytes[];
}

/** What a turn has added to a thread. */
export interface TurnBytes {
  /** The checkpoint that it began with. */
  readonly checkpointId: string;
  readonly bytes: number;
}

/** Adds up what checkpoints have added, oldest first, by turns; a turn begins with an input. */
export function turnsOf(
  added: Iterable<{ readonly checkpointId: string; readonly bytes: number; readonly begins: boolean }>,
): readonly TurnBytes[] {
  const turns: { checkpointId: string; bytes: number }[] = [];
  for (const { checkpointId, bytes, begins } of added) {
    const turn = turns.at(-1);
    if (turn === undefined || begins) turns.push({ checkpointId, bytes });
    else turn.bytes += bytes;
  }
  return turns;
}
