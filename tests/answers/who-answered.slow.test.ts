// Bob answers a question in a turn that Ann began, and the process ends before the node has finished. Bob signed, also if another one finishes the turn.
import { type BaseCheckpointSaver, END, type LangGraphRunnableConfig, START, StateGraph } from "@langchain/langgraph";
import {
  AgentState,
  commitNode,
  defineNode,
  extendState,
  field,
  fieldGroups,
  fields,
  openSession,
  toStateSchema,
  turnStart,
} from "tidemark";
import { approvalSteps, createAgentGraph, defineAgent } from "tidemark/agents";
import { importThread } from "tidemark/checkpoint";
import { scriptedModel } from "tidemark/testing";
import { describe, expect, test } from "vitest";
import { z } from "zod";
import { allSavers } from "../checkpoint/savers.ts";

const Desk = extendState(AgentState, {
  version: 1,
  fields: [
    fieldGroups.calls,
    fields("desk", {
      city: field({
        description: "Destination.",
        schema: z.string(),
        default: () => "",
        lifetime: "thread",
        owner: "root",
      }),
    }),
  ],
});

/** Ends the process, as far as a test can, while `left` is not 0. */
interface Power {
  left: number;
}

const useUp = (power: Power): void => {
  power.left -= 1;
  if (power.left >= 0) throw new Error("power cut");
};

/** A node that ends with the process, after its answer and before its update. */
const cut =
  <Values, Update>(power: Power, node: (values: Values, config: LangGraphRunnableConfig) => Update | Promise<Update>) =>
  async (values: Values, config: LangGraphRunnableConfig): Promise<Update> => {
    const update = await node(values, config);
    useUp(power);
    return update;
  };

/** A graph whose process ends in the node that asks. */
function approving(
  checkpointer: BaseCheckpointSaver,
  power: Power,
  by: { readonly by?: (config: LangGraphRunnableConfig) => string } = {},
) {
  const steps = approvalSteps(Desk, {
    ...by,
    name: "mail",
    request: ({ task_user_input: said }) =>
      said === "Go" ? { text: "Write", payload: { to: "ann@example.org" } } : null,
    effect: () => {},
  });
  return new StateGraph(toStateSchema(Desk))
    .addNode("turn_start", turnStart(Desk))
    .addNode(
      steps.map(([name, node, ends]): (typeof steps)[number] => [
        name,
        name === "mail_approval" ? cut(power, node) : node,
        ends,
      ]),
    )
    .addEdge(START, "turn_start")
    .addEdge("turn_start", "mail")
    .compile({ checkpointer });
}

/** Graphs that ask a person. Each says who decided in its audit log. */
const graphs = {
  "a node that approves": approving,
  "a node with its own names": (checkpointer: BaseCheckpointSaver, power: Power) =>
    approving(checkpointer, power, { by: ({ configurable }) => `user:${String(configurable?.["user_id"])}` }),
  "a commit": (checkpointer: BaseCheckpointSaver, power: Power) =>
    new StateGraph(toStateSchema(Desk))
      .addNode("turn_start", turnStart(Desk))
      .addNode(
        "plan",
        defineNode(Desk, {
          agent: "planner",
          run: ({ task_user_input: said }, { propose }) =>
            said === "Go"
              ? { control_proposals: ["Oslo", "Rome"].map((city) => propose({ desk_city: city }, "Cheap.")) }
              : {},
        }),
      )
      .addNode("commit", cut(power, commitNode(Desk, { policies: { desk_city: "ask" }, ask: "interrupt" })))
      .addEdge(START, "turn_start")
      .addEdge("turn_start", "plan")
      .addEdge("plan", "commit")
      .addEdge("commit", END)
      .compile({ checkpointer }),
  "a tool": (checkpointer: BaseCheckpointSaver, power: Power) => {
    const agent = defineAgent(Desk, {
      name: "cashier",
      description: "Pays.",
      reads: ["messages"],
      tools: {
        pay: {
          description: "Pays an amount.",
          inputs: z.object({ amount: z.number() }),
          run: ({ amount }, { signal }) => {
            // An error would be a result for the model.
            power.left -= 1;
            if (power.left >= 0) ended.get(power)?.abort();
            signal.throwIfAborted();
            return { amount };
          },
        },
      },
      approvals: { pay: "always" },
    });
    const model = scriptedModel([
      { toolCalls: [{ name: "pay", args: { amount: 5 } }] },
      ...Array.from({ length: 9 }, () => "Done."),
    ]);
    return createAgentGraph({ state: Desk, model, agents: [agent], checkpointer });
  },
} as const;

const ended = new WeakMap<Power, AbortController>();

type Graph = ReturnType<(typeof graphs)["a node that approves"]>;

const savers = allSavers();

const kinds = ["a node that approves", "a node with its own names", "a commit", "a tool"] as const;

interface AnswerOptions {
  readonly key?: string;
  readonly signal?: AbortSignal;
}

/** A thread whose turn Ann began and in which the process ended with Bob's answer. */
async function answeredByBob(kind: keyof typeof graphs, checkpointer: BaseCheckpointSaver) {
  const power: Power = { left: 0 };
  const stop = new AbortController();
  ended.set(power, stop);
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the graphs have the same state
  const graph = graphs[kind](checkpointer, power) as unknown as Graph;
  const as = (userId: string, threadId = "t") => openSession({ graph, threadId, userId });
  await as("ann").send("Go");
  const answerOf = (value: unknown): unknown => {
    const [first] = z.object({ requests: z.array(z.object({ id: z.string() })) }).parse(value).requests;
    return kind === "a commit" ? { [first?.id ?? ""]: true } : "yes";
  };
  const answer = async (userId: string, threadId = "t", { key = "", signal }: AnswerOptions = {}) => {
    const session = as(userId, threadId);
    const [question] = await session.pending();
    return session.resume(question?.id ?? "", answerOf(question?.value), {
      idempotencyKey: `${userId} ${threadId}${key}`,
      ...(signal !== undefined && { signal }),
    });
  };
  power.left = 1;
  await answer("bob", "t", { signal: stop.signal }).catch(() => null);
  const signed = async (threadId = "t"): Promise<readonly unknown[]> => {
    const log: readonly object[] = (await as("ann", threadId).state())?.runtime_audit_log ?? [];
    return log.flatMap((entry) => ("decidedBy" in entry && entry.decidedBy !== "root" ? [entry.decidedBy] : []));
  };
  return { as, answer, signed, power, stop };
}

describe.each(savers)("who answered before a process ended, on %s", (_, open) => {
  describe.each(kinds)("in %s", (kind) => {
    test("has decided when another user continues the turn", async () => {
      const { as, signed } = await answeredByBob(kind, await open());
      expect(await signed()).toEqual([]);
      expect(await as("carl").continue()).toMatchObject({ outcome: "done" });
      expect(new Set(await signed())).toEqual(new Set(["user:bob"]));
    });

    test("has decided when the next message of another user finishes the turn", async () => {
      const { as, signed } = await answeredByBob(kind, await open());
      const r = await as("ann").send("Thanks");
      expect(r).toMatchObject({ outcome: "done", previous: { outcome: "finished" } });
      expect(new Set(await signed())).toEqual(new Set(["user:bob"]));
    });

    test("has decided when the process that continues ends, too", async () => {
      const { as, signed, power, stop } = await answeredByBob(kind, await open());
      power.left = 1;
      const again = new AbortController();
      ended.set(power, again);
      await as("carl")
        .continue({ signal: again.signal })
        .catch(() => null);
      expect([stop.signal.aborted, power.left]).toEqual([kind === "a tool", 0]);
      expect(await as("ann").continue()).toMatchObject({ outcome: "done" });
      expect(new Set(await signed())).toEqual(new Set(["user:bob"]));
    });

    test("has decided when the call is repeated with the key by a host without a user", async () => {
      const { as, signed } = await answeredByBob(kind, await open());
      const turn = await as("dora").continue({ idempotencyKey: "bob t" });
      expect(turn).toMatchObject({ outcome: "done" });
      expect(new Set(await signed())).toEqual(new Set(["user:bob"]));
    });
  });
});

describe.each(savers)("a copy of a thread with Bob's answer, on %s", (_, open) => {
  test.each(kinds)("of %s is decided only by the person who is asked there", async (kind) => {
    const saver = await open();
    const { as, answer, signed } = await answeredByBob(kind, saver);
    await as("ann").fork({ threadId: "fork" });
    const document: unknown = JSON.parse(JSON.stringify(await as("ann").export()));
    await importThread(document, { checkpointer: saver, state: Desk, threadId: "import" });
    for (const threadId of ["fork", "import"]) {
      await as("carl", threadId).continue();
      let turn = await answer("carl", threadId);
      if (turn.outcome === "interrupted") turn = await answer("carl", threadId, { key: " again" });
      expect([threadId, turn.outcome]).toEqual([threadId, "done"]);
      expect([threadId, ...new Set(await signed(threadId))]).toEqual([threadId, "user:carl"]);
    }
  });
});
