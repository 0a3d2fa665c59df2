import { describe, expect, test } from "vitest";
import { answerKindOf } from "../../src/domain/answer-kind.ts";

describe("answerKindOf", () => {
  test.each([
    ["How long does the crossing take?", "duration", "It takes 55 minutes.", "It is nice."],
    ["How far is the harbour?", "distance", "It is 6 kilometers away.", "It is near."],
    ["How heavy is a puffin?", "weight", "It weighs 450 grams.", "It is small."],
    ["How often are engines serviced?", "frequency", "Every 100 hours.", "By the skipper."],
    ["What share came from the university?", "share", "61 percent.", "Most of it."],
    ["How many beds are there?", "amount", "There are 24.", "There are some."],
    ["When is dinner?", "date", "Dinner is at 18:30.", "Dinner is warm."],
    ["Who drives Skua?", "person", "It is driven by Aksel Brandt.", "It is driven."],
    ["Where is the kit?", "place", "It is in the hall.", "It is red."],
  ])("%s asks for a %s", (question, name, answer, other) => {
    const kind = answerKindOf(question);
    expect(kind?.kind).toBe(name);
    expect(kind?.isIn(answer)).toBe(true);
    expect(kind?.isIn(other)).toBe(false);
  });

  test("returns null for other questions", () => {
    expect(answerKindOf("Are dogs allowed?")).toBeNull();
  });

  test.each(["1 ".repeat(2000), "teen".repeat(1000), "one ".repeat(1000), ",".repeat(4000)])(
    "checks a long sentence quickly",
    (sentence) => {
      for (const question of ["How long?", "How far?", "How many?", "When?", "Who?"])
        expect(typeof answerKindOf(question)?.isIn(sentence)).toBe("boolean");
    },
  );
});
