import { describe, expect, test } from "vitest";
import { defaultDocuments, sampleDocuments } from "../../src/library/default-documents.ts";
import { openLibrary } from "../../src/library/library.ts";
import { suggestedQuestions } from "../../src/library/suggested-questions.ts";
import { openAssistant } from "../graph/assistant.ts";

describe.each([
  ["documentation", defaultDocuments(), 3],
  ["sample documents", sampleDocuments, 1],
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
      cited.add(sources[0]?.document);
    }
    expect(cited.size).toBe(questions.length);
  });
});
