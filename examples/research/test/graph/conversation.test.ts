import { AIMessage } from "@langchain/core/messages";
import { describe, expect, test } from "vitest";
import { collect, home } from "./home.ts";

describe("a conversation without a model", () => {
  test("answers in the documents' words and cites every claim", async () => {
    const { ask } = await home();
    const { outcome, message, sources, confidence } = await ask("How are puffins counted?");
    expect(outcome).toBe("answered");
    const [claims = "", places = ""] = message.split("\n\n");
    for (const claim of claims.split("\n")) expect(claim).toMatch(/\[\d\]$/);
    expect(places.split("\n")).toHaveLength(sources.length);
    expect(message).toContain("endoscope");
    expect(sources[0]).toMatchObject({ document: "science/seabird-survey.md", page: null });
    expect(confidence).toBeGreaterThan(0.5);
  });

  test("cites the page of a PDF", async () => {
    const { ask } = await home();
    const { message, sources } = await ask("How long did the diesel generator run in 2025?");
    expect(message).toContain("410 hours");
    expect(sources[0]).toMatchObject({ document: "reports/annual-report-2025.pdf", page: 2 });
  });

  test("says when the documents do not contain it, with confidence 0", async () => {
    const { ask } = await home();
    expect(await ask("How do I bake sourdough bread?")).toMatchObject({
      outcome: "notContained",
      confidence: 0,
      sources: [],
      message: "The 14 documents do not contain an answer to this.",
    });
  });

  test("is surer of more places, and of places that cover more of the question", async () => {
    const { ask } = await home();
    const several = await ask("How are puffins counted?");
    const one = await ask("How many steps does the lighthouse have?");
    expect([several.sources.length, one.sources.length]).toEqual([2, 1]);
    expect(several.confidence).toBeGreaterThan(one.confidence ?? 1);
  });

  test("AR-26 AR-28 adds one message of each agent, and doubles nothing from turn to turn", async () => {
    const { ask, values } = await home();
    await ask("How are puffins counted?");
    expect(await values()).toMatchObject({
      messages: [{ type: "human" }, { type: "ai", name: "research" }, { type: "ai", name: "synthesis" }],
    });
    await ask("How accurate is the tide gauge?");
    expect((await values()).messages).toHaveLength(6);
  });

  test("AR-25 counts every agent of a turn, anew each turn", async () => {
    const { ask, values } = await home();
    await ask("How are puffins counted?");
    expect((await values()).control_iteration).toBe(3);
    await ask("How accurate is the tide gauge?");
    expect((await values()).control_iteration).toBe(3);
  });

  test("AR-23 answers the present question, and a follow-up with what was talked about", async () => {
    const { ask } = await home();
    await ask("How are puffins counted?");
    expect((await ask("How accurate is the tide gauge?")).message).toContain("4 millimetres");
    expect((await ask("And what did it replace?")).message).toContain("float gauge");
  });

  test("tells what it is doing while it works, and the result once, at the end", async () => {
    const { conversation } = await home();
    const events = await collect(conversation.ask("How are puffins counted?"));
    const told = events.flatMap((event) => (event.type === "status" ? [event.message] : []));
    expect(told).toEqual(["Searching the documents", "Writing the answer"]);
    expect(events.filter(({ type }) => type === "result")).toHaveLength(1);
    expect(events.at(-1)?.type).toBe("result");
  });

  test("keeps what was said, and not what agents noted among themselves", async () => {
    const { ask, conversation } = await home();
    await ask("How accurate is the tide gauge?");
    expect((await conversation.history()).map(({ speaker }) => speaker)).toEqual(["user", "assistant"]);
  });

  test("takes two questions at once one after the other", async () => {
    const { ask, values } = await home();
    const answers = await Promise.all(
      ["How are puffins counted?", "How accurate is the tide gauge?"].map((each) => ask(each)),
    );
    expect(answers.map(({ outcome }) => outcome)).toEqual(["answered", "answered"]);
    expect((await values()).messages).toHaveLength(6);
  });

  test("drops a question that its asker dropped", async () => {
    const { ask } = await home();
    expect(await ask("How are puffins counted?", AbortSignal.abort())).toMatchObject({
      outcome: "refused",
      message: "The question was dropped.",
    });
  });

  test("refuses a question that is none for its length", async () => {
    const { ask } = await home();
    expect((await ask("puffin ".repeat(1000))).outcome).toBe("refused");
  });
});

describe("clarification", () => {
  test("AR-02 AR-03 asks for the topic of a vague question, and ends the turn with it", async () => {
    const { ask, values } = await home();
    const { outcome, message, confidence } = await ask("Tell me about it");
    expect([outcome, confidence]).toEqual(["clarification", null]);
    expect(message).toContain("What would you like to know about?");
    expect(await values()).toMatchObject({ control_clarification_count: 1, control_missing_context: ["the topic"] });
  });

  test("AR-04 goes on with the reply, and forgets what was missing", async () => {
    const { ask, values } = await home();
    await ask("How are they counted?".replace("counted", "done"));
    expect((await ask("the puffins")).outcome).toBe("answered");
    expect(await values()).toMatchObject({ control_clarification_count: 0, control_missing_context: [] });
  });

  test("AR-07 is bounded: after two questions it says that it does not know the topic", async () => {
    const { ask, values } = await home();
    const told: unknown[] = [];
    for (const text of ["Tell me about it", "you know", "Tell me about it", "you know", "Tell me about it"])
      told.push([(await ask(text)).outcome, (await values()).control_clarification_count]);
    expect(told).toEqual([
      ["clarification", 1],
      ["notContained", 1],
      ["clarification", 2],
      ["notContained", 2],
      ["notContained", 2],
    ]);
    expect((await ask("How are puffins counted?")).outcome).toBe("answered");
    expect((await values()).control_clarification_count).toBe(0);
  });

  test("AR-09 never asks when no question may be asked", async () => {
    const { ask } = await home({ maxClarifications: 0 });
    expect(await ask("Tell me about it")).toMatchObject({ outcome: "notContained", confidence: 0 });
  });
});

/** Research, or a writer, that does not work today. */
const down = (): never => {
  throw new Error("the shelf is locked");
};

describe("when something fails", () => {
  test("AR-21 research that throws leads to an answer with confidence 0 that says why", async () => {
    const { ask, values } = await home({}, { researcher: down });
    expect(await ask("How are puffins counted?")).toMatchObject({ outcome: "failed", confidence: 0, sources: [] });
    expect((await values()).execution_final_answer).toContain("the shelf is locked");
  });

  test("AR-24 an answer that cannot be written leaves what was found, with confidence 0", async () => {
    const { ask } = await home({}, { writer: down });
    const { outcome, message, confidence } = await ask("How are puffins counted?");
    expect([outcome, confidence]).toEqual(["failed", 0]);
    expect(message).toContain("I found");
  });

  test("AR-20 research that adds nothing does not repeat the old answer", async () => {
    let turns = 0;
    const { ask } = await home(
      {},
      {
        researcher: ({ messages }) => {
          turns += 1;
          return Promise.resolve(turns === 1 ? [...messages, new AIMessage("Nothing.")] : messages);
        },
      },
    );
    await ask("How are puffins counted?");
    expect(await ask("How accurate is the tide gauge?")).toMatchObject({ outcome: "failed", confidence: 0 });
  });

  test("the next question begins clean", async () => {
    let fails = true;
    const { ask } = await home({}, { writer: () => (fails ? down() : "notContained") });
    expect((await ask("How are puffins counted?")).outcome).toBe("failed");
    fails = false;
    expect((await ask("How are puffins counted?")).outcome).toBe("notContained");
  });
});
