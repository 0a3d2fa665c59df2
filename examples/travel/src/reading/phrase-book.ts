import { z } from "zod";
import phrases from "../../data/phrases.json" with { type: "json" };
import type { Message } from "./message.ts";
import { Change, Intent, Reading } from "./reading.ts";

/** A phrase, and what it says. */
const Phrase = z.strictObject({
  by: z.string(),
  /** Regular expression in lower case; `{not}` stands for a negation. */
  words: z.string(),
  command: Intent.optional(),
  budget: Reading.shape.budget.unwrap().optional(),
  wishes: Reading.shape.wishes.unwrap().optional(),
  changes: z.array(Change).optional(),
  unavailable: z.array(z.string()).optional(),
  /** Details that the phrase leaves open. */
  ask: z.array(z.string()).optional(),
  /** True to name the first group of the expression as unavailable. */
  named: z.boolean().optional(),
});

const Book = z.strictObject({
  not: z.string(),
  commands: z.array(Phrase),
  money: z.array(Phrase),
  wishes: z.array(Phrase),
});
const book = Book.parse(phrases);

/** What the phrases of a message say. */
export type Said = Pick<Reading, "budget" | "wishes" | "changes" | "unavailable" | "ask"> & { command: Intent | null };

/** Claims the phrases of a part of the phrase book, in their order. */
export function readPhrases(message: Message, part: "commands" | "money" | "wishes"): Said {
  const said: Said = { budget: {}, wishes: {}, changes: [], unavailable: [], ask: [], command: null };
  for (const { by, words, command, budget, wishes, changes = [], unavailable = [], ask = [], named = false } of book[
    part
  ]) {
    for (const [, name = ""] of message.takeAll(new RegExp(words.replaceAll("{not}", book.not), "u"), by)) {
      said.command ??= command ?? null;
      Object.assign(said.budget, budget);
      Object.assign(said.wishes, wishes);
      said.changes.push(...changes);
      said.ask.push(...ask);
      said.unavailable.push(...unavailable, ...(named ? [name] : []));
    }
  }
  return said;
}
