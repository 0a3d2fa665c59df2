import type { Classifier, Planner, TaskExtractor } from "../../src/plans/parts.ts";
import { type PlannerInput } from "@tidemark/agents/internal";
import { classifierNode, plannerNode, taskExtractionNode } from "@tidemark/agents/internal/langgraph";
import { initialState, SeedState } from "@tidemark/core-state";
import { NodeFailure, type SeedStateValue } from "@tidemark/core-state/internal";
import { countingIds, fixedClock } from "@tidemark/state-manager/testing";
import { describe, expect, test } from "vitest";
import { z } from "zod";
import { letters as registry } from "../plans/planning-registry.ts";
import { untyped } from "../untyped.ts";

const shared = {
  registry,
  clock: fixedClock("2030-01-31T12:00:00.000Z"),
  timer: { wait: () => new Promise<void>(() => {}) },
};

/** Values of a turn, overridden by the given ones. */
const values = (different: Partial<SeedStateValue> = {}) => ({
  ...initialState(SeedState),
  task_user_input: "Write to Ann",
  ...different,
  messages: [],
});

const control = (different: Partial<SeedStateValue["agent_control"]>) => ({
  agent_control: { ...initialState(SeedState).agent_control, ...different },
});

const extract = (taskExtractor?: TaskExtractor, different: Partial<SeedStateValue> = {}) =>
  taskExtractionNode(SeedState, {
    ...shared,
    ids: countingIds(),
    memory: () => ["Ann lives in Bergen"],
    ...(taskExtractor !== undefined && { taskExtractor }),
  })(values(different), {});

const classify = (classifier?: Classifier, different: Partial<SeedStateValue> = {}) =>
  classifierNode(SeedState, { ...shared, ...(classifier !== undefined && { classifier }) })(values(different), {});

const send: Classifier = () => Promise.resolve(["send"]);

const none: Classifier = () => Promise.reject(new Error("asked"));

const plan = (planner: Planner, different: Partial<SeedStateValue> = {}) =>
  plannerNode(SeedState, { ...shared, planner, ids: countingIds() })(
    values({ task_current_task: "Write to Ann", planning_active_capabilities: ["find", "write"], ...different }),
    {},
  );

const severityOf = async (answer: unknown) => {
  const update = await plan(() => Promise.resolve(untyped(answer)));
  expect(update).not.toHaveProperty("planning_execution_plan");
  expect(update).toMatchObject({ control_has_error: true, control_error_info: { node: "planner" } });
  const failed = z.object({ control_error_info: NodeFailure }).parse(update);
  return failed.control_error_info.classification.severity;
};

describe("taskExtractionNode", () => {
  test("without an extractor the user's text is the task, and is recorded", async () => {
    expect(await extract()).toMatchObject({
      task_current_task: "Write to Ann",
      task_depends_on_chat_history: false,
      task_ledger: [{ intent: "Write to Ann", status: "in_progress" }],
    });
  });

  test("an extractor receives the memory, and its task and flags are stored", async () => {
    const seen: unknown[] = [];
    const answer = {
      task: "Write a letter to Ann in Bergen",
      dependsOnChatHistory: false,
      dependsOnUserMemory: true,
    };
    const update = await extract(({ memory }) => {
      seen.push(memory);
      return Promise.resolve(answer);
    });
    expect(seen).toEqual([["Ann lives in Bergen"]]);
    expect(update).toMatchObject({ task_current_task: answer.task, task_depends_on_user_memory: true });
  });

  test("a message without text is recorded as not understood, without a task", async () => {
    const update = await extract(undefined, { task_user_input: "  ", control_has_error: true });
    expect(update).not.toHaveProperty("task_current_task");
    expect(update).toMatchObject({ control_has_error: false, task_ledger: [{ status: "pending" }] });
  });

  test("an invalid result is a retriable failure of the node, and nothing is recorded", async () => {
    for (const answer of [null, "words", { task: 7 }, { task: "" }]) {
      const update = await extract(() => Promise.resolve(answer));
      expect(update).toMatchObject({
        control_has_error: true,
        control_error_info: { node: "task_extraction", classification: { severity: "retriable" } },
      });
      expect(update).not.toHaveProperty("task_ledger");
    }
  });

  test("calls no model when extraction is bypassed", async () => {
    const asked: string[] = [];
    const update = await extract(
      () => {
        asked.push("asked");
        return Promise.resolve({});
      },
      { ...control({ taskExtractionBypassEnabled: true }), control_has_error: true },
    );
    expect(asked).toEqual([]);
    expect(update).toMatchObject({ control_has_error: false, task_depends_on_chat_history: true });
  });
});

describe("classifierNode", () => {
  test("adds providers of required contexts, and only of those that are not stored", async () => {
    expect(await classify(send)).toMatchObject({ planning_active_capabilities: ["send", "write", "find"] });
    const stored = { capability_context_data: { LETTER: { ann: { text: "Dear Ann" } } } };
    expect(await classify(send, stored)).toMatchObject({ planning_active_capabilities: ["send"] });
  });

  test("all agents except system agents are candidates without a classifier, or when it is bypassed", async () => {
    const all = { planning_active_capabilities: ["find", "write", "send"] };
    expect(await classify()).toMatchObject(all);
    expect(await classify(none, control({ capabilitySelectionBypassEnabled: true }))).toMatchObject(all);
  });

  test("receives the reason why the last selection failed, and the limit of parallel calls", async () => {
    const seen: unknown[] = [];
    const classifier: Classifier = ({ previousFailure, maxConcurrent }) => {
      seen.push(previousFailure, maxConcurrent);
      return Promise.resolve(["find"]);
    };
    await classify(classifier, {
      control_reclassification_reason: "nobody sings",
      ...control({ maxConcurrentClassifications: 2 }),
    });
    expect(seen).toEqual(["nobody sings", 2]);
  });

  test("an empty selection is valid, and a value that is not a list is a failure", async () => {
    expect(await classify(() => Promise.resolve([]), { control_has_error: true })).toMatchObject({
      control_has_error: false,
      planning_active_capabilities: [],
    });
    expect(await classify(() => Promise.resolve({ find: true }))).toMatchObject({
      control_has_error: true,
      control_error_info: { node: "classifier" },
    });
  });
});

describe("plannerNode", () => {
  const steps = [
    { capability: "find", contextKey: "ann", taskObjective: "Find Ann" },
    { capability: "write", contextKey: "letter", taskObjective: "Write", inputs: [{ ADDRESS: "ann" }] },
  ];

  test("starts a valid plan, and adds the answer at its end", async () => {
    expect(await plan(() => Promise.resolve({ steps }), { control_has_error: true })).toMatchObject({
      control_has_error: false,
      planning_current_step_index: 0,
      planning_execution_plan: {
        query: "Write to Ann",
        status: "executing",
        steps: [{ contextKey: "ann", status: "pending" }, { contextKey: "letter" }, { capability: "respond" }],
      },
    });
  });

  test("receives the selected agents, the contexts, and the reason why the last plan failed", async () => {
    const seen: PlannerInput[] = [];
    const info = {
      node: "planner",
      classification: { severity: "replanning" as const },
      originalError: "- steps[0]: nobody sings",
      timestamp: "2030-01-31T12:00:00.000Z",
    };
    await plan(
      (input) => {
        seen.push(input);
        return Promise.resolve({ steps });
      },
      { control_has_error: true, control_error_info: info, task_depends_on_chat_history: true },
    );
    expect(seen[0]).toMatchObject({ task: "Write to Ann", feedback: "- steps[0]: nobody sings", messages: [] });
    expect(seen[0]?.capabilities.map(({ name }) => name)).toEqual(["find", "write"]);
  });

  test("a plan with unknown agents leads to another selection, an invalid one to another plan", async () => {
    expect(await severityOf({ steps: [{ capability: "sing", taskObjective: "Sing", contextKey: "song" }] })).toBe(
      "reclassification",
    );
    const blind = { capability: "write", taskObjective: "Write", contextKey: "x", inputs: [{ ADDRESS: "nobody" }] };
    expect(await severityOf({ steps: [blind] })).toBe("replanning");
    expect(await severityOf("a plan")).toBe("replanning");
  });
});
