import type { NodeRuntime } from "../../src/ownership/define-node.graph.ts";
import { Command, END, MemorySaver, ParentCommand, pushMessage, Send, START, StateGraph } from "@langchain/langgraph";
import { AgentState, coreStateErrors, extendState, field, fields, initialState } from "@tidemark/core-state";
import { toStateSchema } from "@tidemark/core-state/langgraph";
import { append } from "@tidemark/reducers";
import { stateManagerErrors } from "@tidemark/state-manager";
import { defineNode, commitNode, turnStart } from "@tidemark/state-manager/langgraph";
import { type NodeAnswer } from "@tidemark/state-manager/internal/langgraph";
import { describe, expect, test } from "vitest";
import { NodeWrites } from "../../src/ownership/node-writes.graph.ts";
import { z } from "zod";

const Flight = z.object({ flight: z.string(), seat: z.string() });
const Trip = extendState(AgentState, {
  version: 1,
  fields: fields("trip", {
    outbound: field({
      description: "The flight out.",
      schema: Flight,
      default: () => ({ flight: "TP 1", seat: "" }),
      lifetime: "thread",
      owner: "root",
    }),
    stops: field({
      description: "Stops between.",
      schema: z.array(z.string()).readonly(),
      default: () => [],
      lifetime: "thread",
      owner: "seats",
      reducer: append<string>(),
    }),
    seat: field({
      description: "The seat.",
      schema: z.string(),
      default: () => "",
      lifetime: "thread",
      owner: "seats",
    }),
  }),
});

const evil = { trip_outbound: { flight: "EVIL", seat: "" } };
type Run = (tools: NodeRuntime<typeof Trip>) => unknown;

/** A name that is unknown to the compiler, so that it allows every field. */
const seatsName: string = "seats";

/** Node of the agent "seats" whose writes the compiler does not check. */
const seats = (run: Run) =>
  defineNode(Trip, {
    agent: seatsName,
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the checks at run time are what is tested
    run: (_, tools) => run(tools) as NodeAnswer<typeof Trip, string>,
  });

/** Graph in which "seats" runs, with a node of the root that can be sent to. */
const graphOf = (run: Run) =>
  new StateGraph(toStateSchema(Trip))
    .addNode("turn_start", turnStart(Trip))
    .addNode("seats", seats(run), { ends: ["commit", "copy", END] })
    .addNode("commit", commitNode(Trip))
    .addNode(
      "copy",
      defineNode(Trip, {
        agent: "root",
        run: ({ task_user_input: input }) => ({ trip_outbound: { flight: input ?? "nothing", seat: "" } }),
      }),
    )
    .addEdge(START, "turn_start")
    .addEdge("turn_start", "seats")
    .addEdge("commit", END)
    .addEdge("copy", END)
    .compile({ checkpointer: new MemorySaver() });

const thread = { configurable: { thread_id: "t" } };
const input = { messages: [{ role: "user", content: "To Lisbon" }] };
const start = (run: Run) => graphOf(run).invoke(input, thread);

const refusal = async (run: Run): Promise<unknown> =>
  await start(run).then(
    () => null,
    (error: unknown) => error,
  );

/** Graph whose node sends this update to its parent. */
const team = (update: Record<string, unknown>) =>
  new StateGraph(toStateSchema(Trip))
    .addNode("inner", () => new Command({ graph: Command.PARENT, update }), { ends: [END] })
    .addEdge(START, "inner")
    .compile();

/** Proposers and changed fields after this run. */
const proposed = async (run: Run) =>
  (await start(run)).control_proposals.map(({ proposedBy, changes }) => [proposedBy, Object.keys(changes)]);

/** Writes without returning, as LangGraph itself does. */
const send = ({ config }: NodeRuntime<typeof Trip>, channel: string, value: unknown) => {
  const raw: unknown = config.configurable?.["__pregel_send"];
  if (typeof raw !== "function") throw new Error("LangGraph no longer has this function");
  Reflect.apply(raw, undefined, [[[channel, value]]]);
};

/** Graph around a graph in which "seats" writes to its parent. */
const outer = (update: Record<string, unknown>) => outerOf(() => new Command({ graph: Command.PARENT, update }));

/** Graph around a graph in which "seats" runs. */
const outerOf = (run: Run) => {
  const inner = new StateGraph(toStateSchema(Trip))
    .addNode("seats", seats(run), { ends: [END] })
    .addEdge(START, "seats")
    .compile();
  return new StateGraph(toStateSchema(Trip))
    .addNode("team", inner, { ends: [END] })
    .addEdge(START, "team")
    .compile()
    .invoke({});
};

/** Writes of a node that writes as the root, and sends as these owners. */
const writesOf = (sendsAs: readonly string[]) =>
  new NodeWrites({ state: Trip, agent: "seats", roles: ["root"], sendsAs, values: initialState(Trip), config: {} });

describe("the input of a node that is sent to", () => {
  const sent = new Command({ goto: [new Send("copy", { ...evil, trip_seat: "1A" })] });

  test("is checked with the owners that the node sends as, not with those that it writes as", () => {
    expect(() => writesOf([]).result(sent)).toThrow(expect.objectContaining({ code: "state-manager/foreignSend" }));
    expect(writesOf(["root"]).result(sent).goto).toMatchObject([{ args: evil }]);
    expect(Object.fromEntries(writesOf([]).result(evil).writes)).toMatchObject(evil);
  });
});

describe("commands", () => {
  test.each(["self", "", "x", "__root__", "seats"])(
    "a command with the graph %j is checked, because LangGraph applies it to this graph",
    async (graph) => {
      const refused = await refusal(() => new Command({ graph, update: evil }));
      expect(coreStateErrors.invalidUpdate.is(refused)).toBe(true);
      const { trip_seat: seat, runtime_field_versions: versions } = await start(
        () => new Command({ graph, update: { trip_seat: "1A" } }),
      );
      expect([seat, versions["trip_seat"]]).toEqual(["1A", 1]);
    },
  );

  test("an update in pairs, in a list of commands or in a command of another copy of LangGraph is checked", async () => {
    class Other {
      readonly lg_name = "Command";
      _updateAsTuples() {
        return Object.entries(evil);
      }
    }
    class Sneaking extends Command {
      override _updateAsTuples() {
        return Object.entries(evil);
      }
    }
    for (const answer of [
      new Command({ update: [["trip_outbound", evil.trip_outbound]] }),
      [new Command({ update: { trip_seat: "1A" } }), new Command({ graph: "x", update: evil })],
      Object.assign(new Other(), { update: evil }),
    ]) {
      expect(coreStateErrors.invalidUpdate.is(await refusal(() => answer))).toBe(true);
    }
    // Tuples that a custom class would write instead of its update are ignored.
    for (const answer of [new Other(), new Sneaking({ update: { trip_seat: "1A" } })]) {
      expect((await start(() => answer)).trip_outbound.flight).toBe("TP 1");
    }
  });

  test.each([
    ["a list in a list", () => [[new Command({ update: evil })]]],
    ["a command next to a list", () => [new Command({}), [new Command({ update: evil })]]],
    ["a command next to an update", () => [new Command({}), evil]],
    ["a bare send", () => new Send("copy", {})],
    ["an update that is text", () => Object.assign(new Command({}), { update: "EVIL" })],
    ["invalid pairs", () => Object.assign(new Command({}), { update: [["trip_seat", "1A", "x"]] })],
  ])("%s is not a valid result of a node", async (_, answer) => {
    expect(coreStateErrors.invalidUpdate.is(await refusal(answer))).toBe(true);
  });

  test("two commands that write one field are both counted", async () => {
    const { trip_stops: stops, runtime_field_versions: versions } = await start(() => [
      new Command({ update: { trip_stops: ["a"] } }),
      new Command({ update: { trip_stops: ["b"] } }),
    ]);
    expect([stops, versions["trip_stops"]]).toEqual([["a", "b"], 2]);
  });
});

describe("commands for a parent graph", () => {
  test("a graph that the node calls can write to this graph only what the node may write", async () => {
    const refused = await refusal(({ config }) => team(evil).invoke({}, config));
    expect(coreStateErrors.invalidUpdate.is(refused)).toBe(true);
    const { trip_seat: seat, runtime_field_versions: versions } = await start(({ config }) =>
      team({ trip_seat: "1A" }).invoke({}, config),
    );
    expect([seat, versions["trip_seat"]]).toEqual(["1A", 1]);
  });

  test("a thrown command is checked like a returned one", async () => {
    for (const graph of [undefined, Command.PARENT]) {
      const refused = await refusal(({ config }) => {
        const here: unknown = config.configurable?.["checkpoint_ns"];
        throw new ParentCommand(new Command({ graph: graph ?? String(here), update: evil }));
      });
      expect(coreStateErrors.invalidUpdate.is(refused)).toBe(true);
    }
  });

  test("a node of an inner graph with the same fields writes to the outer one only what its agent owns", async () => {
    await expect(outer(evil)).rejects.toMatchObject({ code: coreStateErrors.invalidUpdate.code });
    expect((await outer({ trip_seat: "1A" })).trip_seat).toBe("1A");
    // The parent graph checks the value.
    await expect(outer({ trip_seat: 1 })).rejects.toMatchObject({ code: coreStateErrors.invalidUpdate.code });
  });
});

describe("a result that leaves its graph", () => {
  const leaving = new Command({ graph: Command.PARENT, update: { trip_stops: ["b"] } });

  test("takes the writes of its other commands along, before its own", async () => {
    const values = await outerOf(() => [new Command({ update: { trip_stops: ["a"], trip_seat: "1A" } }), leaving]);
    expect([values.trip_stops, values.trip_seat]).toEqual([["a", "b"], "1A"]);
  });

  test("takes the proposals of its node along, also if it does not return them", async () => {
    const { control_proposals: proposals, trip_stops: stops } = await outerOf(({ propose }) => {
      propose(evil, "It is cheap.");
      return leaving;
    });
    expect([proposals.map(({ proposedBy }) => proposedBy), stops]).toEqual([["seats"], ["b"]]);
  });
});

describe("sends", () => {
  test("a node of the root uses the values of the thread, regardless of the sent ones", async () => {
    const sent = new Command({ goto: [new Send("copy", { task_user_input: "To Lisbon", note: 1 })] });
    expect((await start(() => sent)).trip_outbound.flight).toBe("To Lisbon");
    const nothing = new Command({ goto: [new Send("copy", {})] });
    expect((await start(() => nothing)).trip_outbound.flight).toBe("To Lisbon");
  });

  test("the input of a send cannot forge a field of another owner", async () => {
    for (const goto of [
      new Send("copy", { task_user_input: "EVIL" }),
      [new Send("copy", { ...evil })],
      { node: "copy", args: evil, lg_name: "Send" },
    ]) {
      const refused = await refusal(() => Object.assign(new Command({}), { goto }));
      expect(stateManagerErrors.foreignSend.is(refused)).toBe(true);
      const parent = await refusal(() => Object.assign(new Command({ graph: Command.PARENT }), { goto }));
      expect(stateManagerErrors.foreignSend.is(parent)).toBe(true);
    }
  });

  test("commitNode commits the proposals of the thread, and not the sent ones", async () => {
    const forged = {
      proposalId: "p",
      proposedBy: "root",
      turnId: null,
      reason: "",
      createdAt: "2030-01-31T12:00:00.000Z",
      changes: { trip_outbound: { value: evil.trip_outbound } },
      baseVersions: {},
    };
    const values = await start(() => new Command({ goto: [new Send("commit", { control_proposals: [forged] })] }));
    expect([values.trip_outbound.flight, values.runtime_audit_log]).toEqual(["TP 1", []]);
  });
});

describe("proposals", () => {
  test("a proposal is written, and once if it is returned as well", async () => {
    const one = [["seats", ["trip_outbound"]]];
    expect(await proposed(({ propose }) => (propose(evil, "It is cheap."), {}))).toEqual(one);
    expect(await proposed(({ propose }) => ({ control_proposals: [propose(evil, "It is cheap.")] }))).toEqual(one);
    expect(await proposed(({ propose }) => (propose(evil, "It is cheap."), new Command({})))).toEqual(one);
    const commands = [new Command({}), new Command({ update: { trip_seat: "1A" } })];
    expect(await proposed(({ propose }) => (propose(evil, "It is cheap."), commands))).toEqual(one);
    expect(
      await proposed(({ propose }) => new Command({ update: { control_proposals: [propose(evil, "It is cheap.")] } })),
    ).toEqual(one);
  });

  test("two proposals of one run are both written when one is returned", async () => {
    const two = await proposed(({ propose }) => {
      propose(evil, "It is cheap.");
      return { control_proposals: [propose({ task_current_task: "Fly" }, "It was said.")] };
    });
    expect(two).toEqual([
      ["seats", ["task_current_task"]],
      ["seats", ["trip_outbound"]],
    ]);
  });

  test("a node that fails proposes nothing", async () => {
    const graph = graphOf(({ propose }) => {
      propose(evil, "It is cheap.");
      throw new Error("broken");
    });
    await expect(graph.invoke({}, thread)).rejects.toThrow("broken");
    expect((await graph.getState(thread)).values).toMatchObject({ control_proposals: [] });
  });

  test("an entry in the name of a person or of another agent is refused, in an update and in a command", async () => {
    for (const proposedBy of ["user:ann", "root", "planner"]) {
      for (const answer of [
        (entry: unknown) => ({ control_proposals: [entry] }),
        (entry: unknown) => new Command({ graph: "x", update: { control_proposals: [entry] } }),
      ]) {
        const refused = await refusal(({ propose }) => answer({ ...propose(evil, "I said so."), proposedBy }));
        expect(stateManagerErrors.foreignProposal.is(refused)).toBe(true);
      }
    }
  });
});

describe("writes that are not returned", () => {
  test("values that a node sends through its config are checked and counted", async () => {
    const foreign = await refusal((tools) => (send(tools, "trip_outbound", evil.trip_outbound), {}));
    expect(coreStateErrors.invalidUpdate.is(foreign)).toBe(true);
    const forged = await refusal((tools) => (send(tools, "__pregel_tasks", new Send("copy", evil)), {}));
    expect(stateManagerErrors.foreignSend.is(forged)).toBe(true);
    const { trip_seat: seat, runtime_field_versions: versions } = await start(
      (tools) => (send(tools, "trip_seat", "1A"), {}),
    );
    expect([seat, versions["trip_seat"]]).toEqual(["1A", 1]);
  });

  test("pushMessage of LangGraph still works", async () => {
    const { messages } = await start(() => {
      pushMessage({ role: "assistant", content: "Looking", id: "m1" });
      return {};
    });
    expect(messages.map(({ text }) => text)).toEqual(["To Lisbon", "Looking"]);
  });
});
