import { defineErrors, type Errors } from "@tidemark/reducers";
import type { UpdateIssue } from "./update-issue.ts";

const table = {
  invalidFieldName: (details: { name: string; problem: string }) =>
    `The name "${details.name}" ${details.problem}. ` +
    `Prefixes are one lower-case word; names are snake_case, written without their prefix: fields("task", { current_task: … }).`,

  misplacedField: (details: { key: string; name: string | undefined }) =>
    details.name === undefined
      ? `The field "${details.key}" has no prefix. Declare it in a group: fields("…", { ${details.key}: field({ … }) }).`
      : `The field "${details.name}" stands under the key "${details.key}". Spread its group as it is, without renaming.`,

  fieldClash: (details: { fields: readonly string[] }) =>
    `The state already has ${details.fields.map((name) => `"${name}"`).join(", ")}. ` +
    `Rename the new field, or put it under a prefix of its own.`,

  unknownFields: (details: { fields: readonly string[]; known: readonly string[] }) =>
    `The state has no ${details.fields.map((name) => `"${name}"`).join(", ")}, so a graph cannot take or give it. ` +
    `Its fields are: ${details.known.join(", ")}.`,

  invalidVersion: (details: { version: unknown }) =>
    `A state's version is a whole number from 1 up, not ${String(details.version)}. Raise it by one with each change of shape.`,

  invalidDefault: (details: { field: string; problem: string }) =>
    `A default does not fit its own declaration. ${details.problem} ` +
    `Change \`default\` or \`schema\` so that they agree; conversions belong in \`updateSchema\`.`,

  asyncSchema: (details: { field: string }) =>
    `The schema of "${details.field}" is asynchronous, and a check cannot wait: wait in the node.`,

  transientReducer: (details: { field: string }) =>
    `"${details.field}" is transient and has a reducer, but LangGraph keeps no value of it to reduce into. ` +
    `Remove \`reducer\`, or let the field live for the turn.`,

  invalidUpdate: (details: { node: string | null; issues: readonly UpdateIssue[] }) =>
    `${details.node === null ? "The update" : `The update from "${details.node}"`} was refused, nothing of it was applied:\n` +
    details.issues.map((issue) => `  - ${issue.message}`).join("\n"),
};

/** Every error that `@tidemark/core-state` throws. */
export const coreStateErrors: Errors<"core-state", typeof table> = /* @__PURE__ */ defineErrors("core-state", table);
