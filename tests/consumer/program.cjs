const coreState = require("@tidemark/core-state");
const reducers = require("@tidemark/reducers");
const { toStateSchema } = require("@tidemark/core-state/langgraph");

const usable =
  typeof coreState.defineState === "function" &&
  typeof reducers.append === "function" &&
  typeof toStateSchema === "function" &&
  reducers.defineErrors === coreState.defineErrors;
console.log(usable ? "ok" : "broken");
