export { type ExistingFields, existingFields } from "./adoption/existing-fields.graph.ts";
export type { DeclaredSchema, GraphFields, GraphUpdateOf, GraphValueOf } from "./graph/graph-fields.graph.ts";
export { type InputOf, type StateOf, stateOf } from "./graph/state-of.graph.ts";
export { type GraphSchemas, toGraphSchemas, toStateSchema } from "./graph/state-schema.graph.ts";
