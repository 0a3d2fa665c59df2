export { agentErrors } from "@tidemark/agents";
export { checkpointErrors } from "@tidemark/checkpoint";
export { coreStateErrors } from "@tidemark/core-state";
export { reducerErrors } from "@tidemark/reducers";
export { stateManagerErrors } from "@tidemark/state-manager";
export { workerErrors } from "@tidemark/workers";
