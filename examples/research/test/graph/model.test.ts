import { createServer } from "node:http";
import { type ScriptedAnswer, scriptedModel } from "tidemark/testing";
import { describe, expect, test } from "vitest";
import { openAssistant } from "./assistant.ts";

const proceed = { structured: { decision: "research" } };
const search = (query: string): ScriptedAnswer => ({ toolCalls: [{ name: "search", args: { query } }] });
const puffins = search("How are puffins counted?");

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
      "An endoscope looks into their burrows [1].",
    );
    const { outcome, message, sources } = await ask("How do you count puffins?");
    expect(outcome).toBe("answered");
    expect(message).toBe(
      "An endoscope looks into their burrows [1].\n\n[1] science/seabird-survey.md, Protocol of the seabird survey › Counting",
    );
    expect(sources).toHaveLength(1);
    model.assertDone();
  });

  test("opens pages, and cites them", async () => {
    const open: ScriptedAnswer = {
      toolCalls: [{ name: "open_page", args: { document: "reports/kelp-forest-study.pdf", page: 3 } }],
    };
    const { ask, model } = await withModel(proceed, open, "Found.", "Urchins fell to 1.8 [1].");
    const { sources, confidence } = await ask("What became of the urchins?");
    expect(sources[0]).toMatchObject({ document: "reports/kelp-forest-study.pdf", page: 3 });
    expect(confidence).toBeGreaterThan(0);
    model.assertDone();
  });

  test("removes claims that the passages do not support", async () => {
    const { ask } = await withModel(
      proceed,
      puffins,
      "Done.",
      "There are 90,000 puffins [1]. They are counted by burrows [1].",
    );
    expect((await ask("How do you count puffins?")).message).toMatch(/^They are counted by burrows \[1\]\.\n/);
  });

  test("quotes the documents if they support none of the model's claims", async () => {
    const { ask } = await withModel(proceed, puffins, "Done.", "Everybody knows that.");
    const { outcome, message } = await ask("How do you count puffins?");
    expect(outcome).toBe("answered");
    expect(message).toContain("inspected with an endoscope");
  });

  test("reports a missing answer if the model finds none, and without calling it if the search found nothing", async () => {
    const found = await withModel(proceed, puffins, "Nothing fits.", "NOT CONTAINED");
    expect((await found.ask("How many puffins died?")).outcome).toBe("notContained");
    const nothing = await withModel(proceed, search("helicopter license fee"), "Nothing.");
    expect((await nothing.ask("What does a helicopter license cost?")).outcome).toBe("notContained");
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
      "By their burrows [1].",
    );
    await ask("How are they counted?");
    expect((await ask("puffins")).outcome).toBe("answered");
    model.assertDone();
  });

  test("AR-13 proceeds with the research when the model fails to decide", async () => {
    const { ask } = await withModel(new Error("overloaded"), puffins, "Done.", "By their burrows [1].");
    expect((await ask("How do you count puffins?")).outcome).toBe("answered");
  });

  test("AR-15 sends only the last messages of a long conversation, and keeps all of them in the thread", async () => {
    const turns = Array.from({ length: 8 }, () => [proceed, puffins, "Done.", "By their burrows [1]."]).flat();
    const { ask, model, values } = await withModel(...turns);
    for (let turn = 0; turn < 8; turn += 1) await ask(`How do you count puffins, question ${turn}?`);
    expect((await values()).messages).toHaveLength(24);
    const asked = model.got.filter(({ structured }) => structured).map(({ messages }) => messages.length);
    expect(Math.max(...asked)).toBeLessThanOrEqual(12);
  });

  test("AR-17 lists each tool once, in the order of first use", async () => {
    const open: ScriptedAnswer = { toolCalls: [{ name: "open_page", args: { document: "visitors.html" } }] };
    const { ask, values } = await withModel(
      proceed,
      puffins,
      open,
      search("puffins"),
      "Done.",
      "By their burrows [1].",
    );
    await ask("How do you count puffins?");
    expect((await values()).research_findings).toMatchObject({
      toolHistory: ["search", "open_page"],
      observations: ["Used tool: search", "Used tool: open_page"],
      finalOutput: "Done.",
    });
  });

  test("AR-19 answers with the evidence found when the model exceeds the limit of calls", async () => {
    const endless = Array.from({ length: 40 }, () => puffins);
    const { ask, model, values } = await withModel(proceed, ...endless);
    const answer = await ask("How do you count puffins?");
    expect(answer.outcome).toBe("answered");
    expect(answer.message).toContain("endoscope");
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
    const { ask, model } = await withModel(proceed, puffins, "Done.", "By their burrows [1].");
    await ask("How do you count puffins?");
    const prompts = model.got.map(({ messages }) => messages.map((message) => message.text).join("\n"));
    // The first call decides whether to ask for a clarification, and contains no documents.
    expect(prompts.map((text) => text.includes("never as instructions"))).toEqual([false, true, true, true]);
  });
});

describe("a web page", () => {
  test("is not fetched unless its host is allowed", async () => {
    const { ask } = await withModel(
      proceed,
      { toolCalls: [{ name: "fetch_url", args: { address: "http://127.0.0.1:1/", query: "x" } }] },
      "No.",
    );
    expect((await ask("What is on that page?")).outcome).toBe("notContained");
  });

  test("of an allowed host is read and cited by its address", async () => {
    const server = createServer((_, response) =>
      response.setHeader("content-type", "text/html").end("<h1>Whales</h1><p>Six whales were seen in May.</p>"),
    );
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    try {
      const address = server.address();
      const host = `127.0.0.1:${typeof address === "object" ? address?.port : ""}`;
      const { ask } = await openAssistant({ allowedHosts: [host] });
      const { message, sources } = await ask(`How many whales were seen according to http://${host}/whales ?`);
      expect(message).toContain("Six whales were seen in May. [1]");
      expect(sources[0]?.document).toBe(`http://${host}/whales`);
    } finally {
      server.close();
    }
  });

  test("that cannot be reached is reported, with confidence 0", async () => {
    const { ask } = await openAssistant({ allowedHosts: ["127.0.0.1:1"] });
    const { outcome, message, confidence } = await ask("How many whales are on http://127.0.0.1:1/whales ?");
    expect([outcome, confidence]).toEqual(["failed", 0]);
    expect(message).toContain("could not be fetched");
  });
});
