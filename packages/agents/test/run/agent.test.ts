import { SeedState } from "@tidemark/core-state";
import { type ContextData } from "@tidemark/core-state/internal";
import { defineContexts } from "@tidemark/state-manager";
import { describe, expect, expectTypeOf, test } from "vitest";
import { z } from "zod";
import { agentErrors } from "../../src/kernel/errors.ts";
import { defineAgent } from "../../src/run/agent.graph.ts";

const about = { name: "worker", description: "Works." } as const;

const thrownBy = (action: () => unknown): unknown => {
  try {
    action();
    return null;
  } catch (error) {
    return error;
  }
};

describe("defineAgent", () => {
  test("completes the description, and freezes it", () => {
    const agent = defineAgent(SeedState, {
      ...about,
      capabilities: ["dig"],
      provides: ["HOLE"],
      reads: ["messages"],
      run: () => ({}),
    });
    expectTypeOf(agent.name).toEqualTypeOf<"worker">();
    expect(agent).toMatchObject({ capabilities: ["worker", "dig"], provides: ["HOLE"], writes: [], contexts: null });
    expect(Object.isFrozen(agent)).toBe(true);
  });

  test("an undeclared field does not exist for the compiler", () => {
    defineAgent(SeedState, {
      ...about,
      reads: ["task_current_task"],
      run: (values) => {
        expectTypeOf(values.task_current_task).toEqualTypeOf<string | null>();
        // @ts-expect-error "messages" is not in the declared `reads`
        return values.messages === undefined ? {} : {};
      },
    });
  });

  test("the result cannot contain an undeclared field", () => {
    defineAgent(SeedState, {
      ...about,
      reads: [],
      writes: ["ui_notebook_links"],
      // @ts-expect-error "messages" is not in the declared `writes`
      run: () => ({ messages: [] }),
    });
    defineAgent(SeedState, {
      ...about,
      reads: [],
      // @ts-expect-error it declares no `writes`
      run: () => ({ ui_notebook_links: [] }),
    });
  });

  test("a field of another owner in `writes` does not compile, and throws", () => {
    const error = thrownBy(() =>
      defineAgent(SeedState, {
        ...about,
        reads: [],
        // @ts-expect-error "task_current_task" is owned by "root"
        writes: ["task_current_task"],
        run: () => ({}),
      }),
    );
    expect(agentErrors.foreignField.is(error) && error.details.owners).toEqual(["root"]);
    const runtime = thrownBy(() =>
      defineAgent(SeedState, {
        ...about,
        reads: [],
        // @ts-expect-error "control_iteration" is owned by "runtime"
        writes: ["control_iteration"],
        run: () => ({}),
      }),
    );
    expect(agentErrors.foreignField.is(runtime)).toBe(true);
  });

  test("a role, or the owner's name, allows it to write", () => {
    const root = defineAgent(SeedState, {
      ...about,
      roles: ["root"],
      reads: [],
      writes: ["task_current_task"],
      run: () => ({ task_current_task: "x" }),
    });
    const planner = defineAgent(SeedState, {
      name: "planner",
      description: "Plans.",
      reads: [],
      writes: ["planning_execution_plan"],
      run: () => ({ planning_execution_plan: { steps: [] } }),
    });
    expect([root.roles, planner.writes]).toEqual([["root"], ["planning_execution_plan"]]);
  });

  test("an unknown field does not compile, and throws", () => {
    const error = thrownBy(() =>
      defineAgent(SeedState, {
        ...about,
        // @ts-expect-error the state does not have this field
        reads: ["task_curent_task"],
        run: () => ({}),
      }),
    );
    expect(agentErrors.unknownAgentField.is(error) && error.details.list).toBe("reads");
  });

  test("its inputs and contexts have the types of the registry and its requirements", () => {
    const contexts = defineContexts({
      WEATHER: z.object({ celsius: z.number() }),
      PLACE: z.object({ name: z.string() }),
    });
    defineAgent(SeedState, {
      ...about,
      reads: ["capability_context_data"],
      contexts,
      requires: [["WEATHER", "single"]],
      run: ({ capability_context_data: data }, { inputs, context }) => {
        expectTypeOf(data).toExtend<ContextData>();
        expectTypeOf(inputs.WEATHER).toEqualTypeOf<{ celsius: number }>();
        expectTypeOf(inputs.PLACE).toEqualTypeOf<{ name: string } | readonly { name: string }[] | undefined>();
        context.set("PLACE", "here", { name: "Oslo" });
        // @ts-expect-error the type is unknown
        context.set("PLACES", "here", { name: "Oslo" });
        return {};
      },
    });
    defineAgent(SeedState, {
      ...about,
      reads: [],
      contexts,
      // @ts-expect-error the type is unknown
      requires: ["WHETHER"],
      run: () => ({}),
    });
  });

  test("a proposal for an undeclared field does not compile", () => {
    defineAgent(SeedState, {
      ...about,
      reads: [],
      proposes: ["task_current_task"],
      run: (_, { propose }) => {
        propose({ task_current_task: "Fly" }, "Said so.");
        // @ts-expect-error it may propose changes to "task_current_task" only
        propose({ task_custom_message: "Fly" }, "Said so.");
        return {};
      },
    });
  });
});
