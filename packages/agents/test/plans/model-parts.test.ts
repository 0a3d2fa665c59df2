import { agentErrors, checkPlan } from "@tidemark/agents";
import { capabilityCandidates, checkClassification, checkTaskExtraction } from "@tidemark/agents/internal";
import { modelParts } from "@tidemark/agents/langgraph";
import { scriptedModel } from "@tidemark/agents/testing";
import { describe, expect, test } from "vitest";
import { letters } from "./planning-registry.ts";

const messages = [{ type: "human", content: "Write to Ann" }];

test("a model extracts the task", async () => {
  const structured = { task: "Write to Ann", dependsOnChatHistory: false, dependsOnUserMemory: false };
  const model = scriptedModel([{ structured }]);
  expect(checkTaskExtraction(await modelParts(model).taskExtractor({ messages })).outcome).toBe("fits");
  expect(model.got[0]?.messages.map((message) => message.type)).toEqual(["system", "human"]);
});

describe("the classifier of a model", () => {
  const input = { task: "Write to Ann", candidates: capabilityCandidates(letters), maxConcurrent: 1 };

  test("chooses from all capabilities in one call", async () => {
    const model = scriptedModel([{ structured: { capabilities: ["write", "ghost"] } }]);
    expect(checkClassification(await modelParts(model).classifier(input), letters)).toMatchObject({
      capabilities: ["write"],
    });
  });

  test("asks about each separately, and treats a failure as a no", async () => {
    const no = { structured: { isMatch: false } };
    const model = scriptedModel([new Error("no connection"), { structured: { isMatch: true } }, no]);
    expect(await modelParts(model, { ask: "each" }).classifier(input)).toEqual(["write"]);
    model.assertDone();
  });

  test("fails when every question failed, because then the model is unavailable", async () => {
    const model = scriptedModel([new Error("one"), new Error("two"), new Error("three")]);
    await expect(modelParts(model, { ask: "each" }).classifier(input)).rejects.toThrow("one");
  });

  test("asks nothing without candidates", async () => {
    expect(await modelParts(scriptedModel([])).classifier({ ...input, candidates: [] })).toEqual([]);
  });

  test("stops with the run", async () => {
    const signal = AbortSignal.abort(new Error("the user left"));
    await expect(modelParts(scriptedModel([]), { ask: "each" }).classifier({ ...input, signal })).rejects.toThrow(
      "the user left",
    );
  });
});

test("a classifier returns no partial selection when the run stops", async () => {
  const stop = new AbortController();
  const stopping = {
    get isMatch() {
      stop.abort(new Error("the user left"));
      return true;
    },
  };
  const classify = modelParts(scriptedModel([{ structured: stopping }]), { ask: "each" }).classifier;
  const input = { task: "Write", candidates: capabilityCandidates(letters), maxConcurrent: 1, signal: stop.signal };
  await expect(classify(input)).rejects.toThrow("the user left");
});

test("a model plans, and the plan is checked like any other", async () => {
  const find = { capability: "find", taskObjective: "Find Ann", contextKey: "ann" };
  const inputs = [{ contextType: "ADDRESS", contextKey: "ann" }];
  const write = { capability: "write", taskObjective: "Write to Ann", contextKey: "letter", inputs };
  const model = scriptedModel([{ structured: { summary: "Find and write", steps: [find, write] } }]);
  const plan = await modelParts(model).planner({ task: "Write to Ann", capabilities: letters.agents, contexts: {} });
  expect(checkPlan(plan, { registry: letters, contexts: {}, task: "Write to Ann" })).toMatchObject({
    outcome: "repaired",
    plan: { summary: "Find and write", steps: [find, { inputs: [{ ADDRESS: "ann" }] }, { capability: "respond" }] },
  });
});

describe("the responder of a model", () => {
  test("writes the answer", async () => {
    expect(await modelParts(scriptedModel(["Done."])).responder({ task: "Write", messages })).toBe("Done.");
  });

  test("streams the answer in parts, which add up to the answer", async () => {
    const pieces: string[] = [];
    const answer = await modelParts(scriptedModel(["It is done."])).responder({
      task: "Write",
      messages,
      onText: (piece) => void pieces.push(piece),
    });
    expect([answer, pieces.join("")]).toEqual(["It is done.", "It is done."]);
  });

  test("treats an empty answer as a wrong one, and an error as a failure of the model", async () => {
    const empty = modelParts(scriptedModel([" "])).responder({ task: "Write", messages });
    await expect(empty).rejects.toSatisfy((error) => agentErrors.badModelAnswer.is(error));
    const failed = modelParts(scriptedModel([new Error("no connection")])).responder({ task: "Write", messages });
    await expect(failed).rejects.toSatisfy((error) => agentErrors.modelFailed.is(error));
  });
});
