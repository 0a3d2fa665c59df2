/** Parts of a rule by name: FREQ → WEEKLY, BYDAY → TU,TH. */
export type RuleParts = ReadonlyMap<string, string>;

/** Splits a valid rule into its parts. */
export const readRule = (rule: string): RuleParts =>
  new Map(
    rule
      .toUpperCase()
      .split(";")
      .map((part): [string, string] => {
        const [name = "", value = ""] = part.split("=");
        return [name, value];
      }),
  );
