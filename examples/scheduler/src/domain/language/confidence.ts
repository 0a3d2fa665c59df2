/** Rule of the confidence: its points, and the reason to report. */
export interface ConfidenceRule {
  readonly points: number;
  readonly because: string;
}

/**
 * Rules of the confidence. Each rule that applies adds its points once to `start`; the sum is limited to 0 to 1 and then by every
 * applicable ceiling. Below 0.7 the user is asked.
 */
export const confidenceRules = {
  start: { points: 0.25, because: "every request starts here" },
  intentExplicit: { points: 0.25, because: "a verb or a question states the intent" },
  intentLikely: { points: 0.2, because: "the verb and the calendar together suggest the intent" },
  intentImplied: { points: 0.15, because: "no verb, so a new event is assumed" },
  title: { points: 0.25, because: "the event has a title" },
  exactTime: { points: 0.3, because: "the day and the time, or whole days, are known" },
  openTime: { points: 0.2, because: "the day is known, the time is open" },
  names: { points: 0.03, because: "it names people or resources of the household" },
  target: { points: 0.3, because: "exactly one event of the calendar matches" },
  nothingElse: { points: 0.15, because: "a cancellation needs nothing else" },
  change: { points: 0.2, because: "it is clear what changes" },
  questionKind: { points: 0.25, because: "the type of question is clear" },
  questionSubject: { points: 0.2, because: "the subject of the question is clear" },
  answer: { points: 0.3, because: "it answers the question" },
  assumedHour: { points: -0.03, because: "the likelier half of the day was assumed for a bare hour" },
  assumedDay: { points: -0.05, because: "no day was named" },
  oneReading: { points: -0.04, because: "the usual meaning of an ambiguous phrase was assumed" },
  spelling: { points: -0.04, because: "spelling was corrected" },
  nextOccurrence: { points: -0.05, because: "the next occurrence of the series was assumed" },
  unread: { points: -0.1, because: "part of the text was not understood" },
} satisfies Readonly<Record<string, ConfidenceRule>>;

/** Ceilings of the confidence, which apply regardless of the rules. */
export const confidenceCeilings = {
  missing: { points: 0.6, because: "an essential detail is missing" },
  ambiguous: { points: 0.55, because: "more than one event matches" },
  cut: { points: 0.65, because: "the text was too long and only its beginning was read" },
  impossible: { points: 0.4, because: "it names an impossible date or time" },
  unclear: { points: 0.2, because: "nothing was found that could be planned" },
} satisfies Readonly<Record<string, ConfidenceRule>>;

/** Name of a rule. */
export type ConfidenceRuleName = keyof typeof confidenceRules;
/** Name of a ceiling. */
export type ConfidenceCeilingName = keyof typeof confidenceCeilings;

/** A confidence and its reasons. */
export interface Confidence {
  readonly value: number;
  /** All rules and ceilings that applied, with their points, for the audit log. */
  readonly reasoning: string;
}

const signed = (points: number): string => `${points < 0 ? "-" : "+"}${Math.abs(points).toFixed(2)}`;

/** Computes the confidence from the rules that applied; a rule that is listed several times counts once. */
export function confidenceOf(
  fired: readonly ConfidenceRuleName[],
  ceilings: readonly ConfidenceCeilingName[],
): Confidence {
  const names = [...new Set<ConfidenceRuleName>(["start", ...fired])];
  const limits = [...new Set(ceilings)];
  const sum = names.reduce((total, name) => total + confidenceRules[name].points, 0);
  const limited = limits.reduce((lowest, name) => Math.min(lowest, confidenceCeilings[name].points), sum);
  const value = Math.round(Math.min(1, Math.max(0, limited)) * 100) / 100;
  const lines = [
    ...names.map((name) => `${signed(confidenceRules[name].points)} ${confidenceRules[name].because}`),
    ...limits.map(
      (name) => `at most ${confidenceCeilings[name].points.toFixed(2)}: ${confidenceCeilings[name].because}`,
    ),
  ];
  return { value, reasoning: `${lines.join("; ")}. Confidence ${value.toFixed(2)}.` };
}
