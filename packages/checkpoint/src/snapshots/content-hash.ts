import { hash } from "node:crypto";

/** How a text is told from others: the first half of its SHA-256. */
export const contentHash = (text: string): string => hash("sha256", text, "hex").slice(0, 32);
