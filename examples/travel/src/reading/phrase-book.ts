import { z } from "zod";
import phrases from "../../data/phrases.json" with { type: "json" };
import { CLAIMED, NUMBER, type Sheet } from "@tidemark/reading";
import { texts } from "../domain/format.ts";
import { Reading } from "./reading.ts";
import { ORDINALS } from "./words.ts";

const LISTS = { changes: true, unavailable: true, ask: true, doubts: true } as const;
const Says = Reading.pick({ intent: true, budget: true, wishes: true, ...LISTS });

/** A phrase, and what it says. */
const Phrase = z.strictObject({
  by: z.string(),
  /** Regular expression in lower case; `{not}` stands for a negation, and `{number}` for a number. */
  words: z.string(),
  says: Says.partial().optional(),
  /** What the first group of the expression names. */
  names: z.enum(["unavailable", "arrival", "skip", "want", "near", "choice"]).optional(),
});
const List = z.array(Phrase);
const Book = z.strictObject({ not: z.string(), commands: List, money: List, wishes: List, sights: List });
const book = Book.parse(phrases);

/** Claims the phrases of a part of the phrase book, in their order, and adds what they say. The first command counts. */
export function readPhrases(sheet: Sheet, reading: Reading, part: "commands" | "money" | "wishes" | "sights"): void {
  for (const { words, says, names } of book[part]) {
    const pattern = words.replaceAll("{not}", book.not).replaceAll("{number}", NUMBER).replaceAll("·", CLAIMED);
    for (const groups of sheet.takeAll(new RegExp(pattern, "u"))) {
      if (says?.intent !== undefined && reading.intent === "unclear") reading.intent = says.intent;
      reading.budget = { ...says?.budget, ...reading.budget };
      Object.assign(reading.wishes, says?.wishes);
      for (const name of ["changes", "unavailable", "ask", "doubts"] as const)
        Object.assign(reading, { [name]: [...reading[name], ...(says?.[name] ?? [])] });
      const name = texts(...groups.slice(1))[0]?.toLowerCase() ?? "";
      // Also the words that another reader had claimed.
      const written = sheet.text.slice(groups.index, groups.index + groups[0].length).trim();
      if (names === "near") reading.wishes.near = name.trim();
      else if (names === "choice") reading.choice ??= ORDINALS.includes(name) ? ORDINALS.indexOf(name) : Number(name);
      else if (names === "arrival")
        reading.unavailable.push(`a time of arrival ("${written}"); ask for a time of departure`);
      else if (names === "unavailable") reading.unavailable.push(name);
      else if (names !== undefined) reading[names].push(...listOf(name));
    }
  }
}

const listOf = (words: string): readonly string[] =>
  words
    .split(/\s+(?:and|or)\s+|\s*,\s*(?:and )?/)
    .map((name) => name.replaceAll(/^(?:the|an?|any)\s+/g, "").trim())
    .filter((name) => name !== "");
