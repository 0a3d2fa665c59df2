import {
  type BaseCheckpointSaver,
  Command,
  END,
  type LangGraphRunnableConfig,
  MemorySaver,
  START,
  StateGraph,
} from "@langchain/langgraph";
import { SeedState } from "@tidemark/core-state";
import { type JsonObject } from "@tidemark/core-state/internal";
import { toStateSchema } from "@tidemark/core-state/langgraph";
import { turnStart } from "@tidemark/state-manager/langgraph";
import type { ApprovalProblem } from "@tidemark/state-manager/internal";
import { fixedClock } from "@tidemark/state-manager/testing";
import {
  type ApprovalRequestDraft,
  type ApprovalNodeOptions,
  routeAfterApproval,
  approvalNode,
  approvedEffect,
  requestApprovals,
} from "../../src/internal.graph.ts";

export const start = "2026-01-08T20:30:00.000Z";

export const mailTo = (to: string, more: Partial<ApprovalRequestDraft> = {}): ApprovalRequestDraft => ({
  capability: "mail",
  operation: "send",
  stepObjective: `Write to ${to}`,
  payload: { to },
  ...more,
});

const on = (thread: string) => ({ configurable: { thread_id: thread, user_id: "ann" }, durability: "sync" as const });

/** Graph that requests approvals of mails and then sends the approved ones, which it records in `sent`. */
export function mailGraph(
  mails: (values: { readonly task_user_input?: unknown }) => readonly ApprovalRequestDraft[],
  options: ApprovalNodeOptions & { readonly saver?: BaseCheckpointSaver } = {},
) {
  const { saver = new MemorySaver(), clock = fixedClock(start), ...approval } = options;
  const sent: { readonly thread: string; readonly payload: JsonObject; readonly key: string }[] = [];
  const runs: string[] = [];
  const next = routeAfterApproval({ approved: "send" });
  const graph = new StateGraph(toStateSchema(SeedState))
    .addNode("turn_start", turnStart(SeedState))
    .addNode("draft", (values, config: LangGraphRunnableConfig) => {
      runs.push("draft");
      return requestApprovals(config, mails(values), clock);
    })
    .addNode("approval", approvalNode(SeedState, { clock, ...approval }))
    .addNode(
      "send",
      approvedEffect(SeedState, {
        agent: "send",
        effect: ({ payload, key, config }) => {
          sent.push({ thread: String(config.configurable?.["thread_id"]), payload, key });
          return { messages: [{ role: "assistant", content: `Sent to ${String(payload["to"])}.` }] };
        },
      }),
    )
    .addEdge(START, "turn_start")
    .addEdge("turn_start", "draft")
    .addEdge("draft", "approval")
    .addConditionalEdges("approval", next, ["approval", "send", END])
    .addConditionalEdges("send", next, ["approval", "send", END])
    .compile({ checkpointer: saver });

  const question = async (thread = "t") => {
    const { tasks } = await graph.getState(on(thread));
    const interrupts: { value?: unknown; response_schema?: unknown }[] = tasks.flatMap((task) => task.interrupts);
    const [first] = interrupts;
    if (first === undefined) return null;
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the tests inspect the value of the interrupt
    return { ...(first.value as Question), schema: first.response_schema };
  };
  return {
    question,
    graph,
    sent,
    runs,
    say: (content: string, thread = "t") => graph.invoke({ messages: [{ role: "user", content }] }, on(thread)),
    answer: (resume: unknown, thread = "t") => graph.invoke(new Command({ resume }), on(thread)),
    /** Returns the requests of the interrupt, as a client sees them. */
    asked: async (thread = "t"): Promise<{ readonly id: string; readonly hash: string }[]> =>
      (await question(thread))?.requests ?? [],
    values: async (thread = "t") => {
      const snapshot: { values: unknown } = await graph.getState(on(thread));
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- values of this graph
      return snapshot.values as Awaited<ReturnType<typeof graph.invoke>>;
    },
  };
}

interface Question {
  readonly question: string;
  readonly note: string | null;
  readonly problem: ApprovalProblem | null;
  readonly requests: { readonly id: string; readonly hash: string }[];
}
