import { AIMessage } from "@langchain/core/messages";
import { Command } from "@langchain/langgraph";
import { SeedState, initialState } from "@tidemark/core-state";
import { propose } from "@tidemark/state-manager";
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

const complete = (answer: unknown, extras: Partial<AgentExtras> = {}) =>
  completeAnswer(agent, { answer, extras: { proposals: [], contexts: {}, ...extras } }, (own) => ({
    ...own,
    control_iteration: 1,
  }));

const refusal = (answer: unknown, extras: Partial<AgentExtras> = {}): unknown => {
  try {
    complete(answer, extras);
    return null;
  } catch (error) {
    return error;
  }
};

/** The part of the message that says what to do. */
const advice = (field: string) => {
  const error = refusal({ [field]: "x" });
  return agentErrors.undeclaredWrite.is(error) ? error.message.replace(/^.*?\. /u, "") : error;
};

const links = { ui_notebook_links: ["a"] };

describe("completeAnswer", () => {
  test("adds what is counted to an update", () => {
    expect(complete(links)).toEqual({ ...links, control_iteration: 1 });
  });

  test("adds what is counted to a command, and keeps where it goes", () => {
    const command = complete(new Command({ update: links, goto: "next" }));
    expect(command).toBeInstanceOf(Command);
    expect(command).toMatchObject({ update: { ...links, control_iteration: 1 }, goto: ["next"] });
    expect(complete(new Command({ goto: "next" }))).toMatchObject({ update: { control_iteration: 1 } });
  });

  test("counts once, however many commands there are", () => {
    const commands = complete([new Command({ update: links }), new Command({ update: links, goto: "next" })]);
    expect(commands).toMatchObject([{ update: { ...links, control_iteration: 1 } }, { update: links, goto: ["next"] }]);
    expect(complete([])).toMatchObject([{ update: { control_iteration: 1 } }]);
  });

  test("reads updates that are pairs of field and value, each field once", () => {
    const pairs: [string, unknown][] = [["ui_notebook_links", ["a"]]];
    expect(complete(new Command({ update: pairs }))).toMatchObject({ update: { ...links, control_iteration: 1 } });
    expect(agentErrors.wrongReturn.is(refusal(new Command({ update: [...pairs, ...pairs] })))).toBe(true);
  });

  test("lets a command write fields of the graph around this one that this state does not have, and counts nothing", () => {
    const command = new Command({ graph: Command.PARENT, update: { theirs: 1, ...links }, goto: "out" });
    expect(complete(command)).toMatchObject({ graph: Command.PARENT, update: { theirs: 1, ...links }, goto: ["out"] });
    expect(complete(command, { proposals: [proposal] })).toMatchObject({
      graph: Command.PARENT,
      update: { theirs: 1, control_proposals: [proposal] },
    });
  });

  test("refuses a field that the agent did not declare, whatever graph the command names", () => {
    for (const graph of [Command.PARENT, "self", "", "x"]) {
      const command = new Command({ graph, update: { task_current_task: "x" } });
      expect(agentErrors.undeclaredWrite.is(refusal(command))).toBe(true);
      expect(agentErrors.undeclaredWrite.is(refusal([new Command({}), command]))).toBe(true);
    }
  });

  test("takes a command of another copy of LangGraph for a command", () => {
    class Other {
      readonly lg_name = "Command";
      readonly update = { task_current_task: "x" };
      _updateAsTuples() {
        return Object.entries(this.update);
      }
    }
    expect(agentErrors.undeclaredWrite.is(refusal(new Other()))).toBe(true);
  });

  test("refuses an entry of control_proposals that changes what the agent does not propose", () => {
    const made = { ...proposal, changes: { execution_final_answer: { value: "x" } } };
    expect(agentErrors.undeclaredProposal.is(refusal({ control_proposals: [made] }))).toBe(true);
    expect(agentErrors.undeclaredProposal.is(refusal(new Command({ update: { control_proposals: [made] } })))).toBe(
      true,
    );
    expect(complete({ control_proposals: [proposal] })).toMatchObject({ control_proposals: [proposal] });
  });

  test("names messages in commands too", () => {
    const command = complete(new Command({ update: { messages: [new AIMessage("a")] } }));
    expect(command).toMatchObject({ update: { messages: [{ name: "worker" }] } });
  });

  test("returns proposals along, each once", () => {
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

  test("advises to propose a field that others own, to declare one that the agent may write, and to correct an unknown name", () => {
    expect(advice("task_current_task")).toBe(
      "The field is owned by root: list it in `proposes` and propose the change, give the agent the owner's role, or remove the " +
        "field from the update.",
    );
    expect(advice("ui_captured_figures")).toBe("Add the field to `writes`, or remove it from the update.");
    expect(advice("ui_notebook_link")).toBe('The state has no such field. Did you mean "ui_notebook_links"?');
    expect(advice("nothing")).toBe(
      "The state has no such field. Declare it in the state and in `writes`, or remove it from the update.",
    );
    // The agent may declare what one of its roles owns.
    expect(() =>
      completeAnswer(
        { ...agent, roles: ["root"] },
        { answer: { task_current_task: "x" }, extras: { proposals: [], contexts: {} } },
        (own) => own,
      ),
    ).toThrow("Add the field to `writes`");
  });

  test.each([null, undefined, "text", 1, ["a"], [links], new Date(0)])("refuses %j as an answer", (answer) => {
    expect(agentErrors.wrongReturn.is(refusal(answer))).toBe(true);
  });

  test("refuses contexts that were put and returned", () => {
    const contexts = { capability_context_data: { A: {} } };
    const both = { ...agent, writes: ["capability_context_data"] };
    expect(() => completeAnswer(both, { answer: contexts, extras: { proposals: [], contexts } }, (own) => own)).toThrow(
      "capability_context_data",
    );
  });
});
