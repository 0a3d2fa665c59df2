import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";
import type { DocumentsFolder } from "./documents-folder.ts";

const at = (below: string): string => fileURLToPath(new URL(below, import.meta.url));

/** The made-up documents that ship along. */
export const sampleDocuments: DocumentsFolder = { folder: at("../../library") };

/** This repository's documentation, without the pages that a build of its site generates. */
export const repositoryDocuments: DocumentsFolder = { folder: at("../../../../docs"), leaveOut: ["api"] };

/** The documentation beside this example, or, where the example was copied out, the sample documents in it. */
export const usualDocuments = (): DocumentsFolder =>
  existsSync(repositoryDocuments.folder) ? repositoryDocuments : sampleDocuments;
