import { describe, expect, test } from "vitest";
import { hasAskedForm } from "../../src/domain/answer-kind.ts";

describe("hasAskedForm", () => {
  test.each([
    ["How long does the crossing take?", "It takes 55 minutes.", "It is nice."],
    ["How far is the harbor?", "It is 6 kilometers away.", "It is near."],
    ["How long do cats sleep?", "Cats sleep 16 hours a day.", "Cats are fed twice a day."],
    ["How old is Miso?", "She is 3 years old.", "Miso eats 40 grams a day, at 7:00 and at 18:00."],
    ["How long does it take?", "It takes a day.", "It costs 11 crowns a day."],
    ["What is the phone number?", "Call 33 44 55 66.", "Telephones work from 20:00 to 22:00."],
    ["Who was there?", "Present: Aksel Brandt.", "Aksel Brandt reports to researchers."],
    ["How often are engines serviced?", "Every 100 hours.", "By the skipper."],
    ["What does a night cost?", "It costs 18 crowns.", "A night is quiet."],
    ["How many beds are there?", "There are 24.", "There are some."],
    ["When is dinner?", "Dinner is at 18:30.", "Dinner is warm."],
    ["When is breakfast?", "At 7:30.", "Breakfast is up to everybody at 11 crowns a day."],
    ["How fast is Dunlin?", "It makes 20 knots.", "Dunlin has 6 seats."],
    ["How heavy is Dunlin?", "It weighs 900 kg.", "Dunlin has 6 seats."],
    ["How warm is the water?", "It is 12 °C.", "It is 3 meters deep."],
    ["How deep is the lagoon?", "It is 3 meters deep.", "It has 2 piers."],
    ["What is the speed of light?", "It is 300,000 km per second.", "Its light reaches 19 nautical miles."],
    ["What is the total weight of Dunlin?", "It weighs 900 kg.", "Dunlin has 6 seats."],
    ["What was the temperature of the water?", "It was 12 °C.", "It is 3 meters deep."],
    ["What is the depth of the lagoon?", "It is 3 meters deep.", "It has 2 piers."],
    ["Why are dogs kept out?", "Because terns breed there.", "Dogs are kept out."],
    ["Who drives Skua?", "It is driven by Aksel Brandt.", "It is driven."],
  ])("%s accepts %s", (question, answer, other) => {
    expect([hasAskedForm(question, answer), hasAskedForm(question, other)]).toEqual([true, false]);
  });

  test("does not take an approval of an amount for a price of something else", () => {
    expect(hasAskedForm("How much does it cost?", "It has two seats.")).toBe(false);
  });

  test("recognizes the definition of a thing", () => {
    expect(hasAskedForm("What is a turn?", "A turn is one message.")).toBe(true);
    expect(hasAskedForm("What does keyv do?", "Keyv provides a store.")).toBe(true);
    expect(hasAskedForm("What is a turn?", "Every turn ends.")).toBeNull();
  });

  test("is null for a question that asks for no form", () => {
    expect(hasAskedForm("Are dogs allowed?", "Yes.")).toBeNull();
  });

  test.each(["1 ".repeat(2000), "teen".repeat(1000), "one ".repeat(1000), ",".repeat(4000)])(
    "checks a long sentence quickly",
    (sentence) => {
      for (const question of ["How long?", "How far?", "How many?", "When?", "Who?", "What price?"])
        expect(typeof hasAskedForm(question, sentence)).toBe("boolean");
    },
  );
});
