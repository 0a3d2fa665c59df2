import { copyFileSync, existsSync, mkdirSync, mkdtempSync, readFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { z } from "zod";
import { repositoryDocuments, sampleDocuments } from "../src/library/default-documents.ts";
import type { DocumentsFolder } from "../src/library/documents-folder.ts";
import { KnownAnswer } from "./known-answer.ts";

/** Documents with questions about them. */
export interface Corpus {
  readonly name: string;
  readonly documents: DocumentsFolder;
  readonly knownAnswers: readonly KnownAnswer[];
}

const resolve = (relative: string): string => fileURLToPath(new URL(`../${relative}`, import.meta.url));

const knownAnswers = (file: string): readonly KnownAnswer[] =>
  z.array(KnownAnswer).parse(JSON.parse(readFileSync(resolve(`evaluation/sets/${file}.json`), "utf8")));

/** Documents of packages by other authors, in five sets. They are read where they are installed, not copied into this repository. */
const PACKAGE_DOCUMENTS = [
  ["minisearch/README.md", "commander/Readme.md", "prompts/readme.md", "lunr/index.html"],
  ["winston/README.md", "chokidar/README.md", "yauzl/README.md", "lunr/CHANGELOG.md"],
  ["p-queue/readme.md", "fflate/README.md", "fflate/CHANGELOG.md", "htmlparser2/README.md", "unpdf/README.md"],
  ["dotenv/README.md", "jsonwebtoken/README.md", "cron-parser/README.md"],
  ["keyv/README.md", "ignore/README.md", "node-fetch/README.md"],
];

/** Returns the corpora of the evaluation that are present. The documentation is missing in a copy of this example. */
export function corpora(): readonly Corpus[] {
  const packages = PACKAGE_DOCUMENTS.map((files, at) => ({
    name: `packages ${at + 1}`,
    documents: { folder: folderOf(files) },
    knownAnswers: knownAnswers(`packages-${at + 1}`),
  }));
  return [
    { name: "sample documents", documents: sampleDocuments, knownAnswers: knownAnswers("library") },
    { name: "documentation", documents: repositoryDocuments, knownAnswers: knownAnswers("documentation") },
    { name: "documentation, everyday", documents: repositoryDocuments, knownAnswers: knownAnswers("everyday") },
    ...packages,
  ].filter(({ documents }) => existsSync(documents.folder));
}

/** Copies documents of installed packages to a temporary folder. */
function folderOf(files: readonly string[]): string {
  const folder = mkdtempSync(path.join(tmpdir(), "research-evaluation-"));
  for (const file of files) {
    const copy = path.join(folder, file);
    mkdirSync(path.dirname(copy), { recursive: true });
    copyFileSync(resolve(`node_modules/${file}`), copy);
  }
  return folder;
}
