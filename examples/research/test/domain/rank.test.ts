import { describe, expect, test } from "vitest";
import type { Section } from "../../src/domain/document.ts";
import { questionOf } from "../../src/domain/question.ts";
import { chooseEvidence, type Hit } from "../../src/domain/rank.ts";
import { passagesOf, sentencesOf } from "../../src/domain/sentences.ts";
import { termsOf } from "../../src/domain/words.ts";

const section = (heading: string, ...texts: string[]): Section => ({
  heading: [heading],
  page: null,
  blocks: texts.map((text) => ({ kind: "prose", text })),
});

const hit = (where: Section, document = "a.md"): Hit => ({
  place: { document, title: "Station", heading: where.heading, page: null },
  section: where,
  beside: new Set(where.blocks.flatMap(({ text }) => termsOf(text))),
  score: 1,
});

const choose = (question: string, ...sections: Section[]) =>
  chooseEvidence(
    sections.map((each, index) => hit(each, `${index}.md`)),
    questionOf(question),
    () => 1,
  );

const ferry = section(
  "The ferry",
  "It sails at 09:15.",
  "A ticket for the ferry costs 18 crowns.",
  "Bicycles are welcome.",
);

describe("chooseEvidence", () => {
  test("gives the sentence that answers, and how much of the question it covers", () => {
    const [first] = choose("How much is a ferry ticket?", ferry);
    expect(first?.quote).toBe("A ticket for the ferry costs 18 crowns.");
    expect(first?.coverage).toBeGreaterThan(0.9);
  });

  test("gives nothing when the sections lack what the question is about", () => {
    expect(choose("How much is a helicopter flight?", ferry)).toEqual([]);
    expect(choose("Does the ferry have a swimming pool?", ferry)).toEqual([]);
  });

  test("gives nothing when the kind of thing is not there that is asked for", () => {
    expect(choose("How old is the ferry?", ferry)).toEqual([]);
    expect(choose("How heavy is the ferry?", ferry)).toEqual([]);
  });

  test("cites three places at most, and no sentence twice", () => {
    const many = Array.from({ length: 6 }, (_, at) =>
      section(`Part ${at}`, "Puffins nest in holes.", "Puffins nest in holes."),
    );
    const chosen = choose("Where do puffins nest?", ...many);
    expect(chosen).toHaveLength(1);
    const others = Array.from({ length: 6 }, (_, at) => section(`Part ${at}`, `Puffins nest in burrow ${at}.`));
    expect(choose("Where do puffins nest?", ...others)).toHaveLength(3);
  });

  test("does not quote code", () => {
    const code: Section = { heading: ["Puffins"], page: null, blocks: [{ kind: "code", text: "puffins.nest()" }] };
    expect(choose("Where do puffins nest?", code)).toEqual([]);
  });

  test("prefers the sentence that says what a thing is", () => {
    const turns = section("Turns", "Each turn costs a turn.", "A turn is one message and everything done for it.");
    expect(choose("What is a turn?", turns)[0]?.quote).toBe("A turn is one message and everything done for it.");
  });

  test("asks nothing of a question without words", () => {
    expect(choose("???", ferry)).toEqual([]);
  });
});

describe("sentences", () => {
  test("do not end at abbreviations, nor go on in lower case", () => {
    expect(sentencesOf("See e.g. No. 4 here. Then this.")).toEqual(["See e.g. No. 4 here.", "Then this."]);
  });

  test("that announce are taken together with what follows", () => {
    expect(passagesOf(section("A", "There are two:", "One is red."))[0]).toBe("There are two: One is red.");
  });

  test("of a very long text are found in time that grows with it", () => {
    expect(sentencesOf("Yes. ".repeat(50_000))).toHaveLength(50_000);
  });
});
