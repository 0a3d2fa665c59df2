import type { BaseChatModel } from "@langchain/core/language_models/chat_models";
import { AIMessage, type BaseMessage, RemoveMessage } from "@langchain/core/messages";
import type { LangGraphRunnableConfig } from "@langchain/langgraph";
import type { StateDeclaration } from "@tidemark/core-state";
import type { ConversationSummary, ErrorInfo } from "@tidemark/core-state/internal";
import { commit, propose, systemClock } from "@tidemark/state-manager";
import type { CommitPolicies } from "@tidemark/state-manager/internal";
import type { GraphNodeOf } from "@tidemark/state-manager/langgraph";
import type { AgentValues } from "../kernel/agent-values.ts";
import { epochSecondsOf } from "../kernel/clock.ts";
import { agentErrors } from "../kernel/errors.ts";
import { shortened } from "../kernel/plain-text.ts";
import { privately } from "../kernel/private-tags.ts";
import { quietly } from "../failures/node-errors.ts";
import { errorFacts, messageOf } from "../failures/error-facts.ts";
import { safeError } from "../failures/secrets.ts";
import type { ConversationSummaryOptions } from "../conversation/conversation-options.graph.ts";
import { type ConversationWindow, summaryLength, summaryLimits } from "../conversation/conversation-view.graph.ts";
import { messageIdOf } from "../conversation/messages.ts";
import {
  coveredCount,
  planSummary,
  readSummary,
  type SummaryPlan,
  summaryParts,
  summaryText,
} from "../conversation/summary-plan.ts";
import { transcriptOf } from "../conversation/transcript.ts";
import type { LoadModel } from "../models/model-source.graph.ts";
import { callModel, promptMessages } from "../plans/model-answer.graph.ts";
import { summaryPrompt } from "../plans/prompt.ts";
import { type GuardedRun, guardedNode, type GuardOptions, type Work } from "../run/guarded.graph.ts";
import { updateResult } from "../run/joined-result.graph.ts";

/** Name of the node that summarizes the conversation. */
export const SUMMARY_NODE = "history_summary";

/** Options of the summary in a graph. */
export interface HistorySummaryOptions<State extends StateDeclaration = StateDeclaration> {
  readonly window: ConversationWindow;
  readonly summary: ConversationSummaryOptions;
  /** The model; null when a function writes the summary. */
  readonly load: LoadModel | null;
  readonly policies?: CommitPolicies<State> | undefined;
}

/** The summary of a graph: when it is due, and the node that writes it. */
export interface HistorySummarizer<State extends StateDeclaration> {
  /** True if messages must be summarized before a model reads the conversation. */
  due(values: AgentValues): boolean;
  /** The covered messages, as LangGraph removes them; none unless they are to be removed. */
  removals(values: AgentValues): readonly RemoveMessage[];
  node(state: State, options: GuardOptions): GraphNodeOf<State>;
}

/**
 * Creates the summary of a graph. A turn whose messages do not fit in the window passes through its node before the next node that works.
 *
 * A failure is recorded in `conversation_summary_error` and never ends the turn: the last summary stays.
 */
export function historySummarizer<State extends StateDeclaration>(
  options: HistorySummaryOptions<State>,
): HistorySummarizer<State> {
  const { summary, window, load, policies } = options;
  const limits = summaryLimits({ window, keep: summary.keep });
  const longest = summaryLength(summary.maxLength);
  if (summary.summarize === undefined && load === null) throw agentErrors.noModel({ agent: "conversation.summary" });
  const planOf = (values: AgentValues): SummaryPlan | null =>
    planSummary(messagesOf(values), values.conversation_summary, limits);

  return {
    // A summary that waits for an approval, and one that has failed in this turn, are not written again.
    due: (values) =>
      (values.conversation_summary_error ?? null) === null &&
      (values.control_proposals ?? []).every(({ changes }) => !Object.hasOwn(changes, FIELD)) &&
      planOf(values) !== null,
    removals(values) {
      const messages = messagesOf(values);
      if (summary.removeMessages !== true) return [];
      const covered = messages.slice(0, coveredCount(messages, readSummary(values.conversation_summary)));
      return covered.flatMap((message) => {
        const id = messageIdOf(message);
        return id === null || message.type === "system" ? [] : [new RemoveMessage({ id })];
      });
    },
    node: (state, guard) =>
      guardedNode(
        state,
        {
          name: SUMMARY_NODE,
          builtIn: {},
          step: null,
          timeoutSeconds: summary.timeoutSeconds ?? 60,
          begin: (run) => workOf(state, run, guard),
        },
        guard,
      ),
  };

  function workOf(
    state: State,
    { values: given, config, signal, startedAt, meter }: GuardedRun<State>,
    guard: GuardOptions,
  ): Work {
    const { clock = systemClock, errors } = guard;
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- every field of it is optional
    const values = given as AgentValues;
    const messages = messagesOf(values);
    let done: { readonly text: string; readonly end: number; readonly plan: SummaryPlan; readonly by: string } | null =
      null;
    const started =
      (values.execution_start_time ?? null) === null ? { execution_start_time: epochSecondsOf(startedAt) } : {};

    async function run(): Promise<unknown> {
      const plan = planOf(values);
      if (plan === null) return null;
      const write = summary.summarize === undefined ? await modelWriter() : functionWriter();
      for (const [from, end] of write.parts(plan)) {
        const previous: string | null = done?.text ?? plan.previous?.text ?? null;
        const text = summaryText(await write.text(messages.slice(from, end), previous), longest);
        if (text === "") throw agentErrors.badModelAnswer({ part: "summary", issues: "- The summary is empty." });
        done = { text, end, plan, by: write.by() };
      }
      return null;
    }

    function functionWriter() {
      const { summarize = () => "" } = summary;
      return {
        parts: ({ start, end }: SummaryPlan) => [[start, end]] as const,
        text: async (part: readonly BaseMessage[], previous: string | null): Promise<unknown> =>
          await summarize({ messages: part, previous, signal }),
        by: () => `function ${summarize.name === "" ? "summarize" : summarize.name}`,
      };
    }

    async function modelWriter() {
      const model = await load?.();
      if (model === undefined) throw agentErrors.noModel({ agent: "conversation.summary" });
      const largest = Math.max(2000, Math.min(LARGEST_PART, 4 * (window.maxTokens ?? LARGEST_PART)));
      return {
        parts: (plan: SummaryPlan) =>
          summaryParts(messages, plan, { sizeOf: (part) => transcriptOf(part).length, largest }),
        text: async (part: readonly BaseMessage[], previous: string | null): Promise<unknown> => {
          meter?.require();
          const conversation = shortened(transcriptOf(part), largest);
          const asked = promptMessages(summaryPrompt({ previous, conversation, longest }));
          const answer = await callModel("summary", signal, async () => await model.invoke(asked, quiet(config)));
          return AIMessage.isInstance(answer) ? answer.text : "";
        },
        by: () => nameOf(model, Object.values(meter?.usage ?? {}).at(-1)?.model),
      };
    }

    /** The summary as it is committed, and what became of a failure. */
    function written(error: ErrorInfo | null): Readonly<Record<string, unknown>> {
      const failed = error === null ? {} : { conversation_summary_error: error };
      if (done === null) return { ...started, ...failed };
      const { text, end, plan, by } = done;
      const { previous, start } = plan;
      const covered = messages.slice(start, end);
      const ids = covered.flatMap((message) => messageIdOf(message) ?? []);
      const now = clock.now();
      const value: ConversationSummary = {
        text,
        from: previous?.from ?? ids[0] ?? "",
        through: ids.at(-1) ?? "",
        messages: (previous?.messages ?? 0) + covered.length,
        by,
        turnId: values.runtime_turn_id ?? null,
        timestamp: now,
      };
      const reason = `Covers ${value.messages} messages, from ${value.from} through ${value.through}, by ${by}.`;
      const proposalId = ["summary", value.turnId ?? "turn_0", value.through].join(":");
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the state has the group of this field
      const changes = { [FIELD]: value } as never;
      const proposal = propose(state, given, { agent: SUMMARY_NODE, changes, reason, now, proposalId });
      const { updates, decisions } = commit(state, given, [proposal], {
        decidedBy: "root",
        now,
        ...(policies !== undefined && { policies }),
      });
      const isOpen = decisions.some(({ outcome }) => outcome === "asked" || outcome === "kept");
      const [decision] = decisions;
      const all = Object.fromEntries(updates.flatMap((update): [string, unknown][] => Object.entries(update)));
      if (!isOpen) delete all["control_proposals"];
      const refused =
        decision?.outcome === "refused" && error === null
          ? { conversation_summary_error: failureOf(new Error("The commit refused the summary."), now) }
          : {};
      return { ...started, ...all, ...failed, ...refused };
    }

    return {
      run,
      complete: () => updateResult(written(null)),
      instead(error) {
        if (errors !== undefined) quietly(errors)(error, { node: SUMMARY_NODE, values });
        return written(failureOf(safeError(error), clock.now()));
      },
    };
  }
}

const FIELD = "conversation_summary";

/** Largest part of a conversation that one call of a model summarizes, in characters. */
const LARGEST_PART = 40_000;

const quiet = ({ signal, tags = [] }: LangGraphRunnableConfig) => ({
  ...privately({ tags }),
  ...(signal !== undefined && { signal }),
});

const failureOf = (error: Error, timestamp: string): ErrorInfo => ({
  step: SUMMARY_NODE,
  errorType: errorFacts(error)[0]?.name ?? "Error",
  message: messageOf(error).slice(0, 1000),
  timestamp,
  retryable: true,
});

const nameOf = (model: BaseChatModel, reported: string | undefined): string =>
  reported === undefined || reported === "unknown" ? model.getName() : reported;

// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- LangGraph's reducer stores messages of LangChain
const messagesOf = (values: AgentValues) => (values.messages ?? []) as unknown as readonly BaseMessage[];
