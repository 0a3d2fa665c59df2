import type { StateDeclaration } from "@tidemark/core-state";
import type { CommitPolicies } from "@tidemark/state-manager/internal";
import type { ConversationOptions } from "../conversation/conversation-options.graph.ts";
import { checkWindow } from "../conversation/conversation-view.graph.ts";
import type { AgentValues } from "../kernel/agent-values.ts";
import { modelLoader, type ModelOptions, type ModelSource } from "../models/model-source.graph.ts";
import { answerOfAgent } from "../nodes/answer-nodes.graph.ts";
import { type HistorySummarizer, historySummarizer } from "../nodes/history-summary.graph.ts";
import type { CompleteParts } from "./model-parts.graph.ts";

/** Options of a graph that its summary depends on. */
export interface SummarizedGraph<State extends StateDeclaration> {
  readonly agents: readonly { readonly name: string; readonly reads: readonly string[] }[];
  readonly planner?: unknown;
  readonly conversation?: ConversationOptions;
  readonly model?: ModelSource;
  readonly modelOptions?: ModelOptions;
  readonly policies?: CommitPolicies<State>;
}

/** The summary of long conversations; null without one. Throws for options that cannot be used. */
export function summarizerOf<State extends StateDeclaration>({
  conversation,
  model,
  modelOptions,
  policies,
}: SummarizedGraph<State>): HistorySummarizer<State> | null {
  checkWindow(conversation?.window);
  if (conversation?.summary === undefined) return null;
  const { window, summary } = conversation;
  const load = summary.model === undefined ? modelLoader(model, modelOptions) : modelLoader(summary.model);
  return historySummarizer<State>({ window, summary, load, policies });
}

/** Tells when a summary is due: before a node whose model reads the conversation. */
export function summaryRule<State extends StateDeclaration>(
  { agents, planner }: SummarizedGraph<State>,
  { taskExtractor, responder, defers }: CompleteParts,
  summarizer: HistorySummarizer<State>,
): (values: AgentValues, nodes: readonly string[]) => boolean {
  const readers = new Set([
    ...agents.filter(({ reads }) => reads.includes("messages")).map(({ name }) => name),
    ...(taskExtractor === undefined ? [] : ["task_extraction"]),
    ...(planner === undefined && agents.length === 1 ? [] : ["planner"]),
  ]);
  const responds = (values: AgentValues): boolean =>
    responder !== undefined && !(defers && answerOfAgent(values) !== null);
  return (values, nodes) =>
    nodes.some((node) => readers.has(node) || (node === "respond" && responds(values))) && summarizer.due(values);
}
