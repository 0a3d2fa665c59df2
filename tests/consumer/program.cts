import coreState = require("@tidemark/core-state");
import reducers = require("@tidemark/reducers");

import agents = require("@tidemark/agents");
import agentGraphs = require("@tidemark/agents/langgraph");
import stateManager = require("@tidemark/state-manager");
import sessions = require("@tidemark/state-manager/langgraph");
import tidemark = require("tidemark");

const last: string = reducers.lastWrite("a", "b");
const now: string = stateManager.systemClock.now();
const describe: Function = coreState.describe;
const open: Function = sessions.openSession;
const severity: string = agents.classifyError(new Error("no")).severity;
const isSame: boolean = tidemark.defineState === coreState.defineState;
const make: Function = agentGraphs.createAgentGraph;
export = { severity, make, last, now, describe, open, isSame };
