import {
  type BaseCheckpointSaver,
  Command,
  END,
  isInterrupted,
  MemorySaver,
  START,
  StateGraph,
} from "@langchain/langgraph";
import { AgentState, extendState, field, fields, type Proposal } from "@tidemark/core-state";
import { type GraphValueOf, toStateSchema } from "@tidemark/core-state/langgraph";
import { blameHistory, type CommitQuestion, defineNode, commitNode } from "@tidemark/state-manager/langgraph";
import { type CommitNodeOptions } from "@tidemark/state-manager/internal/langgraph";
import { fixedClock } from "@tidemark/state-manager/testing";
import { describe, expect, test } from "vitest";
import { z } from "zod";
import { now, Trip, proposalOf } from "../trip.ts";

type Options = CommitNodeOptions<typeof Trip>;

const config = { configurable: { thread_id: "t" }, durability: "sync" as const };
const clock = fixedClock(now);

/** Two agents that propose in one step, and the root that commits in the next. */
function trip(
  proposals: readonly [Proposal, Proposal],
  options: Options = {},
  checkpointer: BaseCheckpointSaver = new MemorySaver(),
) {
  let crashes = 0;
  const graph = new StateGraph(toStateSchema(Trip))
    .addNode("planner", () => ({ control_proposals: [proposals[0]] }))
    .addNode("reviewer", () => ({ control_proposals: [proposals[1]] }))
    .addNode("commit", commitNode(Trip, { clock, ...options }))
    .addNode("after", () => {
      if (crashes-- > 0) throw new Error("power cut");
      return {};
    })
    .addEdge(START, "planner")
    .addEdge(START, "reviewer")
    .addEdge(["planner", "reviewer"], "commit")
    .addEdge("commit", "after")
    .addEdge("after", END)
    .compile({ checkpointer });
  return { graph, crash: () => (crashes = 1) };
}

function questionOf(stopped: unknown): CommitQuestion["requests"] {
  if (!isInterrupted<CommitQuestion>(stopped)) return [];
  const { __interrupt__: asked } = stopped;
  return asked[0]?.value?.requests ?? [];
}

const cities = [proposalOf({ trip_city: "Oslo" }), proposalOf({ trip_city: "Rome" }, { agent: "reviewer" })] as const;

describe("commitNode", () => {
  test("commits what agents proposed in parallel, and clears the list in the same step", async () => {
    const { graph } = trip(
      [proposalOf({ trip_notes: ["sea"] }), proposalOf({ trip_notes: ["hills"] }, { agent: "reviewer" })],
      {
        policies: { trip_notes: "rebase" },
      },
    );
    const state = await graph.invoke({}, config);
    expect(state.trip_notes).toEqual(["sea", "hills"]);
    expect(state.control_proposals).toEqual([]);
    expect(state.runtime_field_versions).toEqual({ trip_notes: 2, control_proposals: 2 });
    expect(state.runtime_audit_log).toHaveLength(2);
  });

  test("chooses between two values that were kept, and leaves the others open", async () => {
    const chosen: unknown[] = [];
    const options: Options = {
      policies: { trip_city: "keepBoth", trip_outbound: "keepBoth" },
      choose: (kept) => {
        chosen.push(kept.map(({ answerId, current, against }) => [answerId, current, against]));
        return { "reviewer/trip_city": true };
      },
    };
    const flight = { flight: "TP 1", seat: "1A" };
    const both = { trip_city: "Oslo", trip_outbound: flight };
    const others = { trip_city: "Rome", trip_outbound: { ...flight, seat: "2B" } };
    const { graph } = trip([proposalOf(both), proposalOf(others, { agent: "reviewer" })], options);
    const state = await graph.invoke({}, config);
    expect(state.trip_city).toBe("Rome");
    expect(state.control_proposals).toMatchObject([
      { proposalId: "reviewer", openSince: now, changes: { trip_outbound: { value: { seat: "2B" } } } },
    ]);
    expect(chosen).toEqual([
      [
        ["reviewer/trip_city", "Oslo", "planner"],
        ["reviewer/trip_outbound", flight, "planner"],
      ],
    ]);
  });

  test("declines the rejected alternative", async () => {
    const { graph } = trip([...cities], {
      policies: { trip_city: "keepBoth" },
      choose: () => ({ "reviewer/trip_city": false }),
    });
    const state = await graph.invoke({}, config);
    expect([state.trip_city, state.control_proposals]).toEqual(["Oslo", []]);
    expect(state.runtime_audit_log.at(-1)).toMatchObject({
      proposalId: "reviewer",
      refused: { trip_city: "declined" },
    });
  });

  test("writes nothing without proposals", async () => {
    expect(await commitNode(Trip)({ ...commonValues, control_proposals: [] })).toEqual({});
  });

  test("commits once even if the run is continued after a crash", async () => {
    const { graph, crash } = trip([...cities]);
    crash();
    await expect(graph.invoke({}, config)).rejects.toThrow("power cut");
    const state = await graph.invoke(null, config);
    expect(state.runtime_field_versions).toEqual({ trip_city: 1, control_proposals: 2 });
    expect(state.runtime_audit_log).toHaveLength(2);
  });

  test("commits once even if a retry runs it twice", async () => {
    let runs = 0;
    const write = commitNode(Trip, { clock });
    const graph = new StateGraph(toStateSchema(Trip))
      .addNode("planner", () => ({ control_proposals: [...cities] }))
      .addNode(
        "commit",
        async (values: GraphValueOf<typeof Trip>) => {
          const update = await write(values);
          runs += 1;
          if (runs === 1) throw new Error("try again");
          return update;
        },
        { retryPolicy: { maxAttempts: 2, initialInterval: 1 } },
      )
      .addEdge(START, "planner")
      .addEdge("planner", "commit")
      .addEdge("commit", END)
      .compile();
    const state = await graph.invoke({});
    expect([runs, state.runtime_field_versions["trip_city"], state.runtime_audit_log.length]).toEqual([2, 1, 2]);
  });

  test("keeps proposals made in the step of the commit for the next one", async () => {
    const late = proposalOf({ trip_city: "Bonn" }, { agent: "late" });
    const graph = new StateGraph(toStateSchema(Trip))
      .addNode("planner", () => ({ control_proposals: [cities[0]] }))
      .addNode("commit", commitNode(Trip, { clock }))
      .addNode("late", () => ({ control_proposals: [late] }))
      .addEdge(START, "planner")
      .addEdge("planner", "commit")
      .addEdge("planner", "late")
      .addEdge("commit", END)
      .addEdge("late", END)
      .compile();
    const state = await graph.invoke({});
    expect(state.trip_city).toBe("Oslo");
    expect(state.control_proposals).toEqual([late]);
  });

  test("with `interrupt` it stops for the answers and continues with them by id", async () => {
    const { graph } = trip([...cities], { policies: { trip_city: "ask" }, ask: "interrupt" });
    const stopped = await graph.invoke({}, config);
    expect(stopped).toMatchObject({
      __interrupt__: [
        { value: { type: "commit_approval", requests: [{ id: "reviewer/trip_city", status: "pending" }] } },
      ],
    });
    const state = await graph.invoke(new Command({ resume: { "reviewer/trip_city": true } }), config);
    expect(state.trip_city).toBe("Rome");
    expect(state.execution_pending_approvals).toEqual({});
    expect(state.control_proposals).toEqual([]);
  });

  test.each(["yes", null, {}, { "reviewer/trip_city": "yes" }, { other: true }, ["reviewer/trip_city"]])(
    "the unclear answer %j decides nothing and is asked again",
    async (unclear) => {
      const { graph } = trip([...cities], { policies: { trip_city: "ask" }, ask: "interrupt" });
      await graph.invoke({}, config);
      const [waiting] = (await graph.getState(config)).tasks;
      const again = await graph.invoke(
        new Command({ resume: { [waiting?.interrupts[0]?.id ?? ""]: unclear } }),
        config,
      );
      expect(again).toMatchObject({ __interrupt__: [{ value: { type: "commit_approval" } }] });
      const state = await graph.invoke(new Command({ resume: { "reviewer/trip_city": false } }), config);
      expect(state.trip_city).toBe("Oslo");
    },
  );

  test.for([
    ["user_id of the answering run", { user_id: "ann" }, "user:ann"],
    ["unknown person for a run without user_id", {}, "user:unknown"],
  ] as const)("the audit log and blame name the %s as the decider", async ([, user, decidedBy]) => {
    const { graph } = trip([...cities], { policies: { trip_city: "ask" }, ask: "interrupt" });
    const own = { ...config, configurable: { ...config.configurable, ...user } };
    await graph.invoke({}, config);
    const state = await graph.invoke(new Command({ resume: { "reviewer/trip_city": true } }), own);
    expect(state.runtime_audit_log).toMatchObject([
      { proposedBy: "planner", decidedBy: "root", accepted: { trip_city: [""] } },
      { proposedBy: "reviewer", decidedBy, accepted: { trip_city: [""] } },
    ]);
    expect(await blameHistory(graph, config, "trip_city")).toMatchObject({ by: "reviewer", decidedBy });
  });

  test("a refusal by a person is attributed to the person, one by a rule to the writer", async () => {
    const { graph } = trip([...cities], { policies: { trip_city: "ask" }, ask: "interrupt" });
    const own = { ...config, configurable: { ...config.configurable, user_id: "ann" } };
    await graph.invoke({}, own);
    const state = await graph.invoke(new Command({ resume: { "reviewer/trip_city": false } }), own);
    expect(state.runtime_audit_log.at(-1)).toMatchObject({ decidedBy: "user:ann", refused: { trip_city: "declined" } });
    const refusing = trip([...cities], { policies: { trip_city: "reject" } });
    const refused = await refusing.graph.invoke({}, own);
    expect(refused.runtime_audit_log.at(-1)).toMatchObject({ decidedBy: "root" });
  });

  test("answers from earlier runs are attributed to an unknown person", async () => {
    const both = [
      proposalOf({ trip_city: "Oslo", task_custom_message: "Oslo" }),
      proposalOf({ trip_city: "Rome", task_custom_message: "Rome" }, { agent: "reviewer" }),
    ] as const;
    const asking = { policies: { trip_city: "ask", task_custom_message: "ask" }, ask: "interrupt" } as const;
    const { graph } = trip([...both], asking);
    const as = (user_id: string) => ({ ...config, configurable: { ...config.configurable, user_id } });
    const first = await graph.invoke({}, config);
    expect(questionOf(first).map(({ id }) => id)).toEqual(["reviewer/trip_city", "reviewer/task_custom_message"]);
    await graph.invoke(new Command({ resume: { "reviewer/trip_city": true } }), as("ann"));
    const state = await graph.invoke(new Command({ resume: { "reviewer/task_custom_message": true } }), as("ben"));
    expect(state.runtime_audit_log.slice(1)).toMatchObject([
      { decidedBy: "user:unknown", accepted: { trip_city: [""] } },
      { decidedBy: "user:ben", accepted: { task_custom_message: [""] } },
    ]);
  });

  test("with `interrupt` leaves out the value of a field with `ui: false`, unless it is revealed", async () => {
    const Desk = extendState(Trip, {
      version: 1,
      fields: fields("desk", {
        margin: field({
          description: "Margin.",
          schema: z.string(),
          default: () => "",
          lifetime: "thread",
          owner: "root",
          ui: false,
        }),
      }),
    });
    const asked = async (reveal: readonly "desk_margin"[]) => {
      const propose = (agent: string, value: string) =>
        defineNode(Desk, {
          agent,
          run: (_, tools) => ({ control_proposals: [tools.propose({ desk_margin: value }, `It is ${value}.`)] }),
        });
      const graph = new StateGraph(toStateSchema(Desk))
        .addNode("first", propose("first", "low"))
        .addNode("second", propose("second", "SECRET-12"))
        .addNode("commit", commitNode(Desk, { policies: { desk_margin: "ask" }, ask: "interrupt", reveal }))
        .addEdge(START, "first")
        .addEdge(START, "second")
        .addEdge(["first", "second"], "commit")
        .addEdge("commit", END)
        .compile({ checkpointer: new MemorySaver() });
      const stopped = await graph.invoke({}, config);
      const [request] = questionOf(stopped);
      const state = await graph.invoke(new Command({ resume: { [request?.id ?? ""]: true } }), config);
      return [JSON.stringify(request), state.desk_margin];
    };
    const [hidden, committed] = await asked([]);
    expect(hidden).not.toContain("SECRET");
    expect(hidden).toContain('"stepObjective":"Change \\"desk_margin\\""');
    expect(committed).toBe("SECRET-12");
    expect((await asked(["desk_margin"]))[0]).toContain("SECRET-12");
  });

  test("commits as the owner it is given, and no other field", async () => {
    const Office = extendState(AgentState, {
      version: 1,
      fields: {
        budget: field(z.number(), { default: 0, owner: "finance", lifetime: "thread" }),
        city: field(z.string(), { default: "", owner: "root", lifetime: "thread" }),
      },
    });
    const wish = defineNode(Office, {
      agent: "desk",
      clock,
      run: (_, { propose }) => {
        propose({ budget: 5 }, "One more seat.");
        propose({ city: "Oslo" }, "A customer asked.");
        return {};
      },
    });
    const graph = new StateGraph(toStateSchema(Office))
      .addNode("wish", wish)
      .addNode("commit", commitNode(Office, { owner: "finance", clock }))
      .addEdge(START, "wish")
      .addEdge("wish", "commit")
      .addEdge("commit", END)
      .compile();
    const state = await graph.invoke({});
    expect([state.budget, state.city]).toEqual([5, ""]);
  });

  test("agents that may not write propose with defineNode, end to end", async () => {
    const planner = defineNode(Trip, {
      agent: "planner",
      clock,
      run: (_, { propose }) => ({
        control_proposals: [propose((draft) => void (draft.trip_outbound.seat = "12A"), "Likes the window.")],
      }),
    });
    const graph = new StateGraph(toStateSchema(Trip))
      .addNode("planner", planner)
      .addNode("commit", commitNode(Trip, { clock }))
      .addEdge(START, "planner")
      .addEdge("planner", "commit")
      .addEdge("commit", END)
      .compile();
    const state = await graph.invoke({});
    expect(state.trip_outbound).toEqual({ flight: "", seat: "12A" });
    expect(state.runtime_audit_log).toMatchObject([
      { proposedBy: "planner", decidedBy: "root", reason: "Likes the window.", accepted: { trip_outbound: ["/seat"] } },
    ]);
  });
});

// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- nothing else of the values is read
const commonValues = {} as Parameters<ReturnType<typeof commitNode<typeof Trip>>>[0];
