/** A measured number of one contender. */
export interface Result {
  readonly subject: string;
  readonly contender: string;
  readonly unit: "µs" | "ms" | "s" | "bytes" | "rows" | "statements" | "MB" | "turns/s" | "instantiations" | "×";
  readonly median: number;
  /** The 10th and the 90th percentile. Both equal the median of an exact number. */
  readonly spread: readonly [low: number, high: number];
  /** This number divided by Tidemark's. */
  readonly ratio: number | null;
}

/** True for a run with fewer samples and shorter threads. */
export const quick = process.argv.includes("--quick");

/** Median and spread of samples. */
export function summary(samples: readonly number[]): Pick<Result, "median" | "spread"> {
  const sorted = samples.toSorted((one, other) => one - other);
  const at = (part: number) => sorted[Math.round(part * (sorted.length - 1))] ?? 0;
  return { median: at(0.5), spread: [at(0.1), at(0.9)] };
}

/** A number that is the same in every run, as a median without a spread. */
export const exact = (value: number): Pick<Result, "median" | "spread"> => ({ median: value, spread: [value, value] });

/** The result of a contender for a subject. Throws when it is missing. */
export function resultOf(results: readonly Result[], subject: string, contender: string): Result {
  const found = results.find((each) => each.subject === subject && each.contender === contender);
  if (found === undefined) throw new Error(`No result of ${contender} for "${subject}".`);
  return found;
}

/** Results grouped by subject, in the order of the first result of each. */
export const bySubject = (results: readonly Result[]): readonly Result[] =>
  [...new Set(results.map(({ subject }) => subject))].flatMap((subject) =>
    results.filter((result) => result.subject === subject),
  );

/** Adds the missing ratios, against the contender with this name. */
export function against(ours: string, results: readonly Result[]): readonly Result[] {
  return results.map((result) => {
    const own = results.find(
      ({ subject, unit, contender }) => subject === result.subject && unit === result.unit && contender === ours,
    );
    return own === undefined || result.ratio !== null ? result : { ...result, ratio: result.median / own.median };
  });
}

const format = (value: number): string => {
  const digits = Math.abs(value) >= 100 ? 0 : Math.abs(value) >= 10 ? 1 : 2;
  return value.toFixed(digits).replace(/\B(?=(\d{3})+$)/, ",");
};

/** Formats results as a table in Markdown. */
export function tableOf(results: readonly Result[]): string {
  const rows = results.map(({ subject, contender, median, spread, unit, ratio }) => [
    subject,
    contender,
    `${format(median)} ${unit}`,
    spread[0] === spread[1] ? "exact" : `${format(spread[0])} to ${format(spread[1])}`,
    ratio === null ? "" : `${format(ratio)}×`,
  ]);
  const head = [
    ["measured", "contender", "median", "spread", "of Tidemark"],
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
