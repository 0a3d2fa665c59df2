import type { LangGraphRunnableConfig } from "@langchain/langgraph";
import { currentOperation, errorTypeOf, type Operation } from "@tidemark/state-manager/internal";
import { type TracedNode, tracedNode } from "@tidemark/state-manager/internal/langgraph";

/** Reports what happens in one run of a node to its operation, or to the one around it. */
export interface NodeTrace {
  /** The run became a recorded failure, or was stopped. */
  failed(node: string, about: { readonly error: unknown; readonly isKilled: boolean }): void;
}

/** Runs a node inside of its operation, if it has one. The trace is null while nobody observes operations. */
export async function traceNode<Result>(
  node: TracedNode | undefined,
  run: { readonly input: object; readonly config: LangGraphRunnableConfig },
  work: (trace: NodeTrace | null) => Promise<Result>,
): Promise<Result> {
  if (node === undefined) {
    const around = currentOperation();
    return await work(around === null ? null : traceAround(around));
  }
  return await tracedNode(node, run, async (operation) => await work(operation === null ? null : traceOf(operation)));
}

const traceOf = (operation: Operation): NodeTrace => ({
  failed(_node, { error, isKilled }) {
    if (isKilled) operation.note({ outcome: "stopped" });
    else operation.fail(error);
  },
});

/** A node without an operation reports its failure as an event. */
const traceAround = (operation: Operation): NodeTrace => ({
  failed(node, { error, isKilled }) {
    if (isKilled) return;
    const attributes = { "tidemark.node.name": node, "error.type": errorTypeOf(error) };
    operation.event({ name: "tidemark.failure", attributes }, { error });
  },
});
