export { type ExistingFields, existingFields, type ExistingSchema } from "./adoption/existing-fields.graph.ts";
export type { GraphFields, GraphUpdateOf, GraphValueOf } from "./graph-fields.graph.ts";
export { type InputOf, type StateOf, stateOf } from "./state-of.graph.ts";
export { type GraphSchemas, toGraphSchemas, toStateSchema } from "./state-schema.graph.ts";
