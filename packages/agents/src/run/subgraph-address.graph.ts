import type { LangGraphRunnableConfig } from "@langchain/langgraph";

/**
 * Lets the graphs that a node calls continue at their newest checkpoint, with the finished tasks of an unfinished superstep.
 *
 * LangGraph gives each task the key `checkpoint_id` without a value. Up to 1.4.8, a subgraph takes the key alone for the address of a
 * checkpoint, and so runs finished tasks again. A later version looks at the value. The config belongs to this task, and LangGraph
 * passes the same object to subgraphs through its async context, so the key is removed in place.
 */
export function continueSubgraphs({ configurable }: LangGraphRunnableConfig): void {
  if (configurable !== undefined && configurable["checkpoint_id"] === undefined) delete configurable["checkpoint_id"];
}
