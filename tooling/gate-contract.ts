/** What a gate found. */
export interface Finding {
  readonly ok: boolean;
  /** One short fact for the table: a count, a size. */
  readonly fact: string;
  /** What to read when the gate is red. */
  readonly output: string;
}

/** One check of the whole workspace. */
export interface Gate {
  readonly name: string;
  /** What stays true as long as the gate is green, in one sentence. */
  readonly holds: string;
  /** Gates that must be green first. */
  readonly after?: readonly string[];
  run(root: string): Promise<Finding>;
}

/** A finding from a list of problems: green when there are none. */
export const fromProblems = (problems: readonly string[], fact: string): Finding => ({
  ok: problems.length === 0,
  fact: problems.length === 0 ? fact : `${problems.length} problem${problems.length === 1 ? "" : "s"}`,
  output: problems.join("\n"),
});
