import { describe, expect, test } from "vitest";
import { defaultDocuments, sampleDocuments } from "../../src/library/default-documents.ts";
import { openLibrary } from "../../src/library/library.ts";
import { suggestedQuestions } from "../../src/library/suggested-questions.ts";
import { openAssistant } from "../graph/assistant.ts";
import { Workspace } from "../workspace.ts";

// An application that was made from this example has only the sample documents.
const standard = defaultDocuments();

describe.each([
  ["documentation", standard, standard === sampleDocuments ? 2 : 3],
  ["sample documents", sampleDocuments, 2],
])("the suggested questions about the %s", (_, documents, count) => {
  test("are all answered by the assistant, with a high confidence, from different documents", async () => {
    const library = await openLibrary(documents);
    const questions = suggestedQuestions(library);
    expect(questions.length).toBeGreaterThanOrEqual(count);
    const cited = new Set<string | undefined>();
    for (const question of questions) {
      const { ask } = await openAssistant({ library });
      const { outcome, message, sources } = await ask(question);
      expect([question, outcome]).toEqual([question, "answered"]);
      expect(message).toContain("Very likely right");
      // Only the section that the question was made from is quoted.
      expect(message).not.toMatch(/\[2\]$/m);
      cited.add(sources[0]?.document);
    }
    expect(cited.size).toBe(questions.length);
  });
});

test.each([
  ["# Grants\n\n## How grants are judged\n\nGrants are judged by three people.", "How are grants judged?"],
  ["# Grants\n\n## Cost of a grant\n\nA grant costs 20 crowns.", "What does a grant cost?"],
  ["# Grants\n\nA grant is a sum of money for a project.", "What is a grant?"],
  ["# Glossary\n\n## Audit grant\n\nA sum of money for an audit grant.", "What is an audit grant?"],
  ["# Grants\n\n## Return a grant\n\nReturn a grant to the office.", "How do I return a grant?"],
  ["# Grants\n\n## Where can I return a grant?\n\nReturn a grant at the office.", "Where can I return a grant?"],
  ["# Grants\n\n## What a grant pays\n\nA grant pays the travel.", undefined],
  ["# Grants\n\n## In a grant\n\nThings in a grant are listed.", undefined],
  ["# Grants\n\n## Grants and loans\n\nGrants and loans are listed.", undefined],
])("the heading of %j suggests %j", async (text, question) => {
  using workspace = new Workspace({ "a.md": text });
  expect(suggestedQuestions(await openLibrary({ folder: workspace.documents }))[0]).toBe(question);
});
