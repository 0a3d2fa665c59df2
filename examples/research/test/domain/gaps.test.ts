import { describe, expect, test } from "vitest";
import { askedThing, contradicted, hasOtherTime, lackedNames, lacksCount } from "../../src/domain/gaps.ts";

describe("words of a question that a passage contradicts", () => {
  test.each([
    ["What was the coldest day in 2015?", "Coldest night; When: 2 February 2010", ["2015"]],
    ["What was the strongest gust in May?", "Strongest gust; When: 8 January", ["May"]],
    ["Does the ferry sail on Sundays?", "The ferry sails on Mondays.", ["Sundays"]],
    ["What does a night cost for students?", "A night for researchers costs 35 crowns.", ["students"]],
    ["And the second strongest?", "Strongest gust; Value: 51 meters a second", ["second"]],
    ["Which turbine was the third one?", "Each third turbine stood still.", ["third"]],
    ["When was the second turbine repaired?", "The second turbine was repaired in May.", []],
    ["How many meters a second was the gust?", "51 meters", []],
    ["What was the coldest day in 2015?", "It was very cold.", []],
    ["How long did it run in 2025?", "It ran half as long as in 2024.", ["2025"]],
  ])("%s, %s: %j", (question, passage, words) => {
    expect(contradicted(question, passage, "")).toEqual(words);
  });

  test("are not dates of the headings", () => {
    expect(contradicted("How long did it run in 2025?", "Half as long as in 2024.", "Report 2025")).toEqual([]);
  });
});

test.each([
  ["How many rats were caught?", "If one is caught, the agency comes.", true],
  ["How many seals were counted?", "Dunlin; Seats: 6; Engine: 60 kW petrol; Used for: seal counts", true],
  ["How many engines does Dunlin have?", "Dunlin; Seats: 6; Engine: 60 kW petrol", true],
  ["How many cooks are there?", "Dinner is cooked at 18:30, by two people.", true],
  ["How many guests came?", "The party of guests left a guest book.", true],
  ["How many tours are there?", "Tours take 75 minutes.", true],
  ["How many seats does Dunlin have?", "Dunlin; Seats: 6; Engine: 60 kW petrol", false],
  ["How many kittiwake chicks are ringed?", "About 400 kittiwake chicks are ringed.", false],
  ["How many guillemots were counted?", "The count of guillemots was 18,240 individuals.", false],
  ["How many papers appeared?", "Twenty-three papers appeared.", false],
  ["How many times did lightning strike?", "Lightning has struck it twice.", false],
  ["How much does it cost?", "It is expensive.", false],
])("a number stands beside the counted thing or not: %s, %s", (question, passage, lacks) => {
  expect(lacksCount(question, passage, [])).toBe(lacks);
});

test.each([
  ["When can I take a shower?", "Showers are limited to three minutes, and laundry is done on Tuesdays.", true],
  ["When is laundry done?", "Showers are limited to three minutes, and laundry is done on Tuesdays.", false],
  ["When is dinner?", "Dinner is cooked together at 18:30, by two people in turn.", false],
])("a time belongs to another part of the sentence or not: %s", (question, passage, other) => {
  expect(hasOtherTime(question, passage)).toBe(other);
});

test.each([
  ["Does it run on Windows?", "The window of an agent has four messages.", ["window"]],
  ["How do I write a Python agent?", "Unless `pythonApproval` is false, an agent asks.", ["python"]],
  ["Does it run on Windows?", "It runs on windows and Linux.", []],
  ["How many Skuas nest here?", "Skua nests are counted.", []],
  ["Where is Kettle Cove?", "Kettle Cove is below the cliff.", []],
  ["How Do I Install It On Windows?", "Run the installer.", []],
  ["May I bring a dog?", "Dogs stay on the ferry.", []],
])("a text lacks the names of a question or not: %s, %s", (question, text, names) => {
  expect(lackedNames(question, text)).toEqual(names);
});

test.each([
  ["What color is the van?", ["color"]],
  ["In which printed paper was it written?", ["paper"]],
  ["Which bank does the station use?", ["bank"]],
  ["What eats urchins?", []],
  ["What is the van for?", []],
  ["How many seats does it have?", []],
])("%s asks for a thing of this name, or for none", (question, thing) => {
  expect(askedThing(question)).toEqual(thing);
});
