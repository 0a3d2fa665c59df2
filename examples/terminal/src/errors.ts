import { defineErrors, type Errors } from "tidemark/agents";

const table = {
  invalidOption: (details: { option: string; problem: string }) => `${details.option}: ${details.problem}. See --help.`,

  unusableDatabase: (details: { file: string; problem: string }) =>
    `The database "${details.file}" cannot be used: ${details.problem}. Choose another file with --db.`,

  unwritableFile: (details: { file: string; problem: string }) =>
    `The file "${details.file}" cannot be written: ${details.problem}.`,
};

/** Errors of a terminal program. */
export const terminalErrors: Errors<"terminal", typeof table> = defineErrors("terminal", table);
