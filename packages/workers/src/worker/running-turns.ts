import type { ClaimedTurn, HeldTurn } from "../store/turn-store.ts";

/** Reason why a run was stopped. */
type StopReason = "cancelled" | "lost" | "released";

/** One turn that runs in this process. */
export class RunningTurn {
  readonly turn: ClaimedTurn;
  readonly #stop = new AbortController();
  readonly #drain = new AbortController();
  reason: StopReason | null = null;

  constructor(turn: ClaimedTurn) {
    this.turn = turn;
  }

  get signal(): AbortSignal {
    return this.#stop.signal;
  }

  /** Aborted when the run has to stop before its next step. */
  get draining(): AbortSignal {
    return this.#drain.signal;
  }

  /** Stops the run before its next step, so that it can be returned to its place. */
  drain(): void {
    this.reason ??= "released";
    this.#drain.abort();
  }

  /** Aborts the run. The first reason counts. */
  stop(reason: StopReason): void {
    this.reason ??= reason;
    this.#stop.abort();
  }
}

const keyOf = ({ number, claim }: Pick<HeldTurn, "number" | "claim">): string => `${number}/${claim}`;

/** Turns that run in this process. */
export class RunningTurns {
  readonly #turns = new Map<string, RunningTurn>();
  #claiming = 0;
  #isDraining = false;
  /** Turns that the storage held for this worker at the last comparison and that nobody ran. */
  #unknown: ReadonlySet<string> = new Set();

  /** Adds the turns that a claim returns. */
  async claim(claim: () => Promise<readonly ClaimedTurn[]>): Promise<readonly RunningTurn[]> {
    this.#claiming += 1;
    try {
      const runs = (await claim()).map((turn) => new RunningTurn(turn));
      for (const run of runs) {
        this.#turns.set(keyOf(run.turn), run);
        if (this.#isDraining) run.drain();
      }
      return runs;
    } finally {
      this.#claiming -= 1;
    }
  }

  /** Removes a turn. */
  end(run: RunningTurn): void {
    this.#turns.delete(keyOf(run.turn));
  }

  /**
   * Compares the turns with those that the storage holds for this worker: stops cancelled ones, and gives back those that nobody runs,
   * because the answer of the database to a claim or to a result was lost.
   */
  async compare(held: readonly HeldTurn[], giveBack: (turn: HeldTurn) => Promise<void>): Promise<void> {
    for (const turn of held) if (turn.cancelling) this.#turns.get(keyOf(turn))?.stop("cancelled");
    // The answer to a claim may be on its way.
    const unknown = this.#claiming > 0 ? [] : held.filter((turn) => !this.#turns.has(keyOf(turn)));
    const before = this.#unknown;
    this.#unknown = new Set(unknown.map(keyOf));
    for (const turn of unknown) if (before.has(keyOf(turn))) await giveBack(turn);
  }

  /** Stops all turns: they belong to other workers. */
  drop(): void {
    for (const run of this.#turns.values()) run.stop("lost");
    this.#turns.clear();
  }

  /** Stops all turns before their next step, also those that are being claimed. */
  drain(): void {
    this.#isDraining = true;
    for (const run of this.#turns.values()) run.drain();
  }

  /** Stops all turns, so that they can be returned to their places. */
  release(): void {
    for (const run of this.#turns.values()) run.stop("released");
  }
}
