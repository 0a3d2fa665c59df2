// Only the imports of the other cases.
export { StateGraph, StateSchema } from "@langchain/langgraph";
export { defineState } from "@tidemark/core-state";
export { toStateSchema } from "@tidemark/core-state/langgraph";
export { z } from "zod";
