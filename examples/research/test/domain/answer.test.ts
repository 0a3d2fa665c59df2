import { describe, expect, test } from "vitest";
import { evidenceText, type ModelAnswer, notContained, quotedAnswer, verifiedAnswer } from "../../src/domain/answer.ts";
import type { Evidence } from "../../src/domain/evidence.ts";

const evidence = (quote: string, heading: string, more: Partial<Evidence> = {}): Evidence => ({
  document: "boats.md",
  title: "Boats",
  heading: ["Boats", heading],
  page: null,
  line: 3,
  quote,
  position: 0,
  part: 0,
  missing: [],
  onTopic: true,
  confidence: 0.9,
  relevance: 1,
  ...more,
});

const skua = evidence("Skua seats 10 people.", "Skua");
const diving = evidence("Nobody dives deeper than 30 meters.", "Diving", { line: 9, relevance: 0.5 });
const report = evidence("The generator ran for 410 hours.", "", {
  document: "report.pdf",
  title: "Report",
  heading: [],
  page: 2,
  relevance: 0.95,
});
const reading = {
  documents: 2,
  unknownWords: [],
  context: "",
  topic: "",
  parts: ["How many?"],
};

describe("quotedAnswer", () => {
  test("quotes the best passages, and names the other sections", () => {
    const { text, sources, confidence, outcome } = quotedAnswer([skua, report, diving], reading);
    expect(text).toBe(`Skua seats 10 people. [1]
The generator ran for 410 hours. [2]

[1] Boats › Skua, boats.md:3
[2] Report › page 2, report.pdf, line 3

Very likely right: 19 of 20 such answers were, when tested.

See also (not quoted):
[3] Boats › Diving, boats.md:9`);
    expect(sources.map(({ line, page }) => [line, page])).toEqual([
      [3, null],
      [3, 2],
      [9, null],
    ]);
    expect([outcome, confidence]).toEqual(["answered", 0.9]);
  });

  test("quotes two sentences of a paragraph in the order of the document", () => {
    const later = { ...skua, quote: "It is green.", position: 4 };
    const earlier = { ...skua, quote: "Skua is a boat.", position: 3, relevance: 0.9 };
    expect(quotedAnswer([later, earlier], reading).text).toMatch(/^Skua is a boat\. \[1\]\nIt is green\. \[1\]\n/);
  });

  test.each([
    [0.65, "Uncertain: 3 of 5 such answers were right, when tested, so check the source."],
    [0.85, "Probably right: 5 of 6 such answers were, when tested; check the source if it matters."],
  ])("says how sure it is at a confidence of %d", (confidence, words) => {
    expect(quotedAnswer([{ ...skua, confidence }], reading).text).toMatch(
      new RegExp(`\\n\\n\\[1\\] Boats › Skua, boats\\.md.*\\n\\n${words.replaceAll(/[().]/g, String.raw`\$&`)}$`),
    );
  });

  test("says that there is no answer if the best passage is not convincing, and names only the nearest passage", () => {
    const { text, outcome, confidence } = quotedAnswer([{ ...skua, confidence: 0.4 }, diving], reading);
    expect(text).toBe(`I did not find an answer to this in the 2 documents.

The nearest passage, which may not answer it:
"Skua seats 10 people." [1]

[1] Boats › Skua, boats.md:3`);
    expect([outcome, confidence]).toEqual(["notContained", 0]);
  });

  test("quotes a row below the header of its table, also as the nearest passage", () => {
    const row = { ...skua, quote: "| Boat | Seats |\n| --- | --- |\n| Skua | 10 |" };
    const table = "| Boat | Seats |\n| --- | --- |\n| Skua | 10 [1] |\n\n[1] ";
    expect(quotedAnswer([row], reading).text.startsWith(table)).toBe(true);
    expect(notContained([row], reading).text).toContain(`may not answer it:\n\n${table}`);
  });

  test("quotes neighboring rows below one header", () => {
    const rows = ["| Skua | 10 |", "| Dunlin | 6 |", "| Tern | 4 |"].map((row, at) => {
      const quote = `| Boat | Seats |\n| --- | --- |\n${row}`;
      return { ...skua, line: at + 5, quote, confidence: null };
    });
    expect(quotedAnswer(rows, { ...reading, isMore: true }).text.split("\n\n")[0]).toBe(
      "| Boat | Seats |\n| --- | --- |\n| Skua | 10 [1] |\n| Dunlin | 6 [2] |\n| Tern | 4 [3] |",
    );
  });

  test("quotes everything that a message which asks for more gets, or says that there is nothing more", () => {
    const more = { ...reading, parts: ["tell me more"], context: "Which boats?", isMore: true };
    const found = [skua, diving].map((item) => ({ ...item, confidence: null }));
    expect(quotedAnswer(found, more).text).toMatch(/^Skua .* \[1\]\nNobody .* \[2\]\n/);
    expect(quotedAnswer([], more)).toEqual({
      outcome: "notContained",
      text: 'The documents contain nothing more about "Which boats?".',
      sources: [],
      confidence: 0,
    });
  });

  test("quotes nothing twice, and has the number of a source after the sentence, not after its list or code", () => {
    const list = { ...skua, quote: "There are two:\n- Skua with ten seats\n- Dunlin with six", confidence: 0.6 };
    const item = { ...diving, quote: "Skua with ten seats", relevance: 0.9 };
    expect(quotedAnswer([list, item], reading).text).toMatch(/^There are two: \[1\]\n- Skua.+\n- Dunlin with six\n\n/);
  });

  test("has the number of a source below code without an introduction, and a gap after code", () => {
    const code = { ...skua, quote: "```\nnpm start\n```", confidence: 0.6 };
    expect(quotedAnswer([code, { ...diving, relevance: 0.9 }], reading).text).toMatch(
      /^```\nnpm start\n```\n\[1\]\n\nNobody dives deeper than 30 meters\. \[2\]\n\n\[1\]/,
    );
  });

  test.each([
    [16, 16],
    [17, 15],
  ])("quotes %d lines of code with %d lines", (count, shown) => {
    const code = Array.from({ length: count }, (_, at) => `line ${at}`).join("\n");
    const { text } = quotedAnswer([{ ...skua, quote: `Start it:\n\`\`\`\n${code}\n\`\`\`` }], reading);
    expect(text.match(/^line \d+$/gm)).toHaveLength(shown);
    expect(text.includes("```\n(2 more lines are in the source.)\n\n[1]")).toBe(shown < count);
  });

  test("says that a message was read as a topic", () => {
    const start = { ...skua, confidence: null };
    expect(quotedAnswer([start, { ...diving, relevance: 0 }], { ...reading, topic: "skua" }).text).toBe(
      `Skua seats 10 people. [1]

[1] Boats › Skua, boats.md:3

See also (not quoted):
[2] Boats › Diving, boats.md:9

I read "skua" as a topic, so this is how the text about it starts.`,
    );
  });

  test("quotes the nearest passage about the topic, or none", () => {
    const other = { ...skua, onTopic: false };
    const near = notContained([other, diving], reading);
    expect(near.text).toContain('"Nobody dives deeper than 30 meters." [1]\n\n[1] Boats › Diving, boats.md:9');
    expect(near.sources.map(({ line }) => line)).toEqual([9, 3]);
    expect(notContained([other], reading).text).toBe(
      `I did not find an answer to this in the 2 documents.

Type "documents" to list them.`,
    );
  });

  test("names the part of a question that has no answer, and has the lowest confidence of the others", () => {
    const parts = ["How many fit?", "how deep is it?", "what is it called?"];
    const found = [skua, { ...diving, part: 1, confidence: 0.7 }, { ...report, part: 2, confidence: 0.3 }];
    const { text, confidence } = quotedAnswer(found, { ...reading, parts });
    expect(text).toMatch(/^Skua seats 10 people\. \[1\]\nNobody dives deeper than 30 meters\. \[2\]\n/);
    expect(text).toContain('I found no answer to this part of the question: "what is it called?".');
    expect(confidence).toBe(0.7);
  });

  test("names the words of the question that the best passage lacks", () => {
    const best = { ...skua, missing: ["night"] };
    expect(quotedAnswer([best], reading).text).toContain('The best passage does not contain "night".');
    expect(notContained([best], reading).text).toContain('The nearest passage does not contain "night".');
  });

  test("shortens a long nearest passage", () => {
    const { text } = notContained([{ ...skua, quote: `${"a ".repeat(400)}\nb` }], reading);
    expect(text.length).toBeLessThan(500);
    expect(text).toContain(" …");
  });

  test("quotes the next section too when it is not sure, and only the best one when it is", () => {
    const near = { ...diving, confidence: 0.2, relevance: 0.75 };
    expect(quotedAnswer([{ ...skua, confidence: 0.6 }, near], reading).text).toContain(`${near.quote} [2]`);
    expect(quotedAnswer([{ ...skua, confidence: 0.95 }, near], reading).text).not.toContain(near.quote);
  });

  test("says which words are in no document, and what it was read as", () => {
    const { text } = quotedAnswer([skua], { ...reading, unknownWords: ["sofa", "tv"], context: "the boats" });
    expect(text.split("\n").slice(-2)).toEqual([
      'No document contains "sofa" or "tv".',
      'I read the question as a follow-up to "the boats".',
    ]);
    expect(notContained([], { ...reading, documents: 1, unknownWords: ["sofa"] }).text).toBe(
      'I did not find an answer to this in the document.\nNo document contains "sofa".\n\nType "documents" to list them.',
    );
  });
});

const written = (...claims: ModelAnswer["claims"]) =>
  verifiedAnswer({ answered: true, claims }, [skua, diving, report], reading);

describe("verifiedAnswer", () => {
  test("keeps claims whose quote is in the passage, and numbers the sources", () => {
    const { text, sources, confidence } = written(
      { text: "It ran for 410 hours.", passage: 3, quote: "generator ran for 410 hours" },
      { text: "Ten fit.", passage: 1, quote: "  SKUA seats\n10 people" },
    );
    expect(text).toBe(
      "It ran for 410 hours. [1] Ten fit. [2]\n\n[1] Report › page 2, report.pdf, line 3\n[2] Boats › Skua, boats.md:3",
    );
    expect(sources).toHaveLength(2);
    // The calibration was measured for quotes, not for models.
    expect(confidence).toBeNull();
  });

  test.each([
    ["cites a missing passage", { text: "Ten fit.", passage: 7, quote: "Skua seats 10 people." }],
    ["invents the quote", { text: "Ten fit.", passage: 1, quote: "Skua seats ten people." }],
    ["quotes another passage", { text: "Ten fit.", passage: 2, quote: "Skua seats 10 people." }],
    ["quotes part of a word", { text: "Ten fit.", passage: 1, quote: "kua seats 10 people" }],
    ["quotes too little", { text: "Ten fit.", passage: 1, quote: "people" }],
    ["quotes nothing", { text: "Ten fit.", passage: 1, quote: "" }],
    ["contains a number that its passage lacks", { text: "12 fit.", passage: 1, quote: "Skua seats 10 people." }],
    ["contains part of a number", { text: "1 fits.", passage: 1, quote: "Skua seats 10 people." }],
    ["is empty", { text: " ", passage: 1, quote: "Skua seats 10 people." }],
  ])("leaves out a claim that %s, says so, and quotes the documents", (_name, claim) => {
    const { text, confidence } = written(claim);
    expect(text).toMatch(/^Skua seats 10 people\. \[1\]\n/);
    expect(text).toContain("I left out 1 sentence of the model, because no passage supports it.");
    expect(confidence).toBe(0.9);
  });

  test("leaves out only the unsupported claims", () => {
    const { text } = written(
      { text: "Ten fit.", passage: 1, quote: "Skua seats 10 people." },
      { text: "It costs 500 crowns.", passage: 1, quote: "Skua seats 10 people." },
      { text: "It is red.", passage: 1, quote: "It is red." },
    );
    expect(text).toBe(
      "Ten fit. [1]\n\n[1] Boats › Skua, boats.md:3\n\nI left out 2 sentences of the model, because no passage supports them.",
    );
  });

  test("says that there is no answer if the model found none", () => {
    expect(verifiedAnswer({ answered: false, claims: [] }, [skua], reading).outcome).toBe("notContained");
  });
});

describe("the evidence for a model", () => {
  test("is numbered", () => {
    expect(evidenceText([skua, report])).toBe(
      "[1] (Boats › Skua, boats.md:3) Skua seats 10 people.\n[2] (Report › page 2, report.pdf, line 3) The generator ran for 410 hours.",
    );
  });
});
