import { defineErrors } from "tidemark/agents";

/** Errors of the research assistant. */
export const researchErrors = defineErrors("research", {
  emptyDocument: (details: { name: string; isPdf: boolean }) =>
    `"${details.name}" contains no text${details.isPdf ? ", only images" : ""}. Remove it, or add its text.`,
  notText: (details: { name: string }) =>
    `"${details.name}" is not a text in UTF-8. Convert it to UTF-8, or remove it.`,
  noDocuments: (details: { folder: string; kinds: readonly string[] }) =>
    `The folder "${details.folder}" contains no documents. Add files that end in ${details.kinds.join(", ")}, or choose another folder with --docs.`,
  unreadableFolder: (details: { folder: string; problem: string }) =>
    `The folder "${details.folder}" cannot be read: ${details.problem}. Choose another one with --docs.`,
});
