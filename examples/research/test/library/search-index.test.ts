import { describe, expect, test } from "vitest";
import { MIN_CONFIDENCE } from "../../src/domain/confidence.ts";
import { readMarkdown } from "../../src/domain/read-markdown.ts";
import { questionOf } from "../../src/domain/question.ts";
import { isWeak, termsOf } from "../../src/domain/words.ts";
import { SearchIndex } from "../../src/library/search-index.ts";

const index = new SearchIndex([
  {
    name: "station.md",
    title: "Station",
    sections: readMarkdown(`# Station

## The ferry

It sails at 09:15. A ticket for the ferry costs 18 crowns. Bicycles are welcome.

## Puffins

Puffins nest in burrows on the cliff.

## Faq

How much is a kayak? It is free for guests.

## Kitchen

The kitchen has a bread oven and a fridge. The key is in the shed next to it, not far from the ferry.

## Windows

Each window of the kitchen is closed at night. Norway gave the oven.`),
  },
]);

const find = (question: string) => index.find(questionOf(question));

describe("a search", () => {
  test("finds the passage that answers, with its place, and is confident", () => {
    const [best] = find("How much is a ferry ticket?");
    expect(best).toMatchObject({ quote: "A ticket for the ferry costs 18 crowns.", line: 5, relevance: 1 });
    expect(best?.heading).toEqual(["Station", "The ferry"]);
    expect(best?.confidence).toBeGreaterThan(MIN_CONFIDENCE);
  });

  test.each([
    "How much is a helicopter flight?",
    "Does the ferry have a swimming pool?",
    "How old is the ferry captain?",
    "Which bank finances the puffins of Norway?",
  ])("is not confident about %s", (question) => {
    expect(find(question)[0]?.confidence ?? 0).toBeLessThan(MIN_CONFIDENCE);
  });

  test.each(["How much was a ferry ticket in 1950?", "How much is the first ferry ticket?"])(
    "is not confident without the date, number or order of %s",
    (question) => {
      expect(find(question)[0]?.confidence).toBeLessThan(MIN_CONFIDENCE);
    },
  );

  test.each([
    ["a name that another section has", "Does the ferry of Norway carry bicycles?"],
    ["the thing that it asks for, which no document has", "What color is the bread oven?"],
  ])("is not confident about a passage without %s: %s", (_, question) => {
    expect(find(question)[0]?.confidence).toBeLessThan(MIN_CONFIDENCE);
  });

  test.each([
    ["Does the ferry carry kayaks?", "Who carries kayaks on the ferry?"],
    ["Can puffins swim in burrows?", "Where do puffins swim in burrows?"],
  ])("is less confident without a topic of a question that yes or no answers: %s", (closed, open) => {
    expect(find(closed)[0]?.confidence).toBeLessThan(find(open)[0]?.confidence ?? 0);
  });

  test('does not take "next to" for an order, nor "far" for a topic', () => {
    expect(find("Where is the key next to the kitchen?")[0]?.confidence).toBeGreaterThan(MIN_CONFIDENCE);
    expect(termsOf("How far is it?").every(isWeak)).toBe(true);
  });

  test("is less confident without a word of the question in the section, and names it", () => {
    const [best] = find("How much is a ferry ticket for the cliff?");
    expect(best?.missing).toEqual(["cliff"]);
    expect(best?.confidence).toBeLessThan(find("How much is a ferry ticket?")[0]?.confidence ?? 0);
  });

  test("prefers a section with the number of the question", () => {
    const prices = readMarkdown(
      "# Price\n\nThe price of a night is 32 crowns.\n\n# Plan\n\nFrom 2027 a night costs 35 crowns.",
    );
    const several = new SearchIndex([{ name: "a.md", title: "A", sections: prices }]);
    expect(several.find(questionOf("What is the price of a night?"))[0]?.quote).toContain("32");
    expect(several.find(questionOf("What is the price of a night in 2027?"))[0]?.quote).toContain("35");
  });

  test("never answers with the question itself", () => {
    expect(find("How much is a kayak?")[0]?.quote).toBe("It is free for guests.");
  });

  test("finds inflections, and words with a typing error", () => {
    expect(find("Where does the puffin nest?")[0]?.quote).toContain("burrows");
    expect(find("Where do pufins nest?")[0]?.quote).toContain("burrows");
  });

  test("knows which words no document contains", () => {
    expect(index.unknownWords(questionOf("How many sofas does the ferry have?"))).toEqual(["sofas"]);
  });

  test("finds nothing for a question without known words", () => {
    expect(find("???")).toEqual([]);
    expect(find("zeppelin")).toEqual([]);
  });

  test("returns at most one passage of each of three sections", () => {
    const sections = Array.from(
      { length: 6 },
      (_, at) => `## Part ${at}\n\nPuffins nest in burrow ${at}. Puffins nest.`,
    );
    const many = new SearchIndex([{ name: "a.md", title: "A", sections: readMarkdown(sections.join("\n\n")) }]);
    const found = many.find(questionOf("Where do puffins nest?"));
    expect(new Set(found.map(({ heading }) => heading.at(-1))).size).toBe(found.length);
    expect(found.length).toBeLessThanOrEqual(4);
  });
});
