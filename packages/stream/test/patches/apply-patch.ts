import { createRequire } from "node:module";

/** The library that AG-UI's client applies patches with. */
interface PatchLibrary {
  applyPatch(document: unknown, patch: unknown, validate: boolean, mutate: boolean): { readonly newDocument: unknown };
}

// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- a dependency of a dependency, whose types are out of reach
const library = createRequire(import.meta.resolve("@ag-ui/client"))("fast-json-patch") as PatchLibrary;

/** Applies a patch as the AG-UI client does, checks included. */
export const applied = (document: unknown, patch: readonly unknown[]): unknown =>
  library.applyPatch(structuredClone(document), structuredClone(patch), true, false).newDocument;
