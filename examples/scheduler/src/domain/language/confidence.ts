/** One rule of the confidence: what it is worth, and what it says when it fired. */
export interface ConfidenceRule {
  readonly points: number;
  readonly because: string;
}

/**
 * The rules of the confidence. It starts at `start`; every rule that fires adds its points once; the sum is brought
 * into 0 to 1 and then under every ceiling that applies. Below 0.7 the user is asked.
 */
export const confidenceRules = {
  start: { points: 0.25, because: "every request starts here" },
  intentSaid: { points: 0.25, because: "a verb or a question says what is wanted" },
  intentLikely: { points: 0.2, because: "the verb and the calendar together say what is wanted" },
  intentImplied: { points: 0.15, because: "no verb, so a new event is assumed" },
  title: { points: 0.25, because: "the event has a title" },
  exactTime: { points: 0.3, because: "the day and the time, or whole days, are known" },
  openTime: { points: 0.2, because: "the day is known, the time is open" },
  names: { points: 0.03, because: "it names people or resources of the household" },
  target: { points: 0.3, because: "exactly one event of the calendar is meant" },
  nothingElse: { points: 0.15, because: "a cancellation needs nothing else" },
  change: { points: 0.2, because: "it is clear what changes" },
  questionKind: { points: 0.25, because: "it is clear what is asked" },
  questionSubject: { points: 0.2, because: "it is clear about when, whom or what it is asked" },
  answer: { points: 0.3, because: "it answers the question that was asked" },
  assumedHour: { points: -0.03, because: "a bare hour was put in the likelier half of the day" },
  assumedDay: { points: -0.05, because: "no day was named" },
  oneReading: { points: -0.04, because: "a phrase with more than one meaning was taken in its usual one" },
  spelling: { points: -0.04, because: "words were read in spite of their spelling" },
  nextOccurrence: { points: -0.05, because: "one occurrence of the series was assumed: the next" },
  unread: { points: -0.1, because: "a part of the text was not understood" },
} as const satisfies Readonly<Record<string, ConfidenceRule>>;

/** A state in which the confidence cannot be higher, whatever else was understood. */
export const confidenceCeilings = {
  missing: { points: 0.6, because: "something essential is missing" },
  ambiguous: { points: 0.55, because: "more than one event fits" },
  cut: { points: 0.65, because: "the text was too long and only its beginning was read" },
  impossible: { points: 0.4, because: "it names a date or time that does not work" },
  unclear: { points: 0.2, because: "nothing was found that could be planned" },
} as const satisfies Readonly<Record<string, ConfidenceRule>>;

/** The name of a rule. */
export type ConfidenceRuleName = keyof typeof confidenceRules;
/** The name of a ceiling. */
export type ConfidenceCeilingName = keyof typeof confidenceCeilings;

/** A confidence and the account of it. */
export interface Confidence {
  readonly value: number;
  /** Every rule and ceiling that fired, with its points, for the audit. */
  readonly reasoning: string;
}

const signed = (points: number): string => `${points < 0 ? "-" : "+"}${Math.abs(points).toFixed(2)}`;

/** Adds up the rules that fired. Deterministic; a rule counts once however often it is named. */
export function confidenceOf(
  fired: readonly ConfidenceRuleName[],
  ceilings: readonly ConfidenceCeilingName[],
): Confidence {
  const names = [...new Set<ConfidenceRuleName>(["start", ...fired])];
  const limits = [...new Set(ceilings)];
  const sum = names.reduce((total, name) => total + confidenceRules[name].points, 0);
  const limited = limits.reduce((least, name) => Math.min(least, confidenceCeilings[name].points), sum);
  const value = Math.round(Math.min(1, Math.max(0, limited)) * 100) / 100;
  const lines = [
    ...names.map((name) => `${signed(confidenceRules[name].points)} ${confidenceRules[name].because}`),
    ...limits.map(
      (name) => `at most ${confidenceCeilings[name].points.toFixed(2)}: ${confidenceCeilings[name].because}`,
    ),
  ];
  return { value, reasoning: `${lines.join("; ")}. Confidence ${value.toFixed(2)}.` };
}
