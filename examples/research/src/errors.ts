import { defineErrors, type Errors } from "tidemark/rules";

const table = {
  invalidModel: (details: { problem: string }) =>
    `The model cannot be used: ${details.problem}. Correct it, or leave out --model and TIDEMARK_MODEL to get quoted answers.`,

  invalidOption: (details: { option: string; problem: string }) => `${details.option}: ${details.problem}. See --help.`,

  noDocuments: (details: { folder: string; kinds: readonly string[] }) =>
    `The folder "${details.folder}" contains no documents. Add files that end in ${details.kinds.join(", ")}, or choose another folder with --docs.`,

  notAllowed: (details: { address: string; hosts: readonly string[] }) =>
    `"${details.address}" may not be fetched. Allow its host with --allow HOST.` +
    (details.hosts.length === 0 ? "" : ` Allowed hosts: ${details.hosts.join(", ")}.`),

  unfetchable: (details: { address: string; problem: string }) =>
    `"${details.address}" could not be fetched: ${details.problem}.`,

  unreadableFolder: (details: { folder: string; problem: string }) =>
    `The folder "${details.folder}" cannot be read: ${details.problem}. Choose another one with --docs.`,

  unusableDatabase: (details: { file: string; problem: string }) =>
    `The database "${details.file}" cannot be used: ${details.problem}. Choose another file with --db.`,

  unwritableIndex: (details: { file: string; problem: string }) =>
    `The index "${details.file}" cannot be written: ${details.problem}. Choose another place with --db.`,
};

/** Errors of the research assistant. */
export const researchErrors: Errors<"research", typeof table> = defineErrors("research", table);
