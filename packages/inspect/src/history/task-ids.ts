/** Tasks of one node after a checkpoint. */
export interface TasksOfNode {
  readonly node: string;
  /** Id of the checkpoint after which they ran. */
  readonly checkpointId: string;
  /** LangGraph's number of their step. */
  readonly step: number;
  /** Namespace of their graph; empty outside of subgraphs. */
  readonly namespace: string;
  /** Number of tasks of the step. */
  readonly tasks: number;
}

/** Returns the ids that LangGraph gives to the tasks of a node, by an edge and by each `Send`: its savers store writes by these ids. */
export type TaskIds = (tasks: TasksOfNode) => readonly string[];
