import { Command, type LangGraphRunnableConfig } from "@langchain/langgraph";
import { nearestName } from "@tidemark/core-state";
import { agentErrors } from "../errors.ts";

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

/**
 * Sends an agent back to the router, unless one of its commands goes elsewhere.
 *
 * With an edge of its own the node would go both ways.
 */
export const backToRouter =
  <Values>(node: Node<Values, unknown>): Node<Values, Command | readonly Command[]> =>
  async (values, config) => {
    const answer = await node(values, config);
    const commands = commandsOf(answer);
    if (commands.length === 0) return new Command({ update: { ...Object.assign({}, answer) }, goto: "router" });
    const leads = commands.some((command) => command.graph !== undefined || goalsOf(command).length > 0);
    return leads ? commands : [...commands, new Command({ goto: "router" })];
  };

const commandsOf = (answer: unknown): readonly Command[] =>
  [answer].flat().filter((each: unknown): each is Command => each instanceof Command);

const goalsOf = ({ goto = [] }: Command): readonly string[] =>
  [goto].flat().map((each) => (typeof each === "string" ? each : each.node));
