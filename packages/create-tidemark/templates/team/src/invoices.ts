import { appendFileSync, existsSync, mkdirSync, readFileSync } from "node:fs";
import path from "node:path";

const AMOUNTS: ReadonlyMap<string, number> = new Map([
  ["a", 180],
  ["b", 20],
]);

/** The service that pays. Replace it with yours. */
export interface Invoices {
  find(id: string): { readonly id: string; readonly amount: number } | null;
  /** Pays once per key, however often it is called. */
  refund(id: string, amount: number, key: string): void;
}

/** Invoices that are made up, and a file of the refunds. */
export function sampleInvoices(file: string): Invoices {
  mkdirSync(path.dirname(file), { recursive: true });
  const paid = () => (existsSync(file) ? readFileSync(file, "utf8") : "");
  return {
    find: (id) => {
      const amount = AMOUNTS.get(id);
      return amount === undefined ? null : { id, amount };
    },
    refund: (id, amount, key) => {
      if (!paid().includes(key)) appendFileSync(file, `${key} ${id} ${amount}\n`);
    },
  };
}
