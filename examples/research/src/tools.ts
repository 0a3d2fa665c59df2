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

/** Maximum number of sections that a search lists besides the passages. */
const MAX_PLACES = 5;

/** Maximum length of the text that a tool returns, in characters. */
const MAX_CHARACTERS = 6000;

/**
 * Tools of the research agent: search, open a page, and fetch a web page if hosts are allowed.
 *
 * Each tool returns text for the model, and the evidence as the artifact of its message.
 */
export function researchTools({ library, allowedHosts }: ResearchServices): readonly StructuredToolInterface[] {
  const search = tool(
    ({ query, context }): [string, readonly Evidence[]] => {
      const question = questionOf(query, context);
      const evidence = library.evidence(question);
      const places = library.search(question, MAX_PLACES).map(({ place }) => `- ${placeText(place)}`);
      const found = evidence.length === 0 ? "No passage answers this question." : evidenceText(evidence);
      return [[found, ...(places.length > 0 ? ["", "Related sections:", ...places] : [])].join("\n"), evidence];
    },
    {
      name: "search",
      description: "Searches the documents and returns the passages that answer a question, with their places.",
      schema: z.object({
        query: z.string().describe("The question, or its keywords."),
        context: z.string().optional().describe("Earlier messages that the question refers to."),
      }),
      responseFormat: "content_and_artifact",
    },
  );
  const openPage = tool(
    ({ document, page, heading }): [string, readonly Evidence[]] => {
      const opened = library.open(document);
      if (opened === null) return [`The document "${document}" does not exist.`, []];
      const wanted = opened.sections.filter(
        (section) =>
          (page === undefined || section.page === page) &&
          (heading === undefined || section.heading.some((title) => title.toLowerCase() === heading.toLowerCase())),
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
      return [text.slice(0, MAX_CHARACTERS), evidence];
    },
    {
      name: "open_page",
      description: "Opens a document at a page or a heading and returns its text.",
      schema: z.object({
        document: z.string().describe("The name of the document, as returned by a search."),
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
      const documentTerms = termsOfDocument(document);
      const hits = document.sections.map((section) => ({
        place: placeOf(document, section),
        section,
        documentTerms,
        score: 1,
      }));
      const evidence = chooseEvidence(hits, questionOf(query), () => 1);
      const text = document.sections.map((section) => textOfSection(section)).join("\n\n");
      return [evidence.length === 0 ? text.slice(0, MAX_CHARACTERS) : evidenceText(evidence), evidence];
    },
    {
      name: "fetch_url",
      description: `Fetches a web page and returns the passages that answer a question. Allowed hosts: ${allowedHosts.join(", ")}.`,
      schema: z.object({ address: z.string(), query: z.string().describe("The question to answer from the page.") }),
      responseFormat: "content_and_artifact",
    },
  );
  return [search, openPage, fetchUrl];
}

/** Collects the evidence in the artifacts of tool messages, without duplicate quotes. */
export function evidenceIn(messages: readonly object[]): readonly Evidence[] {
  const found = messages.flatMap((message) => {
    const artifact = z.array(Evidence).safeParse(Reflect.get(message, "artifact"));
    return artifact.success ? artifact.data : [];
  });
  return found.filter(({ quote }, index) => found.findIndex((other) => other.quote === quote) === index);
}
