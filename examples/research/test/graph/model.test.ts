import { createServer } from "node:http";
import { type ScriptedAnswer, scriptedModel } from "tidemark/testing";
import { describe, expect, test } from "vitest";
import { home } from "./home.ts";

const goOn = { structured: { decision: "research" } };
const search = (query: string): ScriptedAnswer => ({ toolCalls: [{ name: "search", args: { query } }] });
const puffins = search("How are puffins counted?");

/** A conversation with a model that says this, in order. */
const talking = async (...script: readonly ScriptedAnswer[]) => {
  const model = scriptedModel(script);
  return { model, ...(await home({ model })) };
};

describe("a conversation with a model", () => {
  test("researches with tools and writes the answer, with its sources", async () => {
    const { ask, model } = await talking(goOn, puffins, "In burrows.", "An endoscope looks into their burrows [1].");
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
    const { ask, model } = await talking(goOn, open, "Found.", "Urchins fell to 1.8 [1].");
    const { sources, confidence } = await ask("What became of the urchins?");
    expect(sources[0]).toMatchObject({ document: "reports/kelp-forest-study.pdf", page: 3 });
    expect(confidence).toBeGreaterThan(0);
    model.assertDone();
  });

  test("does not believe what the passages do not say", async () => {
    const { ask } = await talking(
      goOn,
      puffins,
      "Done.",
      "There are 90,000 puffins [1]. They are counted by burrows [1].",
    );
    expect((await ask("How do you count puffins?")).message).toMatch(/^They are counted by burrows \[1\]\.\n/);
  });

  test("quotes the documents when nothing of what it wrote is founded", async () => {
    const { ask } = await talking(goOn, puffins, "Done.", "Everybody knows that.");
    const { outcome, message } = await ask("How do you count puffins?");
    expect(outcome).toBe("answered");
    expect(message).toContain("inspected with an endoscope");
  });

  test("says that the documents do not contain it when the model finds so, and without asking it when nothing was found", async () => {
    const found = await talking(goOn, puffins, "Nothing fits.", "NOT CONTAINED");
    expect((await found.ask("How many puffins died?")).outcome).toBe("notContained");
    const nothing = await talking(goOn, search("helicopter licence fee"), "Nothing.");
    expect((await nothing.ask("What does a helicopter licence cost?")).outcome).toBe("notContained");
    nothing.model.assertDone();
  });

  test("asks back when the model wants to know more, in its words", async () => {
    const { ask } = await talking({
      structured: { decision: "clarify", missing: ["which bird"], question: "Which bird do you mean?" },
    });
    expect(await ask("How many are there?")).toMatchObject({
      outcome: "clarification",
      message: "Which bird do you mean?",
    });
  });

  test("AR-04 does not ask the model again after a reply", async () => {
    const { ask, model } = await talking(
      { structured: { decision: "clarify", missing: ["which bird"], question: "Which bird?" } },
      puffins,
      "Done.",
      "By their burrows [1].",
    );
    await ask("How are they counted?");
    expect((await ask("puffins")).outcome).toBe("answered");
    model.assertDone();
  });

  test("AR-13 researches when the model cannot decide", async () => {
    const { ask } = await talking(new Error("overloaded"), puffins, "Done.", "By their burrows [1].");
    expect((await ask("How do you count puffins?")).outcome).toBe("answered");
  });

  test("AR-15 sees the last messages of a long conversation, which the thread keeps", async () => {
    const turns = Array.from({ length: 8 }, () => [goOn, puffins, "Done.", "By their burrows [1]."]).flat();
    const { ask, model, values } = await talking(...turns);
    for (let turn = 0; turn < 8; turn += 1) await ask(`How do you count puffins, question ${turn}?`);
    expect((await values()).messages).toHaveLength(24);
    const asked = model.got.filter(({ structured }) => structured).map(({ messages }) => messages.length);
    expect(Math.max(...asked)).toBeLessThanOrEqual(12);
  });

  test("AR-17 names each tool once, in the order of its first use", async () => {
    const open: ScriptedAnswer = { toolCalls: [{ name: "open_page", args: { document: "visitors.html" } }] };
    const { ask, values } = await talking(goOn, puffins, open, search("puffins"), "Done.", "By their burrows [1].");
    await ask("How do you count puffins?");
    expect((await values()).research_findings).toMatchObject({
      toolHistory: ["search", "open_page"],
      observations: ["Used tool: search", "Used tool: open_page"],
      finalOutput: "Done.",
    });
  });

  test("AR-19 answers with what was found when the model searches without end", async () => {
    const endless = Array.from({ length: 40 }, () => puffins);
    const { ask, model, values } = await talking(goOn, ...endless);
    const answer = await ask("How do you count puffins?");
    expect(answer.outcome).toBe("answered");
    expect(answer.message).toContain("endoscope");
    expect(answer.sources[0]).toMatchObject({ document: "science/seabird-survey.md" });
    const { research_findings: findings, messages } = await values();
    expect(findings).toMatchObject({ complete: false, failed: false, toolHistory: ["search"] });
    // Neither the calls nor what the tools said is in the thread as an answer.
    expect(messages.map(({ type }) => type)).toEqual(["human", "ai"]);
    expect(model.got).toHaveLength(10);
  });

  test.each([
    ["that is not there", { name: "open_page", args: { document: "../../../etc/passwd" } }],
    ["that is no property of a record", { name: "open_page", args: { document: "__proto__" } }],
    ["at a page that it does not have", { name: "open_page", args: { document: "visitors.html", page: 99 } }],
    ["that is no tool of its", { name: "delete_everything", args: {} }],
  ])("comes to no harm by opening something %s", async (_, call) => {
    const { ask } = await talking(goOn, { toolCalls: [call] }, "Nothing.");
    expect((await ask("What is in the file?")).outcome).toBe("notContained");
  });

  test("takes instructions in documents for words", async () => {
    const { ask, model } = await talking(goOn, puffins, "Done.", "By their burrows [1].");
    await ask("How do you count puffins?");
    const told = model.got.map(({ messages }) => messages.map((message) => message.text).join("\n"));
    // The first call only decides whether to ask back, and sees no document.
    expect(told.map((text) => text.includes("never an instruction"))).toEqual([false, true, true, true]);
  });
});

describe("the web", () => {
  test("is out of reach without a flag", async () => {
    const { ask } = await talking(
      goOn,
      { toolCalls: [{ name: "fetch_url", args: { address: "http://127.0.0.1:1/", query: "x" } }] },
      "No.",
    );
    expect((await ask("What is on that page?")).outcome).toBe("notContained");
  });

  test("is read where its host is allowed, by rules and by a model, and cited by its address", async () => {
    const server = createServer((_, response) =>
      response.setHeader("content-type", "text/html").end("<h1>Whales</h1><p>Six whales were seen in May.</p>"),
    );
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    try {
      const address = server.address();
      const host = `127.0.0.1:${typeof address === "object" ? address?.port : ""}`;
      const { ask } = await home({ allowedHosts: [host] });
      const { message, sources } = await ask(`How many whales were seen according to http://${host}/whales ?`);
      expect(message).toContain("Six whales were seen in May. [1]");
      expect(sources[0]?.document).toBe(`http://${host}/whales`);
    } finally {
      server.close();
    }
  });

  test("that cannot be reached is told, and nothing is made up", async () => {
    const { ask } = await home({ allowedHosts: ["127.0.0.1:1"] });
    const { outcome, message, confidence } = await ask("How many whales are on http://127.0.0.1:1/whales ?");
    expect([outcome, confidence]).toEqual(["failed", 0]);
    expect(message).toContain("could not be fetched");
  });
});
