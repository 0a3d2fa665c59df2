import { AIMessage } from "@langchain/core/messages";
import { Command } from "@langchain/langgraph";
import { SeedState, initialState } from "@tidemark/core-state";
import { propose } from "@tidemark/state-manager";
import { graphResult } from "@tidemark/state-manager/internal/langgraph";
import { describe, expect, test } from "vitest";
import { agentErrors } from "../../src/kernel/errors.ts";
import { type AgentExtras, completeAnswer } from "../../src/run/agent-update.graph.ts";

const agent = {
  name: "worker",
  writes: ["ui_notebook_links", "messages"],
  proposes: ["task_current_task"],
  roles: [],
  state: SeedState,
};

const proposal = propose(SeedState, initialState(SeedState), {
  agent: "worker",
  changes: { task_current_task: "x" },
  reason: "y",
  now: "2026-01-08T20:30:00.000Z",
  proposalId: "p1",
});

const completed = (answer: unknown, extras: Partial<AgentExtras> = {}) =>
  completeAnswer(agent, { answer, extras: { proposals: [], contexts: {}, ...extras } }, (own) => ({
    ...own,
    control_iteration: 1,
  }));

/** The completed result, as LangGraph applies it. */
const complete = (answer: unknown, extras: Partial<AgentExtras> = {}) => graphResult(completed(answer, extras));

const refusal = (answer: unknown, extras: Partial<AgentExtras> = {}): unknown => {
  try {
    completed(answer, extras);
    return null;
  } catch (error) {
    return error;
  }
};

/** Part of the message that contains the remedy. */
const advice = (field: string) => {
  const error = refusal({ [field]: "x" });
  return agentErrors.undeclaredWrite.is(error) ? error.message.replace(/^.*?\. /u, "") : error;
};

const links = { ui_notebook_links: ["a"] };

describe("completeAnswer", () => {
  test("adds the counters to an update", () => {
    expect(complete(links)).toEqual({ ...links, control_iteration: 1 });
  });

  test("adds the counters to a command, and keeps its target", () => {
    const command = complete(new Command({ update: links, goto: "next" }));
    expect(command).toBeInstanceOf(Command);
    expect(command).toMatchObject({ update: { ...links, control_iteration: 1 }, goto: ["next"] });
    expect(complete(new Command({ goto: "next" }))).toMatchObject({ update: { control_iteration: 1 } });
  });

  test("counts once for any number of commands, whose writes keep their order", () => {
    const more = { ui_notebook_links: ["b"] };
    const { writes, goto } = completed([new Command({ update: links }), new Command({ update: more, goto: "next" })]);
    expect(writes).toEqual([...Object.entries(links), ...Object.entries(more), ["control_iteration", 1]]);
    expect(goto).toEqual(["next"]);
    expect(complete([])).toEqual({ control_iteration: 1 });
  });

  test("reads updates that are pairs of field and value, and refuses to write a field without a reducer twice", () => {
    const pairs: [string, unknown][] = [["ui_notebook_links", ["a"]]];
    expect(complete(new Command({ update: pairs }))).toMatchObject({ ...links, control_iteration: 1 });
    expect(completed(new Command({ update: [...pairs, ...pairs] })).writes).toEqual([
      ...pairs,
      ...pairs,
      ["control_iteration", 1],
    ]);
    const single = { ...agent, writes: ["execution_final_answer"] };
    const twice = ["a", "b"].map((path) => new Command({ update: { execution_final_answer: path } }));
    const extras = { proposals: [], contexts: {} };
    expect(() => completeAnswer(single, { answer: twice, extras }, (own) => own)).toThrow(/returned/);
  });

  test("counts a handoff that leaves the graph there, next to commands for its own graph", () => {
    const command = new Command({ graph: Command.PARENT, update: { theirs: 1 }, goto: "out" });
    expect(completed([new Command({ update: links }), command])).toEqual({
      writes: [...Object.entries(links), ["control_iteration", 1]],
      goto: [],
      parent: { writes: [["theirs", 1]], goto: ["out"] },
    });
  });

  test("a command may write fields of the parent graph that this state lacks, and is not counted", () => {
    const command = new Command({ graph: Command.PARENT, update: { theirs: 1, ...links }, goto: "out" });
    expect(complete(command)).toMatchObject({ graph: Command.PARENT, update: { theirs: 1, ...links }, goto: ["out"] });
    expect(complete(command, { proposals: [proposal] })).toMatchObject({
      graph: Command.PARENT,
      update: { theirs: 1, control_proposals: [proposal] },
    });
  });

  test("refuses an undeclared field, regardless of the graph in the command", () => {
    for (const graph of [Command.PARENT, "self", "", "x"]) {
      const command = new Command({ graph, update: { task_current_task: "x" } });
      expect(agentErrors.undeclaredWrite.is(refusal(command))).toBe(true);
      expect(agentErrors.undeclaredWrite.is(refusal([new Command({}), command]))).toBe(true);
    }
  });

  test("recognizes a command of another copy of LangGraph", () => {
    class Other {
      readonly lg_name = "Command";
      readonly update = { task_current_task: "x" };
      _updateAsTuples() {
        return Object.entries(this.update);
      }
    }
    expect(agentErrors.undeclaredWrite.is(refusal(new Other()))).toBe(true);
  });

  test("refuses an entry of control_proposals that changes other fields than the agent proposes", () => {
    const made = { ...proposal, changes: { execution_final_answer: { value: "x" } } };
    expect(agentErrors.undeclaredProposal.is(refusal({ control_proposals: [made] }))).toBe(true);
    expect(agentErrors.undeclaredProposal.is(refusal(new Command({ update: { control_proposals: [made] } })))).toBe(
      true,
    );
    expect(complete({ control_proposals: [proposal] })).toMatchObject({ control_proposals: [proposal] });
  });

  test("sets the name of messages in commands too", () => {
    const command = complete(new Command({ update: { messages: [new AIMessage("a")] } }));
    expect(command).toMatchObject({ messages: [{ name: "worker" }] });
  });

  test("returns each proposal once", () => {
    expect(complete(links, { proposals: [proposal] })).toMatchObject({ control_proposals: [proposal] });
    const both = complete({ control_proposals: [proposal] }, { proposals: [proposal] });
    expect(both).toMatchObject({ control_proposals: [proposal] });
  });

  test.each([{ task_current_task: "x" }, { control_iteration: 9 }, { nothing: 1 }])(
    "refuses the field of %j",
    (update) => {
      expect(agentErrors.undeclaredWrite.is(refusal(update))).toBe(true);
      expect(agentErrors.undeclaredWrite.is(refusal(new Command({ update })))).toBe(true);
    },
  );

  test("suggests to propose a field of another owner, to declare a writable one, and to correct an unknown name", () => {
    expect(advice("task_current_task")).toBe(
      "The field is owned by root: list it in `proposes` and propose the change, give the agent the owner's role, or remove the " +
        "field from the update.",
    );
    expect(advice("ui_captured_figures")).toBe("Add the field to `writes`, or remove it from the update.");
    expect(advice("ui_notebook_link")).toBe('The state has no such field. Did you mean "ui_notebook_links"?');
    expect(advice("nothing")).toBe(
      "The state has no such field. Declare it in the state and in `writes`, or remove it from the update.",
    );
    // The agent may declare a field that one of its roles owns.
    expect(() =>
      completeAnswer(
        { ...agent, roles: ["root"] },
        { answer: { task_current_task: "x" }, extras: { proposals: [], contexts: {} } },
        (own) => own,
      ),
    ).toThrow("Add the field to `writes`");
  });

  test.each([null, undefined, "text", 1, ["a"], [links], new Date(0)])("refuses %j as a result", (answer) => {
    expect(agentErrors.wrongReturn.is(refusal(answer))).toBe(true);
  });

  test("refuses contexts that were both set and returned", () => {
    const contexts = { capability_context_data: { A: {} } };
    const both = { ...agent, writes: ["capability_context_data"] };
    expect(() => completeAnswer(both, { answer: contexts, extras: { proposals: [], contexts } }, (own) => own)).toThrow(
      "capability_context_data",
    );
  });
});
