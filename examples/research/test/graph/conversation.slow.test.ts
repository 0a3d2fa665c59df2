import { AIMessage } from "@langchain/core/messages";
import { describe, expect, test } from "vitest";
import { notContained } from "../../src/domain/answer.ts";
import { utterancesIn } from "../../src/agents/utterances.ts";
import { openAssistant } from "./assistant.ts";

/** The sentences and rows that an answer quotes. */
const quotesIn = (message: string): readonly string[] => message.match(/^.+(?= \[\d\](?: \|)?$)/gm) ?? [];

describe("a conversation without a model", () => {
  test("quotes the documents and cites every claim", async () => {
    const { ask } = await openAssistant();
    const { outcome, message, sources, confidence } = await ask("How are puffins counted?");
    expect(outcome).toBe("answered");
    const [claims = "", place = "", confidenceWords, others = ""] = message.split("\n\n");
    expect(confidenceWords).toBe("Very likely right: 19 of 20 such answers were, when tested.");
    for (const claim of claims.split("\n")) expect(claim).toMatch(/\[\d\]$/);
    expect(`${place}\n${others}`.match(/^\[\d\]/gm)).toHaveLength(sources.length);
    expect(message).toContain("endoscope");
    expect(sources[0]).toMatchObject({ document: "science/seabird-survey.md", page: null });
    expect(confidence).toBeGreaterThan(0.5);
  });

  test("cites the page of a PDF", async () => {
    const { ask } = await openAssistant();
    const { message, sources } = await ask("How long did the diesel generator run in 2025?");
    expect(message).toContain("410 hours");
    expect(sources[0]).toMatchObject({ document: "reports/annual-report-2025.pdf", page: 2 });
  });

  test("opens the whole document of a source with its headings, and marks only the cited sentence", async () => {
    const { source } = await openAssistant();
    const place = "Living at the station › Cost of a stay, handbook/living-at-the-station.md:38";
    const sentence = "A night costs 32 crowns for researchers and 20 crowns for students.";
    const { blocks = [] } = source?.(place, [sentence, "It is free."]) ?? {};
    expect(blocks.filter(({ kind }) => kind === "heading").map(({ text }) => text)).toEqual([
      "Rooms",
      "Meals",
      "Water and power",
      "Internet and telephone",
      "Quiet hours",
      "Laboratories",
      "Cost of a stay",
    ]);
    expect(blocks.filter(({ marked }) => marked !== false)).toMatchObject([{ marked: [sentence] }]);
    expect((source?.(place, []) ?? { blocks: [] }).blocks.filter(({ marked }) => marked)).toHaveLength(1);
    expect(source?.("../package.json:1", [])).toBeNull();
  });

  test("reports that the documents contain no answer, with confidence 0, and what it did not find", async () => {
    const { ask } = await openAssistant();
    const { outcome, confidence, message } = await ask("How do I bake sourdough bread?");
    expect([outcome, confidence]).toEqual(["notContained", 0]);
    expect(message).toMatch(/^I did not find an answer to this in the 14 documents\.\n/);
    expect(message).toMatch(/No document contains .*"sourdough"/);
  });

  test("says what it read a follow-up as", async () => {
    const { ask } = await openAssistant();
    await ask("How accurate is the tide gauge?");
    expect((await ask("And what did it replace?")).message).toContain(
      'I read the question as a follow-up to "How accurate is the tide gauge?".',
    );
  });

  test("continues with the next passages when it is asked for more, until the documents have nothing more", async () => {
    const { ask } = await openAssistant();
    const seen = [...quotesIn((await ask("What boats does the station have?")).message)];
    expect(seen).toContain("The station has three boats.");
    const counts: number[] = [];
    let answer = await ask("Tell me more");
    while (answer.outcome === "answered" && counts.length < 20) {
      const next = quotesIn(answer.message);
      expect(next.filter((quote) => seen.includes(quote))).toEqual([]);
      seen.push(...next);
      counts.push(next.length);
      answer = await ask(counts.length === 1 ? "Tell me more about the boats" : "Tell me more");
    }
    expect(counts.slice(0, 2)).toEqual([3, 3]);
    expect(answer.message).toMatch(/^The documents contain nothing more about "/);
  });

  test("AR-28 adds the question and one answer per turn, without duplicates and without progress", async () => {
    const { ask, values } = await openAssistant();
    await ask("How are puffins counted?");
    expect(await values()).toMatchObject({
      messages: [{ type: "human" }, { type: "ai", name: "synthesis" }],
    });
    await ask("How accurate is the tide gauge?");
    expect((await values()).messages).toHaveLength(4);
  });

  test("AR-25 counts the agents of each turn, starting again at 0", async () => {
    const { ask, values } = await openAssistant();
    await ask("How are puffins counted?");
    expect((await values()).control_iteration).toBe(3);
    await ask("How accurate is the tide gauge?");
    expect((await values()).control_iteration).toBe(3);
  });

  test("AR-23 answers the current question, and a follow-up in the context of the previous one", async () => {
    const { ask } = await openAssistant();
    await ask("How are puffins counted?");
    expect((await ask("How accurate is the tide gauge?")).message).toContain("4 millimeters");
    expect((await ask("And what did it replace?")).message).toContain("float gauge");
  });

  test("does not take a question with its own subject for a follow-up, nor thanks for a question", async () => {
    const { ask } = await openAssistant();
    await ask("Who won the football world cup?");
    const { message, outcome } = await ask("how many puffins are there and how are they counted?");
    expect([outcome, message.includes("follow-up")]).toEqual(["answered", false]);
    expect(message).toContain("endoscope");
    expect(message).toContain('I found no answer to this part of the question: "how many puffins are there".');
    expect(await ask("Thanks!")).toMatchObject({ outcome: "answered", sources: [], confidence: null });
  });

  test.each([
    [["When does the boat leave?", "And on Sundays?", "How much does it cost?"], "When does the boat leave?"],
    [
      ["How many puffins were there in 2025?", "Is it more than the year before?"],
      "How many puffins were there in 2025?",
    ],
    [["Where is the defibrillator?", "Who can use it?"], "Where is the defibrillator?"],
    [["How tall is the weather mast?", "When was it built?"], "How tall is the weather mast?"],
    [["Who drives Skua?", "How long is it?"], "Who drives Skua?"],
  ])("does not answer the last one of %j with something else", async (questions, context) => {
    const { ask } = await openAssistant();
    for (const question of questions.slice(0, -1)) await ask(question);
    const { outcome, message } = await ask(questions.at(-1) ?? "");
    expect(outcome).toBe("notContained");
    expect(message).toContain(`I read the question as a follow-up to "${context}".`);
  });

  test.each([
    [["How long is the ferry crossing?", "How much does it cost?", "When does it leave?"], "Mondays"],
    [["How tall is the weather mast?", "How old is it?", "Who climbs it?"], "two trained people"],
    [["Who drives Skua?", "And Dunlin?", "How many seats does it have?"], "5.4 meters | 6 |"],
    [["How much does a night cost?", "And for students?"], "20 crowns for students"],
    [["What did the June meeting decide?", "who was there?"], "Present: Ingrid Solheim"],
    [["When did the staff meet in February?", "Who was there?"], "Tomas Ekblad"],
  ])("answers the last one of %j about the same thing", async (questions, words) => {
    const { ask } = await openAssistant();
    for (const question of questions.slice(0, -1)) await ask(question);
    const { outcome, message } = await ask(questions.at(-1) ?? "");
    expect([outcome, message.includes("I read the question as a follow-up")]).toEqual(["answered", true]);
    expect(message).toContain(words);
  });

  test.each(["Who attended the June meeting?", "Who joined the staff meeting in June?"])(
    "answers %j with those who were present",
    async (question) => {
      const { ask } = await openAssistant();
      expect((await ask(question)).message).toMatch(/^Present: Ingrid Solheim/);
    },
  );

  test("answers who it is, and not with a document", async () => {
    const { ask } = await openAssistant();
    await ask("what is the capital of France?");
    expect(await ask("Who are you?")).toMatchObject({ outcome: "answered", sources: [], confidence: null });
  });

  test.each([
    ["what is the phone number?", "notContained"],
    ["How old is the mast of the ferry?", "notContained"],
    ["What happens in an emergency?", "answered"],
    ["What happens on Tuesdays?", "answered"],
  ])("does not call an answer to %j probably right", async (question, expected) => {
    const { ask } = await openAssistant();
    const { outcome, confidence } = await ask(question);
    expect(outcome).toBe(expected);
    expect(confidence).toBeLessThan(0.7);
  });

  test.each([
    ["how tall is the weather mast and who maintains it?", "10 meters high", "who maintains it?"],
    ["How long is the crossing and is there a restaurant?", "55 minutes", "is there a restaurant?"],
    ["Where is the defibrillator, and who pays for it?", "hangs in the hall", "who pays for it?"],
    ["How much does the ferry cost and can I bring a bike?", "18 crowns", "can I bring a bike?"],
    ["Who leads dives and what about sharks?", "Noor Haddad", "what about sharks?"],
    ["what do the documents say about tides and about climate change?", "radar", "tell me about climate change?"],
  ])("answers a part of %j and names the other", async (question, words, open) => {
    const { ask } = await openAssistant();
    const { outcome, message } = await ask(question);
    expect([outcome, message.includes(words)]).toEqual(["answered", true]);
    expect(message).toContain(`I found no answer to this part of the question: "${open}".`);
  });

  test("answers `documents` and `help`, which the page sends as messages", async () => {
    const { ask, library } = await openAssistant();
    const { message } = await ask("documents");
    for (const { name } of library.documents) expect(message).toContain(`, ${name}`);
    expect(message).toMatch(/^These are the 14 documents:\n\n\[1\] About these documents, README\.txt:4\n/);
    expect(message).toContain("\n\n### handbook\n\n[3] Boats, handbook/boats.md:3\n");
    expect((await ask("help")).message).toContain("Ask a question about the documents");
  });

  test("says that a passage without a date, a number or an order of the question is only the nearest one", async () => {
    const { ask } = await openAssistant();
    expect((await ask("What does a night cost from 2027 for researchers?")).message).toContain("35 crowns");
    for (const [question, word] of [
      ["What does the last ferry cost?", "last"],
      ["What does a night cost for researchers from 2031?", "2031"],
    ] as const) {
      const { outcome, message } = await ask(question);
      expect([question, outcome]).toEqual([question, "notContained"]);
      expect(message).toContain("The nearest passage, which may not answer it:");
      expect(message).toMatch(new RegExp(`contains?\\b.*"${word}"`));
    }
  });

  test.each([
    [["What was the coldest day in 2015?"], '"2015"'],
    [["When was the warmest day in 2010?"], '"2010"'],
    [["What was the strongest gust in May?"], '"May"'],
    [["What does a night cost for students in 2027?"], '"students"'],
    [["When was the strongest gust?", "And the second strongest?"], '"second"'],
    [["When was the coldest night?", "And the third coldest?"], '"third"'],
  ])("is uncertain after %j, and names the contradicted %s", async (questions, word) => {
    const { ask } = await openAssistant();
    let message = "";
    for (const question of questions) ({ message } = await ask(question));
    expect(message).toMatch(/^Uncertain/m);
    expect(message).toMatch(new RegExp(`^The best passage does not contain .*${word}`, "m"));
  });

  test.each([
    "How many rats were caught?",
    "How many seals were counted?",
    "How many engines does Dunlin have?",
    "Why was Dunlin's engine replaced?",
    "Why did the generator run less in 2025?",
    "Why is alcohol forbidden?",
    "When is breakfast?",
    "When is Nitrox filled?",
    "When can I take a shower and for how long?",
  ])("is uncertain without the number, reason or time of %s", async (question) => {
    const { ask } = await openAssistant();
    expect((await ask(question)).message).toMatch(/^Uncertain/m);
  });

  test.each([
    ["How many visitors came in 2025?", "6,480 visitors"],
    ["When is dinner?", "18:30"],
    ["Why are drones not used in the survey?", "because"],
  ])("is not uncertain with it: %s", async (question, answer) => {
    const { ask } = await openAssistant();
    const { message } = await ask(question);
    expect(message.split("\n")[0]).toContain(answer);
    expect(message).toMatch(/^(?:Very likely|Probably) right/m);
  });

  test.each([
    ["How often are engines serviced, and by whom?", "by whom?"],
    ["How many seats does Dunlin have and how fast is it?", "how fast is it?"],
    ["Who drives Skua, and since when?", "since when?"],
    ["How long is Dunlin and how heavy is it?", "how heavy is it?"],
    ["How long does the crossing take and how often?", "how often?"],
    ["What does the ferry cost and at what time does it leave?", "at what time does it leave?"],
  ])("names the part of %s that has no answer", async (question, part) => {
    const { ask } = await openAssistant();
    const { outcome, message } = await ask(question);
    expect(outcome).toBe("answered");
    expect(message).toContain(`I found no answer to this part of the question: "${part}".`);
  });

  test.each(["By when do I have to apply for a grant in 2025?", "How many puffins were counted in 2024?"])(
    "refuses a passage that has only the year of %s",
    async (question) => {
      const { ask } = await openAssistant();
      expect((await ask(question)).outcome).toBe("notContained");
    },
  );

  test.each([
    [["Is alcohol allowed?", "For passengers?"], "Alcohol is forbidden on board"],
    [["What does a night cost?", "For students?"], "20 crowns for students"],
    [["How many seats does Skua have?", "or Dunlin?"], "| Dunlin | 5.4 meters | 6 |"],
  ])("reads the last of %j as a follow-up", async (questions, answer) => {
    const { ask } = await openAssistant();
    let message = "";
    for (const question of questions) ({ message } = await ask(question));
    expect(message.split("\n\n")[0]).toContain(answer);
    expect(message).toContain(`I read the question as a follow-up to "${questions[0]}".`);
  });

  test("does not name a common verb as missing", async () => {
    const { ask } = await openAssistant();
    expect((await ask("When can I take a shower and for how long?")).message).not.toContain('"take"');
  });

  test("answers how something is done with the whole paragraph", async () => {
    const { ask } = await openAssistant();
    const { message } = await ask("How do I get from the harbor to the station?");
    for (const words of ["6 kilometers", "The station's van", "On foot the coastal path"])
      expect(message).toContain(words);
  });

  test.each([
    ["boats", "The station has three boats."],
    ["tell me about the tide gauge", "The gauge is a radar"],
    ["Water and power", "Fresh water comes from a spring"],
  ])("answers the topic %j with the start of its text, without a confidence", async (topic, start) => {
    const { ask } = await openAssistant();
    const { outcome, message, confidence } = await ask(topic);
    expect([outcome, confidence]).toEqual(["answered", null]);
    expect(message.startsWith(start)).toBe(true);
    expect(message).toContain(`I read "${topic}" as a topic, so this is how the text about it starts.`);
  });

  test("names unknown words as they were typed", async () => {
    const { ask } = await openAssistant();
    expect((await ask("Is there a zeppelin to Paris?")).message).toContain(
      'No document contains "zeppelin" or "Paris".',
    );
  });

  test("emits its status while it works", async () => {
    const { conversation } = await openAssistant();
    const statuses: string[] = [];
    for await (const event of conversation.send("How are puffins counted?"))
      if (event.type === "status") statuses.push(event.message);
    expect(statuses).toEqual(["Searching the documents", "Writing the answer"]);
  });

  test("has a history of messages without the notes of agents", async () => {
    const { ask, values } = await openAssistant();
    await ask("How accurate is the tide gauge?");
    expect(utterancesIn((await values()).messages).map(({ speaker }) => speaker)).toEqual(["user", "assistant"]);
  });

  test("answers two concurrent questions one after the other", async () => {
    const { ask, values } = await openAssistant();
    const answers = await Promise.all(
      ["How are puffins counted?", "How accurate is the tide gauge?"].map((question) => ask(question)),
    );
    expect(answers.map(({ outcome }) => outcome)).toEqual(["answered", "answered"]);
    expect((await values()).messages).toHaveLength(4);
  });

  test("cancels a question when its signal is aborted", async () => {
    const { ask } = await openAssistant();
    expect(await ask("How are puffins counted?", AbortSignal.abort())).toMatchObject({
      outcome: "failed",
      message: "The turn was stopped before it finished.",
    });
  });

  test("refuses a question that is too long", async () => {
    const { ask } = await openAssistant();
    expect((await ask("puffin ".repeat(1000))).outcome).toBe("failed");
  });
});

describe("clarification", () => {
  test("AR-02 AR-03 asks for the topic of a vague question, and ends the turn", async () => {
    const { ask, values } = await openAssistant();
    const { outcome, message, confidence } = await ask("Tell me about it");
    expect([outcome, confidence]).toEqual(["clarification", null]);
    expect(message).toContain("What would you like to know about?");
    expect(await values()).toMatchObject({ control_clarification_count: 1, control_missing_context: ["the topic"] });
  });

  test("AR-04 continues with the reply, and clears the missing details", async () => {
    const { ask, values } = await openAssistant();
    await ask("How are they counted?".replace("counted", "done"));
    expect((await ask("the puffins")).outcome).toBe("answered");
    expect(await values()).toMatchObject({ control_clarification_count: 0, control_missing_context: [] });
  });

  test("offers topics, and answers with the one that was chosen", async () => {
    const { ask } = await openAssistant();
    expect((await ask("Does the station have a swimming pool?")).outcome).toBe("notContained");
    expect((await ask("Tell me more")).outcome).toBe("clarification");
    expect((await ask("boats")).message).toMatch(/^The station has three boats\./);
  });

  test("AR-07 is limited to two, after which the answer says that the topic is unknown", async () => {
    const { ask, values } = await openAssistant();
    const turns: unknown[] = [];
    for (const text of ["Tell me about it", "you know", "Tell me about it", "you know", "Tell me about it"])
      turns.push([(await ask(text)).outcome, (await values()).control_clarification_count]);
    expect(turns).toEqual([
      ["clarification", 1],
      ["notContained", 1],
      ["clarification", 2],
      ["notContained", 2],
      ["notContained", 2],
    ]);
    expect((await ask("How are puffins counted?")).outcome).toBe("answered");
    expect((await values()).control_clarification_count).toBe(0);
  });

  test("AR-09 is skipped when the limit is 0", async () => {
    const { ask } = await openAssistant({ maxClarifications: 0 });
    expect(await ask("Tell me about it")).toMatchObject({ outcome: "notContained", confidence: 0 });
  });
});

/** Researcher or writer that always fails. */
const failing = (): never => {
  throw new Error("the shelf is locked");
};

describe("a failure", () => {
  test("AR-21 of the research leads to an answer with confidence 0 that states the reason", async () => {
    const { ask, values } = await openAssistant({}, { researcher: failing });
    expect(await ask("How are puffins counted?")).toMatchObject({ outcome: "failed", confidence: 0, sources: [] });
    expect((await values()).execution_final_answer).toContain("the shelf is locked");
  });

  test("AR-24 of the writer leads to an answer with confidence 0 that reports what was found", async () => {
    const { ask } = await openAssistant({}, { writer: failing });
    const { outcome, message, confidence } = await ask("How are puffins counted?");
    expect([outcome, confidence]).toEqual(["failed", 0]);
    expect(message).toContain("I found");
  });

  test("AR-20 of the research to add a message does not repeat the previous answer", async () => {
    let turns = 0;
    const { ask } = await openAssistant(
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

  test("does not affect the next question", async () => {
    let fails = true;
    const { ask } = await openAssistant(
      {},
      { writer: ({ reading }) => (fails ? failing() : notContained([], reading)) },
    );
    expect((await ask("How are puffins counted?")).outcome).toBe("failed");
    fails = false;
    expect((await ask("How are puffins counted?")).outcome).toBe("notContained");
  });
});
