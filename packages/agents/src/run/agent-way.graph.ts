import { Command, type LangGraphRunnableConfig } from "@langchain/langgraph";
import { nearestName } from "@tidemark/core-state/internal";
import { agentErrors } from "../kernel/errors.ts";

type Node<Values, Answer> = (values: Values, config: LangGraphRunnableConfig) => Promise<Answer>;

/**
 * Holds an agent's commands to the nodes that it may go to; any other throws `agents/unknownAgent`.
 *
 * The host passes over a node that it does not have, and the run would end without an answer.
 */
export const withinGraph =
  <Values>(node: Node<Values, unknown>, known: readonly string[]): Node<Values, unknown> =>
  async (values, config) => {
    const answer = await node(values, config);
    for (const command of commandsOf(answer)) {
      if (command.graph !== undefined) continue;
      const agent = goalsOf(command).find((goal) => !known.includes(goal));
      if (agent !== undefined) throw agentErrors.unknownAgent({ agent, nearest: nearestName(agent, known), known });
    }
    return answer;
  };

const commandsOf = (answer: unknown): readonly Command[] =>
  [answer].flat().filter((each: unknown): each is Command => each instanceof Command);

const goalsOf = ({ goto = [] }: Command): readonly string[] =>
  [goto].flat().map((each) => (typeof each === "string" ? each : each.node));
