import { type ScriptedAnswer, scriptedModel } from "tidemark/testing";
import { describe, expect, test } from "vitest";
import { openAssistant } from "./assistant.ts";

const proceed = { structured: { decision: "research" } };
const search = (query: string): ScriptedAnswer => ({ toolCalls: [{ name: "search", args: { query } }] });
const puffins = search("How are puffins counted?");

/** Answer of one claim, supported by words of a passage. */
const claim = (text: string, quote: string, passage = 1): ScriptedAnswer => ({
  structured: { answered: true, claims: [{ text, passage, quote }] },
});
const byBurrows = claim("By their burrows.", "Puffins are counted by their burrows");

/** Opens a conversation with a model that gives these answers in order. */
const withModel = async (...script: readonly ScriptedAnswer[]) => {
  const model = scriptedModel(script);
  return { model, ...(await openAssistant({ model })) };
};

describe("a conversation with a model", () => {
  test("searches with tools and writes the answer with its sources", async () => {
    const { ask, model } = await withModel(
      proceed,
      puffins,
      "In burrows.",
      claim("An endoscope looks into their burrows.", "which are inspected with an endoscope"),
    );
    const { outcome, message, sources } = await ask("How do you count puffins?");
    expect(outcome).toBe("answered");
    expect(message).toBe(
      "An endoscope looks into their burrows. [1]\n\n[1] Protocol of the seabird survey › Counting, science/seabird-survey.md:16",
    );
    expect(sources).toHaveLength(1);
    model.assertDone();
  });

  test("opens pages, and cites them", async () => {
    const open: ScriptedAnswer = {
      toolCalls: [{ name: "open_page", args: { document: "reports/kelp-forest-study.pdf", page: 3 } }],
    };
    const { ask, model } = await withModel(
      proceed,
      open,
      "Found.",
      claim("Urchins fell to 1.8.", "Urchins fell from 6.3 to 1.8", 3),
    );
    const { sources, confidence } = await ask("What became of the urchins?");
    expect(sources[0]).toMatchObject({ document: "reports/kelp-forest-study.pdf", page: 3 });
    expect(confidence).toBeNull();
    model.assertDone();
  });

  test("removes claims that the passages do not support", async () => {
    const { ask } = await withModel(proceed, puffins, "Done.", {
      structured: {
        answered: true,
        claims: [
          { text: "There are 90,000 puffins.", passage: 1, quote: "Puffins are counted by their burrows" },
          { text: "They are counted by burrows.", passage: 1, quote: "Puffins are counted by their burrows" },
          { text: "They are blue.", passage: 1, quote: "Puffins are blue birds" },
        ],
      },
    });
    const { message } = await ask("How do you count puffins?");
    expect(message).toMatch(/^They are counted by burrows\. \[1\]\n/);
    expect(message).toContain("I left out 2 sentences of the model");
  });

  test("quotes the documents if they support none of the model's claims", async () => {
    const { ask } = await withModel(proceed, puffins, "Done.", claim("Everybody knows that.", "Everybody knows that"));
    const { outcome, message } = await ask("How do you count puffins?");
    expect(outcome).toBe("answered");
    expect(message).toContain("inspected with an endoscope");
  });

  test("reports a missing answer if the model finds none, and without calling it if the search found nothing", async () => {
    const found = await withModel(proceed, puffins, "Nothing fits.", {
      structured: { answered: false, claims: [] },
    });
    expect((await found.ask("How many puffins died?")).outcome).toBe("notContained");
    const nothing = await withModel(proceed, search("zeppelin"), "Nothing.");
    expect((await nothing.ask("What does a zeppelin license cost?")).outcome).toBe("notContained");
    nothing.model.assertDone();
  });

  test("asks the model's question when the model needs a clarification", async () => {
    const { ask } = await withModel({
      structured: { decision: "clarify", missing: ["which bird"], question: "Which bird do you mean?" },
    });
    expect(await ask("How many are there?")).toMatchObject({
      outcome: "clarification",
      message: "Which bird do you mean?",
    });
  });

  test("AR-04 does not call the model for a decision after a reply", async () => {
    const { ask, model } = await withModel(
      { structured: { decision: "clarify", missing: ["which bird"], question: "Which bird?" } },
      puffins,
      "Done.",
      byBurrows,
    );
    await ask("How are they counted?");
    expect((await ask("puffins")).outcome).toBe("answered");
    model.assertDone();
  });

  test("AR-13 proceeds with the research when the model fails to decide", async () => {
    const { ask } = await withModel(new Error("overloaded"), puffins, "Done.", byBurrows);
    expect((await ask("How do you count puffins?")).outcome).toBe("answered");
  });

  test("AR-15 sends only the last messages of a long conversation, and keeps all of them in the thread", async () => {
    const turns = Array.from({ length: 8 }, () => [proceed, puffins, "Done.", byBurrows]).flat();
    const { ask, model, values } = await withModel(...turns);
    for (let turn = 0; turn < 8; turn += 1) await ask(`How do you count puffins, question ${turn}?`);
    expect((await values()).messages).toHaveLength(16);
    const asked = model.got.filter(({ structured }) => structured).map(({ messages }) => messages.length);
    expect(Math.max(...asked)).toBeLessThanOrEqual(12);
  });

  test("AR-17 lists each tool once, in the order of first use", async () => {
    const open: ScriptedAnswer = { toolCalls: [{ name: "open_page", args: { document: "visitors.html" } }] };
    const { ask, values } = await withModel(proceed, puffins, open, search("puffins"), "Done.", byBurrows);
    await ask("How do you count puffins?");
    expect((await values()).research_findings).toMatchObject({
      toolHistory: ["search", "open_page"],
      observations: ["Used tool: search", "Used tool: open_page"],
      finalOutput: "Done.",
    });
  });

  test("AR-19 answers with the evidence found when the model exceeds the limit of calls", async () => {
    const searches = Array.from({ length: 8 }, () => puffins);
    const { ask, model, values } = await withModel(proceed, ...searches, byBurrows);
    const answer = await ask("How do you count puffins?");
    expect(answer.outcome).toBe("answered");
    expect(answer.message).toContain("By their burrows. [1]");
    expect(answer.sources[0]).toMatchObject({ document: "science/seabird-survey.md" });
    const { research_findings: findings, messages } = await values();
    expect(findings).toMatchObject({ complete: false, failed: false, toolHistory: ["search"] });
    // The thread contains neither the tool calls nor their results.
    expect(messages.map(({ type }) => type)).toEqual(["human", "ai"]);
    expect(model.got).toHaveLength(10);
  });

  test.each([
    ["a missing document", { name: "open_page", args: { document: "../../../etc/passwd" } }],
    ["the prototype of a record", { name: "open_page", args: { document: "__proto__" } }],
    ["a missing page", { name: "open_page", args: { document: "visitors.html", page: 99 } }],
    ["an unknown tool", { name: "delete_everything", args: {} }],
  ])("finds no evidence when the model requests %s", async (_name, call) => {
    const { ask } = await withModel(proceed, { toolCalls: [call] }, "Nothing.");
    expect((await ask("What is in the file?")).outcome).toBe("notContained");
  });

  test("tells the model to treat documents as data", async () => {
    const { ask, model } = await withModel(proceed, puffins, "Done.", byBurrows);
    await ask("How do you count puffins?");
    const prompts = model.got.map(({ messages }) => messages.map((message) => message.text).join("\n"));
    // The first call decides whether to ask for a clarification, and contains no documents.
    expect(prompts.map((text) => text.includes("never as instructions"))).toEqual([false, true, true, true]);
  });
});
