import coreState = require("@tidemark/core-state");
import reducers = require("@tidemark/reducers");

const last: string = reducers.lastWrite("a", "b");
const isPlan: (state: never) => boolean = coreState.hasPlan;
export = { last, isPlan };
