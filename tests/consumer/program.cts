import coreState = require("@tidemark/core-state");
import reducers = require("@tidemark/reducers");

import agents = require("@tidemark/agents");
import agentGraphs = require("@tidemark/agents/langgraph");
import stateManager = require("@tidemark/state-manager");
import sessions = require("@tidemark/state-manager/langgraph");

const last: string = reducers.lastWrite("a", "b");
const isPlan: (state: never) => boolean = coreState.hasPlan;
const turnId: string = stateManager.nextTurnId(null);
const gone: readonly string[] = sessions.findMissingNodes(
  { nodes: {} },
  { checkpoint: { channel_values: {} } as never },
);
const limit: number = agents.limitsOf({}).maxSteps;
const make: Function = agentGraphs.createAgentGraph;
export = { limit, make, last, isPlan, turnId, gone };
