// Whatever people answer about a proposal, in whatever order and way: those who may not decide never commit it, and enough of those who may commit
// it exactly once.
import { type BaseCheckpointSaver, Command, START, StateGraph } from "@langchain/langgraph";
import fc from "fast-check";
import {
  AgentState,
  commitNode,
  defineNode,
  extendState,
  field,
  fieldGroups,
  openSession,
  toStateSchema,
  turnStart,
} from "tidemark";
import { createAgentGraph, defineAgent } from "tidemark/agents";
import { describe, expect, test } from "vitest";
import { z } from "zod";
import { allSavers } from "../checkpoint/savers.ts";
import type { Rule } from "./approvers.ts";
import { networkWays, openNetwork } from "./ways.ts";

const PEOPLE = ["ann", "kim", "lou", "mia", "bob"] as const;

/** Number of sequences for each program and saver. Nightly runs multiply it. */
const RUNS = Math.ceil(((fc.readConfigureGlobal().numRuns ?? 100) * 20) / 100);

const Desk = extendState(AgentState, {
  version: 1,
  fields: {
    ...fieldGroups.session,
    price: field(z.number(), { default: 0, owner: "root", lifetime: "thread" }),
  },
});

type Policy = Rule & { readonly policy: "ask" };

/** A graph of nodes: two agents propose a price, and the second one is asked about. */
const nodes = (ask: "interrupt" | "record") => (policy: Policy, checkpointer: BaseCheckpointSaver) => {
  const wish = (agent: string, price: number) =>
    defineNode(Desk, {
      agent,
      run: ({ task_user_input: said }, { propose }) => {
        if (said === "Go") propose({ price }, "It fits.");
        return {};
      },
    });
  return new StateGraph(toStateSchema(Desk))
    .addNode("turn_start", turnStart(Desk))
    .addNode("first", wish("first", 100))
    .addNode("second", wish("second", 500))
    .addNode("commit", commitNode(Desk, { policies: { price: policy }, ask }))
    .addEdge(START, "turn_start")
    .addEdge("turn_start", "first")
    .addEdge("turn_start", "second")
    .addEdge(["first", "second"], "commit")
    .compile({ checkpointer });
};

/** A graph of agents. With a step to approve, its approval node asks about that step and the proposal. */
const agents =
  (...steps: readonly ("first" | "second" | "third")[]) =>
  (policy: Policy, checkpointer: BaseCheckpointSaver) => {
    const graph = createAgentGraph({
      state: Desk,
      maxConcurrency: 2,
      agents: [100, 500, 900].map((price, index) =>
        defineAgent(Desk, {
          name: ["first", "second"][index] ?? "third",
          description: "Proposes a price.",
          reads: [],
          proposes: ["price"],
          run: (_, { propose }) => {
            if (price < 900) propose({ price }, "It fits.");
            return {};
          },
        }),
      ),
      planner: ({ task }) =>
        Promise.resolve(
          task === "Go"
            ? {
                steps: steps.map((capability) => ({
                  stepId: capability,
                  capability,
                  taskObjective: "Price",
                  ...(capability === "third" && { dependsOn: ["first", "second"] }),
                })),
              }
            : { steps: [{ capability: "third", taskObjective: "Nothing" }] },
        ),
      policies: { price: policy },
      approvals: steps.includes("third") ? { third: "always" } : {},
      checkpointer,
    });
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the graphs have the same state
    return graph as unknown as ReturnType<ReturnType<typeof nodes>>;
  };

const programs = {
  "commitNode that interrupts": nodes("interrupt"),
  "commitNode that records": nodes("record"),
  "a graph of agents": agents("first", "second"),
  "a graph of agents that asks about a step, too": agents("first", "second", "third"),
};

const kinds = [
  "commitNode that interrupts",
  "commitNode that records",
  "a graph of agents",
  "a graph of agents that asks about a step, too",
] as const;

const answers = fc.record({
  user: fc.oneof({ weight: 5, arbitrary: fc.constantFrom(...PEOPLE) }, { weight: 1, arbitrary: fc.constant(null) }),
  approves: fc.oneof({ weight: 5, arbitrary: fc.constant(true) }, { weight: 1, arbitrary: fc.constant(false) }),
  way: fc.constantFrom("session", "invoke", "named", "decide", ...networkWays),
});

const rules = fc.record({
  allowed: fc.subarray([...PEOPLE], { minLength: 1 }),
  signatures: fc.integer({ min: 1, max: 3 }),
  notRequester: fc.boolean(),
});

/** A sequence that tests both, so that no choice of sequences tests nothing. */
const refusedAndCommitted: [
  { readonly allowed: Answer["user"][]; readonly signatures: number; readonly notRequester: boolean },
  Answer[],
] = [
  { allowed: ["kim"], signatures: 1, notRequester: false },
  [
    { user: "bob", approves: true, way: "AG-UI" },
    { user: "kim", approves: true, way: "session" },
  ],
];

interface Answer {
  readonly user: string | null;
  readonly approves: boolean;
  readonly way: string;
}

describe.each(allSavers())("with %s", (_, openSaver) => {
  test.each(kinds)("only enough people who may decide commit a proposal, with %s", async (program) => {
    let refusals = 0;
    let commits = 0;
    await fc.assert(
      fc.asyncProperty(
        rules,
        fc.array(answers, { minLength: 1, maxLength: 7 }),
        async ({ allowed, ...rest }, given) => {
          const rule = {
            ...rest,
            by: ({ user }: { readonly user: string }) => allowed.some((each) => each === user),
          };
          const graph = programs[program]({ policy: "ask", ...rule }, await openSaver());
          await using network = openNetwork(graph, Desk);
          const as = (userId: string | null) =>
            openSession({ graph, threadId: "t", ...(userId !== null && { userId }) });
          await as("ann").send("Go");
          const signers = new Set<string>();
          // A node that waits has written nothing yet.
          const waiting = program === "commitNode that interrupts" ? 0 : 100;
          let expected = 100;
          let isOpen = true;
          for (const each of given) {
            const mayDecide =
              each.user !== null &&
              rule.by({ user: each.user }) &&
              !(each.approves && rest.notRequester && each.user === "ann");
            const outcome = await decide(each);
            expect([each, outcome === "notAllowed"]).toEqual([each, !mayDecide]);
            if (mayDecide && each.approves && each.user !== null) signers.add(each.user);
            if (mayDecide && !each.approves) isOpen = false;
            if (signers.size >= rest.signatures) {
              isOpen = false;
              expected = 500;
              commits += 1;
            }
            refusals += mayDecide ? 0 : 1;
            expect([each, (await as("ann").state())?.price]).toEqual([each, isOpen ? waiting : expected]);
            if (!isOpen) break;
          }
          // A later turn commits nothing that is not decided, and nothing twice.
          const later = as("kim");
          if ((await later.pending()).length === 0) await later.send("Thanks");
          else await graph.invoke(null, { configurable: { thread_id: "t", user_id: "kim" } });
          const after = await later.state();
          const price = isOpen ? waiting : expected;
          expect([after?.price, after?.runtime_field_versions["price"] ?? 0]).toEqual([
            price,
            [0, 100, 500].indexOf(price),
          ]);

          async function decide({ user, approves, way }: Answer): Promise<string> {
            const session = as(user);
            const request = (await session.approvals()).find(({ payload }) => Object.hasOwn(payload, "proposalId"));
            if (request === undefined) {
              const [id = ""] = Object.keys((await session.state())?.execution_pending_approvals ?? {});
              if (networkWays.includes(way)) {
                // They decide only what a question asks.
                await network.answer(way, { user, interruptId: id, answer: { [id]: approves } });
                if ((await session.state())?.price !== 100) throw new Error(`It is decided by ${way}.`);
              }
              // Without a name nobody can decide here.
              return user === null
                ? "notAllowed"
                : (await session.decide({ [id]: approves }, { userId: user })).outcome;
            }
            const { id, hash, interruptId } = request;
            const answer =
              request.kind === "commit" ? { [id]: approves } : { id, hash, decision: approves ? "approve" : "reject" };
            if (networkWays.includes(way)) {
              const isRefused = await network.answer(way, { user, interruptId, answer });
              return (isRefused ?? (await isRefusedIn())) ? "notAllowed" : "answered";
            }
            if (way === "session" || way === "decide") {
              return (await (approves ? session.approve(request) : session.reject(request))).outcome;
            }
            await graph.invoke(new Command({ resume: way === "named" ? { [interruptId]: answer } : answer }), {
              configurable: { thread_id: "t", ...(user !== null && { user_id: user }) },
            });
            return (await isRefusedIn()) ? "notAllowed" : "answered";
          }

          async function isRefusedIn(): Promise<boolean> {
            return JSON.stringify(await as("ann").pending()).includes('"notAllowed"');
          }
        },
      ),
      { numRuns: RUNS, examples: [refusedAndCommitted] },
    );
    expect(Math.min(refusals, commits)).toBeGreaterThan(0);
  });
});
