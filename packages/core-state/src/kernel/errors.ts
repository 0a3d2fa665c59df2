import { defineErrors, type Errors } from "@tidemark/reducers";
import type { UpdateIssue } from "./update-issue.ts";

const table = {
  invalidFieldName: (details: { name: string; problem: string }) =>
    `"${details.name}" cannot be the name of a field: it ${details.problem}. ` +
    `A name is any other identifier, such as lastOrder; a prefix is not part of the names in its group.`,

  misplacedField: (details: { key: string; name: string }) =>
    `The field "${details.name}" has the key "${details.key}". Spread its group without renaming its fields.`,

  frameworkField: (details: { field: string; group: string | null }) =>
    `"${details.field}" is a field of Tidemark. Choose another name` +
    `${details.group === null ? "" : `, or use the declaration in \`fieldGroups.${details.group}\``}.`,

  unknownSchema: (details: { found: string }) =>
    `\`existingFields\` takes a \`StateSchema\` or the result of \`Annotation.Root\`, not ${details.found}. ` +
    `Make a \`StateSchema\` of another schema, such as a Zod object.`,

  fieldClash: (details: { fields: readonly string[] }) =>
    `The state already has ${details.fields.map((name) => `"${name}"`).join(", ")}. Rename the new field.`,

  unknownFields: (details: { fields: readonly string[]; known: readonly string[] }) =>
    `The state has no field ${details.fields.map((name) => `"${name}"`).join(", ")}, so it cannot be an input or output of a graph. ` +
    `Its fields are: ${details.known.join(", ")}.`,

  unknownOption: (details: { of: string; option: string; nearest: string | null; known: readonly string[] }) =>
    `"${details.option}" is not an option of ${details.of}.${details.nearest === null ? "" : ` Did you mean "${details.nearest}"?`} ` +
    `The options are: ${details.known.join(", ")}.`,

  invalidVersion: (details: { version: unknown }) =>
    `The version of a state must be a whole number, 1 or greater, not ${String(details.version)}. Increase it by 1 with each change of shape.`,

  invalidDefault: (details: { field: string; problem: string }) =>
    `The default of a field does not match its schema. ${details.problem} ` +
    `Change \`default\` or \`schema\`. Conversions belong in \`updateSchema\`.`,

  asyncSchema: (details: { field: string }) =>
    `The schema of "${details.field}" is asynchronous, but updates are validated synchronously. Use a synchronous schema, and await in the node.`,

  notUserField: (details: { field: string; lifetime: string }) =>
    `"${details.field}" has \`withoutUser\`, but its lifetime is "${details.lifetime}". ` +
    `Set \`lifetime: "user"\`, or remove \`withoutUser\`.`,

  transientReducer: (details: { field: string }) =>
    `"${details.field}" is transient and has a reducer, but LangGraph stores no value of a transient field to reduce into. ` +
    `Remove \`reducer\`, or set \`lifetime: "turn"\`.`,

  invalidUpdate: (details: { node: string | null; issues: readonly UpdateIssue[] }) =>
    `${details.node === null ? "The update" : `The update from "${details.node}"`} was refused, and none of it was applied:\n` +
    details.issues.map((issue) => `  - ${issue.message}`).join("\n"),
};

/** Errors that `@tidemark/core-state` throws. */
export const coreStateErrors: Errors<"core-state", typeof table> = /* @__PURE__ */ defineErrors("core-state", table);
