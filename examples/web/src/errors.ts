import { defineErrors, type Errors } from "tidemark/rules";

const table = {
  invalidPort: (details: { value: string }) =>
    `PORT: "${details.value}" is not a port. Use a number from 0 to 65535, such as PORT=4200; 0 picks a free one.`,

  portInUse: (details: { port: number }) =>
    `Port ${details.port} is used by another program. Choose another with PORT, or use PORT=0 for a free one.`,
};

/** Errors of a server of the page. */
export const webErrors: Errors<"web", typeof table> = defineErrors("web", table);
