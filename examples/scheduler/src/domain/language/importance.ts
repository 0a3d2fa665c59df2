import type { Flexibility, Priority } from "../calendar-event.ts";
import type { RequestText } from "./request-text.ts";

const FRAME =
  "(?:,? ?\\b(?:it(?:'s| is)|this is|that's|is|are|and|but|with|of|as|at|very|really|super|pretty|a|an)\\b)*,? ?";

const priorities: readonly (readonly [words: string, priority: Priority])[] = [
  [
    "(?:not (?:very |so |that )?(?:important|urgent)|low[- ]priority|priority:? low|if possible|optional|nice to have|no rush|unimportant)",
    "low",
  ],
  [
    "(?:urgent(?:ly)?|critical(?:ly)?|emergency|asap|as soon as possible|top[- ]priority|highest priority|priority:? critical|crucial|(?:we |it |this )?must(?: not| never)? (?:happen|be missed|miss)|can(?:'t|not) miss)",
    "critical",
  ],
  ["(?:important|high[- ]priority|priority:? high|must(?=$|[,.!]| (?:be|have|do|go|attend)\\b)|a must)", "high"],
  ["(?:(?:normal|medium)[- ]priority|priority:? (?:normal|medium))", "medium"],
];

const flexibilities: readonly (readonly [words: string, flexibility: Flexibility])[] = [
  [
    "(?:(?:do not|don't|no) mov(?:e|ing)(?: it| this)?|(?:it |this |which |that )?(?:can(?:'t|not)|must not|should not|shouldn't) (?:be )?(?:moved?|changed?|shift(?:ed)?)|non[- ]negotiable|not flexible|inflexible|fixed(?: time| date)?(?! the| a| my| our)|no flexibility|set in stone|must be (?=at\\b)|has to be (?=at\\b))",
    "fixed",
  ],
  [
    "(?:any ?time (?=(?:that|the same|this) (?:day|morning|afternoon|evening)|today|tomorrow|\\uE000)|any ?time on (?=\\uE000)|any ?time (?:that|the same) day|flexible (?:that|within the|on the|during the) (?:same )?day|same day is fine)",
    "same_day",
  ],
  [
    "(?:any ?day (?=\\uE000)|flexible (?:that|within the|this|during the) week|same week is fine|any ?day (?:that|this) week)",
    "same_week",
  ],
  [
    "(?:(?:time is |i'm |we're |i am |we are )?(?:very |quite |totally |completely )?flexible(?: (?:time|timing|on (?:the )?(?:time|timing)))?|whenever(?: (?:it )?(?:suits|works|possible|you like|is free))?|any ?time(?: (?:works|is fine|will do))?|any ?day(?: (?:works|is fine|will do))?)",
    "any",
  ],
];

/** Priority and flexibility stated in a request. */
export interface ImportanceReading {
  readonly priority: Priority | null;
  readonly flexibility: Flexibility | null;
}

const readFirst = <Value>(text: RequestText, table: readonly (readonly [string, Value])[]): Value | null => {
  for (const [words, value] of table) {
    if (text.take(new RegExp(`${FRAME}(?<![\\p{L}\\p{N}])${words}(?![\\p{L}\\p{N}])`, "iu")) !== null) return value;
  }
  return null;
};

/** Takes priority and flexibility out of the text. Days and times must be taken out first. */
export function readImportance(text: RequestText, days: number): ImportanceReading {
  const priority = readFirst(text, priorities);
  const sometime = text.take(/\b(?:some ?time|some day|someday|at some point)\b/i) !== null;
  const stated = readFirst(text, flexibilities);
  // "any time" and "sometime" next to a day or a week refer to all of it.
  const within = days === 0 ? "any" : days === 1 ? "same_day" : days <= 7 ? "same_week" : "any";
  if (stated === "any" || stated === "same_day" || stated === "same_week") {
    return { priority, flexibility: days === 0 ? stated : stated === "any" ? within : stated };
  }
  return { priority, flexibility: stated ?? (sometime ? within : null) };
}
