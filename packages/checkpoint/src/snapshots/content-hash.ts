import { hash } from "node:crypto";

/** Key of a text: the first half of its SHA-256. */
export const contentHash = (text: string): string => hash("sha256", text, "hex").slice(0, 32);
