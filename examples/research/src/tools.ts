import { type StructuredToolInterface, tool, type ToolRunnableConfig } from "@langchain/core/tools";
import { z } from "zod";
import { evidenceText } from "./domain/answer.ts";
import { textOfSection } from "./domain/document.ts";
import { Evidence, placeText } from "./domain/evidence.ts";
import { questionOf } from "./domain/question.ts";
import { chooseEvidence } from "./domain/rank.ts";
import { passagesOf } from "./domain/sentences.ts";
import { fetchPage } from "./library/fetch-page.ts";
import { placeOf, termsOfDocument } from "./library/library.ts";
import type { ResearchServices } from "./services.ts";

/** How many places a search names besides the passages. */
const MOST_PLACES = 5;

/** How much of a page a model gets at once. */
const MOST_CHARACTERS = 6000;

/**
 * The tools of the research agent: search, open a page, and, where hosts are allowed, fetch one from the web.
 *
 * Each gives words for the model, and the evidence itself as the artifact of its message.
 */
export function researchTools({ library, allowedHosts }: ResearchServices): readonly StructuredToolInterface[] {
  const search = tool(
    ({ query, context }): [string, readonly Evidence[]] => {
      const question = questionOf(query, context);
      const evidence = library.evidence(question);
      const places = library.search(question, MOST_PLACES).map(({ place }) => `- ${placeText(place)}`);
      const found = evidence.length === 0 ? "No passage answers this." : evidenceText(evidence);
      return [[found, ...(places.length > 0 ? ["", "Sections that may fit:", ...places] : [])].join("\n"), evidence];
    },
    {
      name: "search",
      description: "Searches the documents and gives the passages that answer a question, with their places.",
      schema: z.object({
        query: z.string().describe("The question, or its key words."),
        context: z.string().optional().describe("Earlier words that the question leans on."),
      }),
      responseFormat: "content_and_artifact",
    },
  );
  const openPage = tool(
    ({ document, page, heading }): [string, readonly Evidence[]] => {
      const opened = library.open(document);
      if (opened === null) return [`There is no document "${document}".`, []];
      const wanted = opened.sections.filter(
        (section) =>
          (page === undefined || section.page === page) &&
          (heading === undefined || section.heading.some((each) => each.toLowerCase() === heading.toLowerCase())),
      );
      if (wanted.length === 0) return [`"${document}" has no such page or heading.`, []];
      const text = wanted
        .map((section) => `${placeText(placeOf(opened, section))}\n${textOfSection(section)}`)
        .join("\n\n");
      const evidence = wanted.slice(0, 4).flatMap((section) =>
        passagesOf(section)
          .slice(0, 8)
          .map((quote) => ({ ...placeOf(opened, section), quote, coverage: null })),
      );
      return [text.slice(0, MOST_CHARACTERS), evidence];
    },
    {
      name: "open_page",
      description: "Opens a document at a page or a heading and gives its text.",
      schema: z.object({
        document: z.string().describe("The document's name, as a search gives it."),
        page: z.int().optional(),
        heading: z.string().optional(),
      }),
      responseFormat: "content_and_artifact",
    },
  );
  if (allowedHosts.length === 0) return [search, openPage];
  const fetchUrl = tool(
    async ({ address, query }, config: ToolRunnableConfig): Promise<[string, readonly Evidence[]]> => {
      const { signal }: { readonly signal?: AbortSignal } = config;
      const document = await fetchPage(address, { hosts: allowedHosts, signal: signal ?? null });
      const beside = termsOfDocument(document);
      const hits = document.sections.map((section) => ({
        place: placeOf(document, section),
        section,
        beside,
        score: 1,
      }));
      const evidence = chooseEvidence(hits, questionOf(query), () => 1);
      const text = document.sections.map((section) => textOfSection(section)).join("\n\n");
      return [evidence.length === 0 ? text.slice(0, MOST_CHARACTERS) : evidenceText(evidence), evidence];
    },
    {
      name: "fetch_url",
      description: `Fetches a web page and gives the passages that answer a question. Allowed: ${allowedHosts.join(", ")}.`,
      schema: z.object({ address: z.string(), query: z.string().describe("What is looked for on the page.") }),
      responseFormat: "content_and_artifact",
    },
  );
  return [search, openPage, fetchUrl];
}

/** The evidence that tools gave along with their messages, each passage once. */
export function evidenceIn(messages: readonly object[]): readonly Evidence[] {
  const found = messages.flatMap((message) => {
    const artifact = z.array(Evidence).safeParse(Reflect.get(message, "artifact"));
    return artifact.success ? artifact.data : [];
  });
  return found.filter((each, index) => found.findIndex((other) => other.quote === each.quote) === index);
}
