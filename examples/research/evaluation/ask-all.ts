import { MemorySaver } from "@langchain/langgraph";
import MiniSearch from "minisearch";
import { openConversation, resultOf } from "@tidemark/terminal";
import { systemClock } from "tidemark";
import { researchApplication } from "../src/application.ts";
import { textOfSection } from "../src/domain/document.ts";
import { researchGraph } from "../src/graph.ts";
import { type Library, openLibrary } from "../src/library/library.ts";
import type { Corpus } from "./corpora.ts";
import { judge, type KnownAnswer, matches, type Share, type Verdict } from "./known-answer.ts";

/** Verdicts on the answers to a corpus, and for comparison the result of a search without anything else. */
export interface Evaluation {
  readonly verdicts: readonly Verdict[];
  /** Answerable questions of a part whose place is among the first three sections that MiniSearch finds with its defaults. */
  plainSearch(part: KnownAnswer["part"]): Share;
}

/** Asks every question of a corpus without a model, each in a new conversation. */
export async function askAll({ documents, knownAnswers }: Corpus): Promise<Evaluation> {
  const library = await openLibrary(documents);
  const services = { library, model: null, maxClarifications: 2, maxHistory: 10, clock: systemClock };
  const verdicts: Verdict[] = [];
  for (const known of knownAnswers) {
    const graph = researchGraph(services, { checkpointer: new MemorySaver() });
    const conversation = openConversation(researchApplication(graph, services, "evaluation"));
    verdicts.push(judge(known, await resultOf(conversation.send(known.question))));
  }
  const isFound = plainSearchOf(library);
  return {
    verdicts,
    plainSearch(part) {
      const answerable = knownAnswers.filter((known) => known.part === part && known.places.length > 0);
      return { total: answerable.length, correct: answerable.filter(isFound).length };
    },
  };
}

function plainSearchOf(library: Library): (known: KnownAnswer) => boolean {
  const sections = library.documents.flatMap((document) =>
    document.sections.map((section) => ({ document: document.name, ...section })),
  );
  const search = new MiniSearch({ fields: ["heading", "text"] });
  search.addAll(
    sections.map((section, id) => ({ id, heading: section.heading.join(" "), text: textOfSection(section) })),
  );
  return ({ question, places }) =>
    search
      .search(question)
      .slice(0, 3)
      .some(({ id }) => {
        const section = sections[Number(id)];
        return section !== undefined && places.some((place) => matches(section, place));
      });
}
