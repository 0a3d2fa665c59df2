/** Kinds of answers: the words that ask for one, its form, which a loose one may lack, and a word to search for as well. */
const KINDS: readonly Readonly<{ asks: RegExp; has: RegExp; isLoose?: boolean; seeks?: string }>[] = [
  { asks: /\bphone numbers?\W*$/i, has: /(?:\d[\s()/-]?){6}|\b11\d\b|\b911\b/ },
  {
    seeks: "present",
    asks: /^(?:and )?who(?:'s| is| was| were)? (?:all )?(?:there|present|at|attend\w*|came|joined)\b/i,
    has: /\b(?:present|attend\w*|participants?|participated|c[oa]me|joined|visitors?|guests?)\b/i,
  },
  {
    asks: /\bhow (?:long|old)\b/i,
    has: /(?:\d|\b(?:an?|one|two|three|four|five|six|seven|eight|nine|ten|half|few|several))[\w\s.,-]{0,20}?(?<![a-z])(?:ms|(?:milli)?seconds?|minutes?|hours?|days?|nights?|weeks?|months?|years?|turns?|runs?|met(?:er|re)s?|characters?)\b|\buntil\b|\bforever\b|\b1[0-9]{3}\b|\b20\d\d\b/i,
  },
  {
    asks: /\bhow (?:often|frequently)\b/i,
    has: /\b(?:every|each|once|twice|times|daily|weekly|monthly|yearly|annually|hourly|always|never|per|(?:an?) (?:day|week|month|year|hour))\b/i,
  },
  {
    asks: /\b(?:cost|price|fee|salary|charge|earn|how expensive)\b/i,
    has: /\d[\d.,]*\s?(?:€|\$|£|%|crowns?|euros?|dollars?|pounds?|cents?|percent)|[€$£]\s?\d|\b(?:free|no charge|without charge)\b/i,
  },
  {
    asks: /\bhow (?:many|much|large|big|small|high|tall|deep|far|fast|heavy|wide|thick|warm|cold|hot|accurate|near)\b|\b(?:what|which) (?:percentage|share|number|size|height|depth|speed|temperature|version|port)\b/i,
    has: /\d|\b(?:zero|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|half|twice|once|dozen|hundred|thousand|million|free|unlimited|infinity|none|no)\b/i,
  },
  {
    isLoose: true,
    asks: /\bwhen\b|\b(?:what|which) (?:year|date|days?|months?|time)\b/i,
    has: /\d|\b(?:January|February|March|April|May|June|July|August|September|October|November|December|\w+days?\b)|\b(?:before|after|until|once|as soon as|during|while|when|whenever|each|every|if|at|on)\b/i,
  },
  {
    isLoose: true,
    asks: /^who\b|\bwho(?:m|se)?\b/i,
    has: /\p{Lu}\p{Ll}+ \p{Lu}\p{Ll}+|\b(?:everybody|everyone|nobody|anyone|people|users?|members?|agents?|team|staff|visitors?|\w+(?:er|or|ist|ian)s?)\b/u,
  },
];

/** A question for a definition: "What is X?", "What does X do?". */
export const DEFINITION = /^what(?:'s| is| are| does) (?:an? |the )?([\w.-]+)(?: do| mean)?\W*$/i;

/** True if a text has the form of answer that a question asks for, such as a number. Null if the question asks for no form. */
export function hasAskedForm(question: string, text: string): boolean | null {
  const name = DEFINITION.exec(question)?.[1];
  if (name !== undefined) {
    const verb = /^what does/i.test(question) ? String.raw`\w+s` : "is|are|was|were|lets";
    return new RegExp(String.raw`^\W*(?:an? |the )?${name}\W+(?:${verb}) `, "i").test(text) || null;
  }
  const kind = kindOf(question);
  const plain = /\bhow (?:long|old)\b/i.test(question) ? text.replaceAll(RATE, "") : text;
  return kind === undefined ? null : kind.has.test(plain);
}

/** A rate, which is not a length of time: "twice a day", "51 meters a second". */
const RATE = /(?<=\b(?:once|twice|[\d.,]+ \S+|\p{L}+s) )(?<!\b(?:takes|lasts|needs|is|was) )(?:an?|per) \p{L}+/giu;

/** Returns the kind of answer that a question asks for. */
export const kindOf = (question: string) => KINDS.find(({ asks }) => asks.test(question));
