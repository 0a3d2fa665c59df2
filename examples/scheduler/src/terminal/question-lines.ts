import type { Offer } from "../approval/offer.ts";

/** Maximum number of notes below a choice. */
const MAX_NOTES = 3;

/** Formats a question with its conflicts and numbered choices. */
export const questionLines = ({ aside, problem, question, conflicts, choices }: Offer): readonly string[] => [
  ...[aside, problem, question].filter((line) => typeof line === "string"),
  ...conflicts.map((conflict) => `  ! ${conflict}`),
  ...choices.flatMap(({ label, notes }, index) => [
    `  ${index + 1}. ${label}`,
    ...notes.slice(0, MAX_NOTES).map((note) => `       ${note}`),
    ...(notes.length > MAX_NOTES ? [`       (and ${notes.length - MAX_NOTES} more)`] : []),
  ]),
];
