import { describe, expect, test } from "vitest";
import { isVague, questionOf, readQuestion, type Said } from "../../src/domain/question.ts";

const user = (text: string): Said => ({ speaker: "user", text, asks: false });
const assistant = (text: string, asks = false): Said => ({ speaker: "assistant", text, asks });

describe("readQuestion", () => {
  test("AR-23 reads the present question, not the first one", () => {
    const said = [user("How are puffins counted?"), assistant("By burrows."), user("When does the ferry sail?")];
    expect(readQuestion(said)).toEqual(questionOf("When does the ferry sail?"));
  });

  test("lets a follow-up lean on the question before it", () => {
    const said = [
      user("How long is the ferry crossing?"),
      assistant("55 minutes."),
      user("And how much does it cost?"),
    ];
    const { terms, background } = readQuestion(said);
    expect(terms).not.toContain("ferri");
    expect(background).toContain("ferri");
  });

  test("does not let an old topic into a question that stands alone", () => {
    const said = [user("Tell me about the ferry."), assistant("It sails."), user("Where is the defibrillator kept?")];
    expect(readQuestion(said).background).toEqual([]);
  });

  test("AR-04 reads a reply together with what it replies to", () => {
    const said = [user("How are they counted?"), assistant("What do you mean?", true), user("puffins")];
    expect(readQuestion(said).terms).toEqual(expect.arrayContaining(["count", "puffin"]));
  });

  test("takes a name in camel case as a whole", () => {
    const { terms, background } = questionOf("What does turnStart write?");
    expect(terms).toContain("turnstart");
    expect(terms).not.toContain("turn");
    expect(background).toContain("turn");
  });
});

describe("isVague", () => {
  test.each(["Tell me about it", "hello", "what?", "Can you explain this to me please", "", "🙂"])("%j is", (text) => {
    expect(isVague(questionOf(text))).toBe(true);
  });

  test.each(["puffins", "Tell me about the ferry", "How accurate is the gauge?"])("%j is not", (text) => {
    expect(isVague(questionOf(text))).toBe(false);
  });

  test("a question is not, when what was said before tells what it is about", () => {
    expect(isVague(questionOf("How long?", "the ferry crossing"))).toBe(false);
  });
});
