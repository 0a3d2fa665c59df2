import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";
import type { DocumentsFolder } from "./documents-folder.ts";

const resolve = (relative: string): string => fileURLToPath(new URL(relative, import.meta.url));

/** Bundled sample documents, which are made up. */
export const sampleDocuments: DocumentsFolder = { folder: resolve("../../library") };

/** This repository's documentation, without the generated API pages. */
export const repositoryDocuments: DocumentsFolder = { folder: resolve("../../../../docs"), exclude: ["api"] };

/** Returns the repository's documentation, or the sample documents if this example was copied out of the repository. */
export const defaultDocuments = (): DocumentsFolder =>
  existsSync(repositoryDocuments.folder) ? repositoryDocuments : sampleDocuments;
