import { createRequire } from "node:module";

const { applyPatch } = createRequire(import.meta.resolve("@ag-ui/client"))("fast-json-patch");

/** Applies a patch as the AG-UI client does, checks included. */
export const applied = (document: unknown, patch: readonly unknown[]): unknown =>
  applyPatch(structuredClone(document), structuredClone(patch), true, false).newDocument;
