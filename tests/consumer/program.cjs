const coreState = require("@tidemark/core-state");
const reducers = require("@tidemark/reducers");
const agents = require("@tidemark/agents");
const { createAgentGraph } = require("@tidemark/agents/langgraph");
const stateManager = require("@tidemark/state-manager");
const { openSession, turnStart } = require("@tidemark/state-manager/langgraph");
const tidemark = require("tidemark");
const { mcpTools } = require("tidemark/agents");
const { toStateSchema } = require("@tidemark/core-state/langgraph");

const usable =
  typeof coreState.defineState === "function" &&
  typeof reducers.append === "function" &&
  typeof stateManager.systemClock.now() === "string" &&
  agents.classifyError(new Error("no")).severity === "critical" &&
  typeof createAgentGraph === "function" &&
  typeof openSession === "function" &&
  typeof turnStart === "function" &&
  typeof mcpTools === "function" &&
  typeof toStateSchema === "function" &&
  tidemark.defineState === coreState.defineState;
console.log(usable ? "ok" : "broken");
