import {
  bypassTaskExtraction,
  checkTaskExtraction,
  taskExtractionPrompt,
  taskExtractionUpdate,
} from "@tidemark/agents/internal";
import { SeedState, checkUpdate } from "@tidemark/core-state";
import { describe, expect, test } from "vitest";

const messages = [
  { type: "human", content: "I live in Bergen" },
  { type: "ai", content: "Noted." },
  { type: "human", content: "Will it rain?" },
];

describe("checkTaskExtraction", () => {
  test("accepts a task with both flags, without surrounding spaces", () => {
    const answer = { task: " Rain? ", dependsOnChatHistory: true, dependsOnUserMemory: false };
    expect(checkTaskExtraction(answer)).toEqual({ outcome: "fits", extraction: { ...answer, task: "Rain?" } });
  });

  test.each([null, "task", {}, { task: " ", dependsOnChatHistory: true, dependsOnUserMemory: true }, { task: "a" }])(
    "refuses %j with the path of the problem",
    (answer) => {
      const checked = checkTaskExtraction(answer);
      expect(checked.outcome === "refused" && checked.issues.length).toBeGreaterThan(0);
    },
  );

  test("refuses unknown keys", () => {
    const answer: unknown = JSON.parse(
      '{"task":"a","dependsOnChatHistory":true,"dependsOnUserMemory":true,"__proto__":{},"lc":1}',
    );
    expect(checkTaskExtraction(answer).outcome).toBe("refused");
  });
});

describe("the task", () => {
  test("is written to the fields of the state", () => {
    const update = taskExtractionUpdate({ task: "Rain?", dependsOnChatHistory: true, dependsOnUserMemory: false });
    expect(update).toEqual({
      task_current_task: "Rain?",
      task_depends_on_chat_history: true,
      task_depends_on_user_memory: false,
    });
    expect(checkUpdate(SeedState, update).ok).toBe(true);
  });

  test("without an extractor is the conversation with the stored contexts, and depends on everything", () => {
    const extraction = bypassTaskExtraction({ messages, memory: ["Has a coat"], retrieved: "Rain at noon" });
    expect(extraction).toMatchObject({ dependsOnChatHistory: true, dependsOnUserMemory: true });
    expect(extraction.task).toBe(
      "## Found for this message\nRain at noon\n\n## Remembered about the user\n- Has a coat\n\n" +
        "## Conversation\nUser: I live in Bergen\nAI: Noted.\nUser: Will it rain?",
    );
    expect(checkTaskExtraction(extraction).outcome).toBe("fits");
  });
});

test("a prompt contains the conversation and the memory as data, separate from the instructions", () => {
  const { instructions, question } = taskExtractionPrompt({ messages, memory: ["Has a coat"] });
  expect(question).toContain("User: Will it rain?");
  expect(question).toContain("- Has a coat");
  expect(instructions).not.toContain("rain");
  expect(taskExtractionPrompt({ messages: [] }).question).toBe("## Conversation\nNo previous conversation.");
});
