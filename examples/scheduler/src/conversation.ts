import { Command, INTERRUPT, isInterrupted, type LangGraphRunnableConfig } from "@langchain/langgraph";
import { AgentEvent } from "@tidemark/core-state";
import { ApprovalRequest } from "./approval/approval-request.ts";
import type { Decision } from "./approval/decision.ts";
import type { SchedulerGraph } from "./graph.ts";
import type { SchedulerServices } from "./services.ts";
import type { SchedulerValue } from "./state.ts";

/** How a turn ended: with an answer, a question about the request, or a question to be approved. */
export type TurnResult =
  | {
      readonly type: "result";
      readonly outcome: "confirmed" | "rejected" | "answered" | "clarification" | "failed";
      readonly message: string;
      readonly thread: string;
      readonly event: SchedulerValue["scheduler_proposed_event"];
    }
  | {
      readonly type: "result";
      readonly outcome: "approval";
      readonly message: string;
      readonly thread: string;
      readonly event: SchedulerValue["scheduler_proposed_event"];
      readonly approval: ApprovalRequest;
    };

/** What `say` and `decide` tell while they work, and at the end, once, the result. */
export type ConversationEvent = AgentEvent | TurnResult;

/** One conversation on one thread; everything it knows is in the graph's checkpoints, so any process can go on with it. */
export interface Conversation {
  /** The question that waits for an answer, also one that another process asked; null when none does. */
  pending(): Promise<ApprovalRequest | null>;
  /** Starts a new turn with what a person typed. */
  say(text: string, signal?: AbortSignal): AsyncGenerator<ConversationEvent, TurnResult>;
  /** Answers the pending question, by a decision or in words; the graph goes on where it stopped. */
  decide(answer: Decision | string, signal?: AbortSignal): AsyncGenerator<ConversationEvent, TurnResult>;
  /** True when a turn neither ended nor waits for anybody: its process stopped in the middle of it. */
  interrupted(): Promise<boolean>;
  /** Goes on with a turn that was interrupted, from the last step that was completed. */
  goOn(signal?: AbortSignal): AsyncGenerator<ConversationEvent, TurnResult>;
}

/** Whose conversation it is. */
export interface ConversationOptions {
  readonly thread: string;
  /** The member who speaks; null when nobody said. */
  readonly member: string | null;
}

/** Opens a conversation on a compiled scheduler; it starts nothing and asks nothing by itself. */
export function openConversation(
  graph: SchedulerGraph,
  services: SchedulerServices,
  options: ConversationOptions,
): Conversation {
  const { thread, member } = options;
  const config = { configurable: { thread_id: thread }, durability: "sync" } as const;

  async function* run(
    input: Parameters<SchedulerGraph["stream"]>[0],
    signal?: AbortSignal,
  ): AsyncGenerator<ConversationEvent, TurnResult> {
    const modes: ("custom" | "values")[] = ["custom", "values"];
    const stream = await graph.stream(input, { ...config, streamMode: modes, ...(signal && { signal }) });
    let last: unknown = null;
    for await (const [mode, chunk] of stream) {
      if (mode === "values") last = chunk;
      const event = AgentEvent.safeParse(chunk);
      if (mode === "custom" && event.success) yield event.data;
    }
    // What this run came to, since another process may have written to the thread by now; a question comes without the
    // values, and where there was nothing to do nothing comes at all.
    const isWhole = last !== null && !isInterrupted(last);
    const result = isWhole ? resultOf(last, thread) : await storedResult(graph, config, thread);
    yield result;
    return result;
  }

  return {
    pending: () => pendingApproval(graph, config),
    say: (text, signal) =>
      run(
        {
          messages: [{ role: "user", content: text }],
          runtime_user_id: member,
          runtime_session_id: thread,
          runtime_updated_at: services.clock.now(),
        },
        signal,
      ),
    decide: (answer, signal) => run(new Command({ resume: answer }), signal),
    interrupted: async () => {
      // Not `next`: a task whose result was stored, but not its checkpoint, is missing there.
      const { tasks } = await graph.getState(config);
      return tasks.length > 0 && tasks.every((task) => task.interrupts.length === 0);
    },
    goOn: (signal) => run(null, signal),
  };
}

type ThreadConfig = Pick<LangGraphRunnableConfig, "configurable">;

async function pendingApproval(graph: SchedulerGraph, config: ThreadConfig): Promise<ApprovalRequest | null> {
  const { tasks } = await graph.getState(config);
  return approvalOf(tasks.flatMap((task) => task.interrupts));
}

function approvalOf(interrupts: readonly { readonly value?: unknown }[]): ApprovalRequest | null {
  for (const { value } of interrupts) {
    const request = ApprovalRequest.safeParse(value);
    if (request.success) return request.data;
  }
  return null;
}

async function storedResult(graph: SchedulerGraph, config: ThreadConfig, thread: string): Promise<TurnResult> {
  const snapshot = await graph.getState(config);
  const state: unknown = snapshot.values;
  return resultOf({ ...Object(state), [INTERRUPT]: snapshot.tasks.flatMap((task) => task.interrupts) }, thread);
}

function resultOf(values: unknown, thread: string): TurnResult {
  const approval = isInterrupted(values) ? approvalOf(values[INTERRUPT]) : null;
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the values of this graph's own state
  const state = values as Partial<SchedulerValue>;
  const event = state.scheduler_proposed_event ?? null;
  if (approval !== null) {
    return { type: "result", outcome: "approval", message: approval.question, thread, event, approval };
  }
  return { type: "result", outcome: outcomeOf(state), message: state.execution_final_answer ?? "", thread, event };
}

function outcomeOf(values: Partial<SchedulerValue>): Exclude<TurnResult["outcome"], "approval"> {
  if (values.control_workflow_status === "failed") return "failed";
  if (values.control_workflow_status === "awaiting_user") return "clarification";
  const status = values.scheduler_proposed_event?.status;
  return status === "confirmed" || status === "rejected" ? status : "answered";
}
