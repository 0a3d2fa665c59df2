/** Numbers of the turns that this process has run. */
export class RunCounts {
  readonly #outcomes = new Map<string, number>();
  #refused = 0;

  /** Number of runs by outcome. `lost` counts those that another worker took over. */
  get outcomes(): ReadonlyMap<string, number> {
    return this.#outcomes;
  }

  /** Number of runs whose writes the saver refused, because another worker had the lease of the thread. */
  get refused(): number {
    return this.#refused;
  }

  /** Counts a run that ended. */
  end(outcome: string): void {
    this.#outcomes.set(outcome, (this.#outcomes.get(outcome) ?? 0) + 1);
  }

  /** Counts a run whose writes were refused. */
  refuse(): void {
    this.#refused += 1;
  }
}
