import { createRequire } from "node:module";

/** Library that AG-UI's client uses to apply patches. */
interface PatchLibrary {
  applyPatch(document: unknown, patch: unknown, validate: boolean, mutate: boolean): { readonly newDocument: unknown };
}

// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- a transitive dependency without accessible types
const library = createRequire(import.meta.resolve("@ag-ui/client"))("fast-json-patch") as PatchLibrary;

/** Applies a patch as AG-UI's client does, with validation. */
export const applied = (document: unknown, patch: readonly unknown[]): unknown =>
  library.applyPatch(structuredClone(document), structuredClone(patch), true, false).newDocument;
