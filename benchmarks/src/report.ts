/** One number of a benchmark: what a contender needs for a subject. */
export interface Result {
  readonly subject: string;
  readonly contender: string;
  readonly unit: "µs" | "ms" | "MB" | "turns/s" | "instantiations";
  readonly median: number;
  /** The smallest and the largest sample but for the outermost tenths; the number itself where it is exact. */
  readonly spread: readonly [low: number, high: number];
  /** How many times as much as ours, or as what stands in its place. */
  readonly ratio: number | null;
}

/** Whether the run may take short cuts. */
export const quick = process.argv.includes("--quick");

/** What the middle of some samples is, and how far they spread. */
export function summary(samples: readonly number[]): Pick<Result, "median" | "spread"> {
  const sorted = samples.toSorted((one, other) => one - other);
  const at = (part: number) => sorted[Math.round(part * (sorted.length - 1))] ?? 0;
  return { median: at(0.5), spread: [at(0.1), at(0.9)] };
}

/** Results without a ratio get it against the contender of this name. */
export function against(ours: string, results: readonly Result[]): readonly Result[] {
  return results.map((result) => {
    const own = results.find(
      ({ subject, unit, contender }) => subject === result.subject && unit === result.unit && contender === ours,
    );
    return own === undefined || result.ratio !== null ? result : { ...result, ratio: result.median / own.median };
  });
}

const shown = (value: number): string => {
  const digits = Math.abs(value) >= 100 ? 0 : Math.abs(value) >= 10 ? 1 : 2;
  return value.toFixed(digits).replace(/\B(?=(\d{3})+$)/, ",");
};

/** The rows of a table in Markdown. */
export function tableOf(results: readonly Result[]): string {
  const rows = results.map(({ subject, contender, median, spread, unit, ratio }) => [
    subject,
    contender,
    `${shown(median)} ${unit}`,
    spread[0] === spread[1] ? "exact" : `${shown(spread[0])} to ${shown(spread[1])}`,
    ratio === null ? "" : `${shown(ratio)}×`,
  ]);
  const head = [
    ["what", "who", "median", "spread", "of ours"],
    ["---", "---", "---", "---", "---"],
  ];
  return [...head, ...rows].map((cells) => `| ${cells.join(" | ")} |\n`).join("");
}

/** Prints results as a table, or as one line of JSON for `bench.ts`. */
export function report(title: string, results: readonly Result[]): void {
  const text = process.argv.includes("--json")
    ? `${JSON.stringify(results)}\n`
    : `${title}, Node ${process.version}\n\n${tableOf(results)}`;
  process.stdout.write(text);
}
