import type { LangGraphRunnableConfig } from "@langchain/langgraph";
import { defineNode, type GraphNodeOf, type WritableUpdateOf } from "tidemark";
import { SchedulerState, type SchedulerValue } from "../state.ts";

/** What the root may write: what belongs to it, to the framework in whose name it acts, or to nobody. */
export interface RootUpdate extends WritableUpdateOf<typeof SchedulerState, "orchestrator" | "root" | "runtime"> {}

/** Makes a node that acts as the root: the only writer of the proposal, the workflow and the answer. */
export const rootNode = (
  run: (values: SchedulerValue, config: LangGraphRunnableConfig) => RootUpdate,
): GraphNodeOf<typeof SchedulerState> =>
  defineNode(SchedulerState, {
    agent: "orchestrator",
    roles: ["root", "runtime"],
    run: (values, { config }) => run(values, config),
  });
