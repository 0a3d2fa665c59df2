import { Command, type LangGraphRunnableConfig } from "@langchain/langgraph";
import { parseUpdate, type StateDeclaration } from "@tidemark/core-state";
import type { GraphUpdateOf, GraphValueOf } from "@tidemark/core-state/langgraph";

/** What a node is: whose it is, and what it does. */
export interface NodeDefinition<State extends StateDeclaration> {
  /** The agent in whose name the node writes. */
  readonly agent: string;
  /** Further writers in whose name it writes: "root" for the orchestrator, "runtime" for what keeps the audit log. */
  readonly roles?: readonly string[];
  readonly run: (
    values: GraphValueOf<State>,
    config: LangGraphRunnableConfig,
  ) => NodeAnswer<State> | Promise<NodeAnswer<State>>;
}

/** What a node returns: an update, or a command that carries one. */
export type NodeAnswer<State extends StateDeclaration> = GraphUpdateOf<State> | Command;

/**
 * Makes a graph node whose updates are checked before the host sees them.
 *
 * An update with a field that the state does not have, that belongs to another writer, or whose value does not fit
 * throws `core-state/invalidUpdate`, which names the node, every such field and its owner; nothing of it is applied.
 */
export function defineNode<State extends StateDeclaration>(
  state: State,
  { agent, roles = [], run }: NodeDefinition<State>,
): (values: GraphValueOf<State>, config: LangGraphRunnableConfig) => Promise<NodeAnswer<State>> {
  return async (values, config) => {
    const answer = await run(values, config);
    if (answer instanceof Command) {
      parseUpdate(state, commandUpdate(answer), { agent, roles });
      return answer;
    }
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the same fields, as the host types them
    return parseUpdate(state, answer, { agent, roles }) as GraphUpdateOf<State>;
  };
}

/** A command's update may come as pairs of field and value. */
const commandUpdate = ({ update }: Command): unknown =>
  Array.isArray(update) ? Object.fromEntries(update) : (update ?? {});
