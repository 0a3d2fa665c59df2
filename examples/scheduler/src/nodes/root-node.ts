import type { LangGraphRunnableConfig } from "@langchain/langgraph";
import { defineNode, type WritableUpdateOf } from "@tidemark/state-manager/langgraph";
import { SchedulerState, type SchedulerValue } from "../state.ts";
import type { SchedulerNode } from "./agent-node.ts";

/** What the root may write: what belongs to it, to the framework in whose name it acts, or to nobody. */
export interface RootUpdate extends WritableUpdateOf<typeof SchedulerState, "orchestrator" | "root" | "runtime"> {}

/** Makes a node that acts as the root: the only writer of the proposal, the workflow and the answer. */
export function rootNode(run: (values: SchedulerValue, config: LangGraphRunnableConfig) => RootUpdate): SchedulerNode {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- `run` returns no command, so neither does the node
  return defineNode(SchedulerState, {
    agent: "orchestrator",
    roles: ["root", "runtime"],
    run: (values, { config }) => run(values, config),
  }) as SchedulerNode;
}
