/** Kind of answer that a question asks for. */
export interface AnswerKind {
  readonly kind: "amount" | "date" | "distance" | "duration" | "frequency" | "person" | "place" | "share" | "weight";
  /** True if a text without this kind of information cannot be the answer. */
  readonly required: boolean;
  /** Returns true for a text with this kind of information, such as a number for an amount. */
  isIn(text: string): boolean;
}

const NUMBER = String.raw`(?:\d[\d.,]*|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|\w+teen|\w+ty(?:-\w+)?|half|a hundred|a thousand|an?|no)`;
const MONTH = String.raw`(?:January|February|March|April|May|June|July|August|September|October|November|December)`;
const DAY = String.raw`(?:Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)days?`;
const EVENT = String.raw`(?:before|after|until|once|as soon as|during|at|on|when|while|by the end|next|at once) \w`;

const KINDS: readonly { readonly kind: AnswerKind["kind"]; readonly asks: RegExp; readonly has: RegExp }[] = [
  {
    kind: "duration",
    asks: /\bhow long\b|\bhow old\b|\bfor what time\b/i,
    has: new RegExp(
      String.raw`\b${NUMBER} (?:and a half )?(?:\w+ )?(?:(?:milli)?seconds?|minutes?|hours?|days?|nights?|weeks?|months?|years?|centur\w+|turns?|runs?)\b|\bmet(?:re|er)s? long\b|\buntil\b|\bfor (?:ever|good|life|the life|one)\b|\bborn\b|\baged?\b`,
      "i",
    ),
  },
  {
    kind: "distance",
    asks: /\bhow (?:far|deep|tall|thick|wide|high|near)\b|\bwhat (?:depth|height|length|distance)\b/i,
    has: new RegExp(
      String.raw`\b${NUMBER}\s?(?:\w+ )?(?:millimet\w+|centimet\w+|met(?:re|er)s?|kilomet\w+|miles?|feet|foot|inch\w*|mm|cm|km|m)\b`,
      "i",
    ),
  },
  {
    kind: "weight",
    asks: /\bhow heavy\b|\bhow much (?:does|do|did) .* weigh\b|\bwhat weight\b/i,
    has: /\d[\d.,]*\s?(?:kilograms?|grams?|tonn?e?s?|kg|g|pounds?)\b/i,
  },
  {
    kind: "frequency",
    asks: /\bhow (?:often|frequently)\b/i,
    has: new RegExp(
      String.raw`\b(?:every|each|once|twice|times|daily|weekly|monthly|yearly|annually|hourly|always|never|again)\b|\b(?:a|per) (?:second|minute|hour|day|week|month|year)\b`,
      "i",
    ),
  },
  {
    kind: "share",
    asks: /\b(?:what|which) (?:share|percentage|part|proportion)\b/i,
    has: /\d ?(?:%|percent)|\b(?:half|third|quarter|fifth|tenth)\b/i,
  },
  {
    kind: "amount",
    asks: /\bhow (?:many|much|large|big|small|accurate|fast|warm|hot|cold|strong)\b|\b(?:cost|price|salary|fee|number|size|speed|temperature)\b|\b(?:strongest|highest|lowest|largest|smallest|warmest|coldest|most|maximum|minimum|default)\b/i,
    has: new RegExp(String.raw`\d|\b${NUMBER.replace("|an?|no", "")}\b|\bfree\b`, "i"),
  },
  {
    kind: "date",
    asks: /\bwhen\b|\b(?:what|which) (?:year|date|day|days|month|time|season)\b|\bdeadline\b|\buntil when\b/i,
    has: new RegExp(String.raw`\b\d{1,2}:\d\d\b|\b(?:1[5-9]|20)\d\d\b|\b${MONTH}\b|\b${DAY}\b|\b${EVENT}`),
  },
  {
    kind: "person",
    asks: /\bwho(?:m|se)?\b/i,
    has: /\b\p{Lu}[\p{Ll}]+ \p{Lu}\p{Ll}+|\b(?:everybody|nobody|people|person|user|who|those|anybody|agents?|\w+(?:er|or|ist|ian))\b/u,
  },
  {
    kind: "place",
    asks: /\bwhere\b/i,
    has: /\b(?:in|on|at|under|above|below|behind|beside|near|between|inside|outside|from|to|into|of|over) [\p{L}\p{N}`]/u,
  },
];

const REQUIRED: ReadonlySet<string> = new Set([
  "amount",
  "date",
  "distance",
  "duration",
  "frequency",
  "share",
  "weight",
]);

/** Determines the kind of answer that a question asks for; null if its words do not tell. */
export function answerKindOf(question: string): AnswerKind | null {
  const found = KINDS.find(({ asks }) => asks.test(question));
  return found === undefined
    ? null
    : { kind: found.kind, required: REQUIRED.has(found.kind), isIn: (text) => found.has.test(text) };
}
