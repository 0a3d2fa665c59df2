import kinds from "../../data/answer-kinds.json" with { type: "json" };

/** Kinds of answers: the words that ask for one, its form, which a loose one may lack, and a word to search for as well. */
const KINDS = kinds.map(({ asks, has, flags = "i", isLoose = false, seeks }) => {
  return { asks: new RegExp(asks, "i"), has: new RegExp(has, flags), isLoose, seeks };
});

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
