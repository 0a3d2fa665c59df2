import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { MemorySaver } from "@langchain/langgraph";
import { memoryLocks } from "tidemark/checkpoint";
import { systemClock } from "tidemark";
import { z } from "zod";
import { openConversation } from "../conversation.ts";
import { researchGraph } from "../graph.ts";
import type { DocumentsFolder } from "../library/documents-folder.ts";
import { openLibrary } from "../library/library.ts";
import { repositoryDocuments, sampleDocuments } from "../library/usual-documents.ts";
import { judge, KnownAnswer, type Verdict } from "./known-answer.ts";

/** Documents, and questions with known answers over them. */
export interface Corpus {
  readonly name: string;
  readonly documents: DocumentsFolder;
  readonly questions: string;
}

const at = (below: string): string => fileURLToPath(new URL(below, import.meta.url));

/** The made-up documents that ship along. */
export const sampleLibrary: Corpus = {
  name: "sample library",
  documents: sampleDocuments,
  questions: at("../../evaluation/library.json"),
};

/** This repository's documentation. */
export const documentation: Corpus = {
  name: "documentation",
  documents: repositoryDocuments,
  questions: at("../../evaluation/documentation.json"),
};

/** Asks every question of a corpus, each in a conversation of its own and of the whole program, and without a model. */
export async function askAll({ documents, questions }: Corpus): Promise<readonly Verdict[]> {
  const known = z.array(KnownAnswer).parse(JSON.parse(readFileSync(questions, "utf8")));
  const library = await openLibrary({ ...documents, indexFile: null });
  const services = { library, model: null, allowedHosts: [], maxClarifications: 2, maxHistory: 10, clock: systemClock };
  const verdicts: Verdict[] = [];
  for (const each of known) {
    // A conversation leaves nothing behind that the next question could lean on.
    const graph = researchGraph(services, { checkpointer: new MemorySaver() });
    const conversation = openConversation(graph, { thread: "evaluation", locks: memoryLocks(), clock: systemClock });
    for await (const event of conversation.ask(each.question))
      if (event.type === "result") verdicts.push(judge(each, event));
  }
  return verdicts;
}
