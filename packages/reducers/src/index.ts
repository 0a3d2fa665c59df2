export { defineErrors } from "./errors.ts";
export type { ErrorKind, Errors, ErrorTable, TidemarkError } from "./errors.ts";
export type { Reducer } from "./reducer.ts";
