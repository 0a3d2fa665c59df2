import type { LangGraphRunnableConfig } from "@langchain/langgraph";
import { defineNode, type GraphNodeOf, type WritableUpdateOf } from "tidemark";
import { SchedulerState, type SchedulerValue } from "../state.ts";

/** Update that the root may write: fields of the root, of the framework on whose behalf it acts, and fields without an owner. */
export interface RootUpdate extends WritableUpdateOf<typeof SchedulerState, "orchestrator" | "root" | "runtime"> {}

/** Creates a node that acts as the root, the only owner of the proposal, the workflow and the answer. */
export const rootNode = (
  run: (values: SchedulerValue, config: LangGraphRunnableConfig) => RootUpdate,
): GraphNodeOf<typeof SchedulerState> =>
  defineNode(SchedulerState, {
    agent: "orchestrator",
    roles: ["root", "runtime"],
    run: (values, { config }) => run(values, config),
  });
