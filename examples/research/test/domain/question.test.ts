import { describe, expect, test } from "vitest";
import {
  factsOf,
  isCourtesy,
  isVague,
  partsOf,
  questionOf,
  readQuestion,
  REFUSAL,
  searchedTerms,
  topicAlone,
  type Utterance,
} from "../../src/domain/question.ts";

const user = (text: string): Utterance => ({ speaker: "user", text, asks: false });
const assistant = (text: string, asks = false): Utterance => ({ speaker: "assistant", text, asks });

describe("readQuestion", () => {
  test("AR-23 reads the current question, not the first one", () => {
    const said = [user("How are puffins counted?"), assistant("By burrows."), user("When does the ferry sail?")];
    expect(readQuestion(said)).toEqual(questionOf("When does the ferry sail?"));
  });

  test("uses the previous question as the context of a follow-up", () => {
    const said = [
      user("How long is the ferry crossing?"),
      assistant("55 minutes."),
      user("And how much does it cost?"),
    ];
    const { terms, context } = readQuestion(said);
    expect(terms).not.toContain("ferri");
    expect(context).toBe("How long is the ferry crossing?");
  });

  test("ignores earlier topics in an independent question", () => {
    const said = [user("Tell me about the ferry."), assistant("It sails."), user("Where is the defibrillator kept?")];
    expect(readQuestion(said).context).toBe("");
  });

  test.each([
    "how many puffins are there and how are they counted?",
    "Why is Kettle Cove dangerous?",
    "And when does the ferry leave?",
    "Is the gauge accurate, or does it drift?",
    "Thanks!",
  ])("does not read %j as a follow-up", (text) => {
    expect(readQuestion([user("Who won the cup?"), assistant("Nobody."), user(text)]).context).toBe("");
  });

  test.each(["And guillemots?", "How are they counted?", "What about razorbills in winter?", "Why?"])(
    "reads %j as a follow-up",
    (text) => {
      const said = [user("How are puffins counted?"), assistant("By burrows."), user(text)];
      expect(readQuestion(said).context).toBe("How are puffins counted?");
    },
  );

  test.each(["Who repairs it?", "Where can I buy them?", "What color is it?", "Why can't we pay for it?"])(
    "reads %j as a follow-up to the last question that names its topic",
    (text) => {
      const said = ["How long is the ferry?", "What does it cost?", "And on Sundays?"].map((question) =>
        user(question),
      );
      expect(readQuestion([...said, user(text)]).context).toBe("How long is the ferry?");
    },
  );

  test("has nothing to refer to in a message without any topic after a refusal", () => {
    const said = [user("Can I pay by card?"), assistant(`${REFUSAL} in the 3 documents.`)];
    expect(isVague(readQuestion([...said, user("Tell me more")]))).toBe(true);
    expect(readQuestion([...said, user("How much is it?")]).context).toBe("Can I pay by card?");
  });

  test("ignores a message that asks for nothing in particular in the reply to a clarification", () => {
    const asked = assistant("What would you like to know about?", true);
    expect(readQuestion([user("Tell me more"), asked, user("the ferry")]).text).toBe("the ferry");
    expect(readQuestion([user("When?"), asked, user("the ferry")]).text).toBe("When? the ferry");
  });

  test("AR-04 combines a reply with the question it belongs to", () => {
    const said = [user("How are they counted?"), assistant("What do you mean?", true), user("puffins")];
    expect(readQuestion(said).terms).toEqual(expect.arrayContaining(["count", "puffin"]));
  });

  test("keeps a name in camel case as one term", () => {
    const { terms } = questionOf("What does turnStart write?");
    expect(terms).toContain("turnstart");
    expect(terms).not.toContain("turn");
  });

  test("searches for the context only if the question names no topic", () => {
    expect(searchedTerms(questionOf("How long?", "the ferry"))).toContain("ferri");
    expect(searchedTerms(questionOf("And puffins?", "the ferry"))).toEqual(["puffin"]);
  });
});

describe("isVague", () => {
  test.each(["Tell me about it", "hello", "what?", "Can you explain this to me please", "", "🙂"])(
    "accepts %j",
    (text) => {
      expect(isVague(questionOf(text))).toBe(true);
    },
  );

  test.each(["puffins", "Tell me about the ferry", "How accurate is the gauge?"])("rejects %j", (text) => {
    expect(isVague(questionOf(text))).toBe(false);
  });

  test("rejects a question whose context names the topic", () => {
    expect(isVague(questionOf("How long?", "the ferry crossing"))).toBe(false);
  });
});

describe("the parts of a message", () => {
  test.each([
    ["how many puffins are there and how are they counted?", ["how many puffins are there", "how are they counted?"]],
    ["Who drives Skua? Where is it kept?", ["Who drives Skua?", "Where is it kept?"]],
    ["Who drives it and how about Dunlin?", ["Who drives it", "how about Dunlin?"]],
    ["What is known about seals and about rats?", ["What is known about seals", "What is known about rats?"]],
    ["Where is the radio and the torch?", ["Where is the radio and the torch?"]],
    ["What do I need to know and bring?", ["What do I need to know and bring?"]],
    ["", [""]],
  ])("of %j are its questions", (text, parts) => {
    expect(partsOf(text)).toEqual(parts);
  });
});

describe("the facts of a question", () => {
  test.each([
    ["What does a night cost from 2027?", ["2027"]],
    ["Does it sail in June or in March?", ["june", "march"]],
    ["May I march?", []],
    ["How long?", []],
  ])("of %j are its dates and numbers", (text, facts) => {
    expect(factsOf(text)).toEqual(facts);
  });
});

describe("a courtesy", () => {
  test.each(["Thanks!", "ok, thank you very much", "Hello"])("is %j", (text) => {
    expect(isCourtesy(text)).toBe(true);
  });

  test.each(["Thanks, and puffins?", "good boats", ""])("is not %j", (text) => {
    expect(isCourtesy(text)).toBe(false);
  });
});

test.each([
  ["agents", ["agent"]],
  ["Tell me more about the ferry", ["ferri"]],
  ["the ferry boat?", ["ferri", "boat"]],
  ["Where is the ferry", []],
  ["Should I take the ferry?", []],
])("the topic that %j names alone is %j", (text, terms) => {
  expect(topicAlone(questionOf(text))).toEqual(terms);
});
