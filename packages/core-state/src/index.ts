export { defineErrors, type Errors } from "@tidemark/reducers";
export { coreStateErrors } from "./errors.ts";
export {
  field,
  fields,
  type Field,
  type FieldDeclaration,
  type FieldOptions,
  type Fields,
  type FieldTypes,
  type Lifetime,
  type PrefixedFields,
  type Writer,
} from "./field.ts";
export { type ChatMessage, type ChatMessageInput, messagesField } from "./messages.ts";
export { defineState, extendState, initialState, type StateDeclaration, type UpdateOf, type ValueOf } from "./state.ts";
export {
  checkUpdate,
  mayWrite,
  parseUpdate,
  type UpdateCheck,
  type UpdateIssue,
  type UpdateOptions,
} from "./update.ts";
export {
  describe,
  toJsonSchema,
  type FieldDescription,
  type JsonSchema,
  type StateDescription,
  type StateJsonSchema,
} from "./describe.ts";
export { findNonJson, formatPath, type NonJson } from "./json.ts";
export type { SchemaTypes } from "./field.ts";
