import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { MemorySaver } from "@langchain/langgraph";
import { systemClock } from "tidemark";
import { z } from "zod";
import { openConversation } from "../conversation.ts";
import { researchGraph } from "../graph.ts";
import type { DocumentsFolder } from "../library/documents-folder.ts";
import { openLibrary } from "../library/library.ts";
import { repositoryDocuments, sampleDocuments } from "../library/default-documents.ts";
import { judge, KnownAnswer, type Verdict } from "./known-answer.ts";

/** Documents with questions about them. */
export interface Corpus {
  readonly name: string;
  readonly documents: DocumentsFolder;
  /** JSON file of questions with known answers. */
  readonly questions: string;
}

const resolve = (relative: string): string => fileURLToPath(new URL(relative, import.meta.url));

/** Bundled sample documents. */
export const sampleLibrary: Corpus = {
  name: "sample library",
  documents: sampleDocuments,
  questions: resolve("../../evaluation/library.json"),
};

/** This repository's documentation. */
export const documentation: Corpus = {
  name: "documentation",
  documents: repositoryDocuments,
  questions: resolve("../../evaluation/documentation.json"),
};

/** Asks every question of a corpus without a model, each in a new conversation. */
export async function askAll({ documents, questions }: Corpus): Promise<readonly Verdict[]> {
  const knownAnswers = z.array(KnownAnswer).parse(JSON.parse(readFileSync(questions, "utf8")));
  const library = await openLibrary({ ...documents, indexFile: null });
  const services = { library, model: null, allowedHosts: [], maxClarifications: 2, maxHistory: 10, clock: systemClock };
  const verdicts: Verdict[] = [];
  for (const known of knownAnswers) {
    const graph = researchGraph(services, { checkpointer: new MemorySaver() });
    const conversation = openConversation(graph, { thread: "evaluation", clock: systemClock });
    for await (const event of conversation.ask(known.question))
      if (event.type === "result") verdicts.push(judge(known, event));
  }
  return verdicts;
}
