import type { LangGraphRunnableConfig } from "@langchain/langgraph";
import { defineNode } from "../flow/define-node.ts";
import { SchedulerState, type SchedulerUpdate, type SchedulerValue } from "../state.ts";
import type { SchedulerNode } from "./agent-node.ts";

/** Makes a node that acts as the root: the only writer of the proposal, the workflow and the answer. */
export function rootNode(
  run: (values: SchedulerValue, config: LangGraphRunnableConfig) => SchedulerUpdate,
): SchedulerNode {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- `run` returns no command, so neither does the node
  return defineNode(SchedulerState, { agent: "orchestrator", roles: ["root", "runtime"], run }) as SchedulerNode;
}
