import type { Options, SearchOptions } from "minisearch";
import { kindOf } from "../domain/answer-kind.ts";
import type { Question } from "../domain/question.ts";
import { isLight, termOf, termsOf, wordsOf } from "../domain/words.ts";

/** Text that MiniSearch ranks. Its id is its position. */
export interface Entry {
  readonly id: number;
  readonly title: string;
  readonly heading: string;
  readonly text: string;
}

/** The entry with an id of MiniSearch. */
export const withId = <Item>(entries: readonly Item[], id: unknown): readonly Item[] =>
  entries.slice(Number(id), Number(id) + 1);

/** Terms of a text and its headings. */
export const termsIn = ({ title, heading, text }: Omit<Entry, "id">): ReadonlySet<string> =>
  new Set(termsOf(`${title} ${heading} ${text}`));

/** How MiniSearch reads texts: as the terms of words. */
export const options: Options<Entry> = {
  fields: ["title", "heading", "text"],
  tokenize: (text) => [...wordsOf(text)],
  processTerm: (word) => termOf(word),
};

/** The text that is searched for: a question with its context, and a word that its answer may have. */
export const queryOf = ({ text, context }: Question): string => `${text} ${context} ${kindOf(text)?.seeks ?? ""}`;

/** Searches for the terms of a question, and with less weight for those of its context and for related ones. */
export const queryOptions = ({ terms }: Question, related: (term: string) => readonly string[]): SearchOptions => ({
  boost: { heading: 2 },
  processTerm: (word) => {
    const term = termOf(word);
    return term === null ? null : [term, ...related(term)];
  },
  boostTerm: (term) => (isLight(term) ? 0.4 : terms.includes(term) ? 1 : 0.4),
});
