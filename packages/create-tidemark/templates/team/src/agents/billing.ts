import { z } from "zod";
import type { Invoices } from "../invoices.ts";
import { desk } from "../state.ts";

/** Refunds above this need a person. */
const FREE = 50;

/** Finds and refunds invoices. */
export const billing = (invoices: Invoices) =>
  desk.agent({
    name: "billing",
    description: "Finds and refunds invoices.",
    instructions: "Find the invoice before you refund it. Answer in one sentence.",
    reads: ["messages", "invoice"],
    writes: ["invoice"],
    tools: {
      find_invoice: {
        description: "Finds an invoice by its id.",
        inputs: z.object({ id: z.string() }),
        run: ({ id }, { update }) => {
          const invoice = invoices.find(id);
          if (invoice === null) return `There is no invoice ${id}.`;
          update({ invoice });
          return invoice;
        },
      },
      refund: {
        description: "Refunds an invoice.",
        inputs: z.object({ id: z.string(), amount: z.number().positive() }),
        approve: ({ inputs }) => inputs.amount > FREE,
        // The key is the same when a call is repeated after a crash, so that nothing is paid twice.
        run: ({ id, amount }, { key }) => {
          invoices.refund(id, amount, key);
          return `Refunded ${amount} for invoice ${id}.`;
        },
      },
    },
  });
