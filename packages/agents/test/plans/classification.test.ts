import {
  capabilitiesPrompt,
  capabilityCandidates,
  capabilityPrompt,
  checkClassification,
  classifyEach,
} from "@tidemark/agents/internal";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { letters } from "./planning-registry.ts";

describe("checkClassification", () => {
  test("accepts known names and capabilities, each once, and lists the others", () => {
    expect(checkClassification({ capabilities: ["write", "ghost", "lookup", "write"] }, letters)).toEqual({
      outcome: "selected",
      capabilities: ["write", "lookup"],
      unknown: ["ghost"],
    });
  });

  test("returns `empty` for a selection without known names", () => {
    expect(checkClassification([], letters)).toEqual({ outcome: "empty", unknown: [] });
    expect(checkClassification(["ghost", "planner"], letters)).toEqual({
      outcome: "empty",
      unknown: ["ghost", "planner"],
    });
  });

  test.each([null, "write", { capabilities: "write" }, [3]])("refuses %j", (answer) => {
    expect(checkClassification(answer, letters).outcome).toBe("refused");
  });
});

describe("classifyEach", () => {
  const candidates = capabilityCandidates(letters);

  test("asks about all agents except built-in nodes, in order", async () => {
    expect(candidates.map(({ name }) => name)).toEqual(["find", "write", "send"]);
    const needed = await classifyEach(candidates, async ({ name }) => name !== "write", 2);
    expect(needed).toEqual({ capabilities: ["find", "send"], failed: [] });
  });

  test("treats a failed question as a no, and reports it", async () => {
    const error = new Error("no connection");
    const needed = await classifyEach(
      candidates,
      ({ name }) => {
        if (name === "find") throw error;
        return name === "send" ? Promise.reject(error) : Promise.resolve(true);
      },
      5,
    );
    expect(needed).toEqual({
      capabilities: ["write"],
      failed: [
        { capability: "find", error },
        { capability: "send", error },
      ],
    });
  });

  test("law: asks about each once and never exceeds the limit of parallel questions", async () => {
    const names = fc.uniqueArray(fc.constantFrom("a", "b", "c", "d", "e", "f"));
    await fc.assert(
      fc.asyncProperty(names, fc.integer({ min: -1, max: 4 }), async (list, maxConcurrent) => {
        const asked: string[] = [];
        let running = 0;
        let most = 0;
        await classifyEach(
          list.map((name) => ({ name, description: "" })),
          async ({ name }) => {
            asked.push(name);
            running += 1;
            most = Math.max(most, running);
            await Promise.resolve();
            running -= 1;
            return true;
          },
          maxConcurrent,
        );
        expect(asked.toSorted()).toEqual(list.toSorted());
        expect(most).toBeLessThanOrEqual(Math.max(1, maxConcurrent));
      }),
    );
  });
});

test("prompts contain the task, the capabilities and the reason why the last selection failed", () => {
  const question = { task: "Write to Ann", previousFailure: "Nobody could send it." };
  const one = capabilityPrompt(question, { name: "send", description: "Sends letters." });
  expect(one.question).toBe(
    "## Task\nWrite to Ann\n\n## Capability\n- send: Sends letters.\n\n## Problem with the previous selection\nNobody could send it.",
  );
  expect(capabilitiesPrompt({ task: "Write" }, capabilityCandidates(letters)).question).toContain(
    "- find: Finds addresses.",
  );
});
