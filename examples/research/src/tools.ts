import type { StructuredToolInterface } from "@langchain/core/tools";
import { tool } from "langchain";
import { z } from "zod";
import { evidenceText } from "./domain/answer.ts";
import { Evidence } from "./domain/evidence.ts";
import { questionOf } from "./domain/question.ts";
import { evidenceOf } from "./library/search-index.ts";
import type { ResearchServices } from "./services.ts";

const MAX_PASSAGES = 60;

/** Tools of the research agent: search, and open a page. Each returns text for a model, and the passages as its artifact. */
export function researchTools({ library }: ResearchServices): readonly StructuredToolInterface[] {
  const search = tool(
    ({ query, context, part = 0 }): [string, readonly Evidence[]] => {
      const question = questionOf(query, context);
      const evidence = library.find(question).map((item) => ({ ...item, part }));
      const unknown = library.unknownWords(question).map((word) => `No document contains "${word}".`);
      const found = evidence.length === 0 ? "No passage contains these words." : evidenceText(evidence);
      return [[found, ...unknown].join("\n"), evidence];
    },
    {
      name: "search",
      description: "Searches the documents and returns the passages that fit a question best, with their places.",
      schema: z.object({
        query: z.string().describe("The question, or its keywords."),
        context: z.string().optional().describe("Earlier messages that the question refers to."),
        part: z.int().min(0).optional().describe("Number of the question in a message with several, starting at 0."),
      }),
      responseFormat: "content_and_artifact",
    },
  );
  const openPage = tool(
    ({ document, page, heading }): [string, readonly Evidence[]] => {
      const opened = library.documents.find(({ name }) => name === document);
      if (opened === undefined) return [`The document "${document}" does not exist.`, []];
      const isNamed = (title: string): boolean => title.toLowerCase() === heading?.toLowerCase();
      const evidence = opened.sections
        .filter((section) => page === undefined || section.page === page)
        .filter((section) => heading === undefined || section.heading.some(isNamed))
        .flatMap((section) => evidenceOf({ document: opened, section }));
      if (evidence.length === 0) return [`"${document}" has no such page or heading.`, []];
      const shown = evidence.slice(0, MAX_PASSAGES);
      const rest = evidence.length > shown.length ? `\n(${evidence.length - shown.length} more passages)` : "";
      return [`${evidenceText(shown)}${rest}`, shown];
    },
    {
      name: "open_page",
      description: "Opens a document at a page or a heading and returns its passages.",
      schema: z.object({
        document: z.string().describe("The name of the document, as returned by a search."),
        page: z.int().optional(),
        heading: z.string().optional(),
      }),
      responseFormat: "content_and_artifact",
    },
  );
  return [search, openPage];
}

/** Collects the passages in the artifacts of tool messages, without duplicate quotes for the same part of the question. */
export function evidenceIn(messages: readonly object[]): readonly Evidence[] {
  const found = messages.flatMap((message) => {
    const artifact = z.array(Evidence).safeParse(Reflect.get(message, "artifact"));
    return artifact.success ? artifact.data : [];
  });
  return found.filter(
    ({ quote, part }, index) => found.findIndex((other) => other.quote === quote && other.part === part) === index,
  );
}
