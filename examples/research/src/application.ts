import type { TerminalApplication } from "@tidemark/terminal";
import type { SourceBlock, WebApplication } from "@tidemark/web";
import { type Clock, openSession } from "tidemark";
import type { WrittenAnswer } from "./domain/answer.ts";
import type { Section } from "./domain/document.ts";
import { introduced } from "./domain/passages.ts";
import type { ResearchGraph } from "./graph.ts";
import type { Library } from "./library/library.ts";
import { ResearchState, type ResearchValue } from "./state.ts";

/** What a turn has found. The confidence is null for a clarification, the start of a topic, and an answer of a model. */
export interface Found extends Pick<WrittenAnswer, "confidence" | "sources"> {
  readonly outcome: WrittenAnswer["outcome"] | "failed";
}

/** The research assistant as the page and the terminal need it. */
export function researchApplication(
  graph: ResearchGraph,
  { clock, library }: { readonly clock: Clock; readonly library: Library },
  thread: string,
): TerminalApplication<ResearchValue, Found> & WebApplication {
  const { documents } = library.report;
  return {
    title: "Research assistant",
    intro: "What would you like to know?",
    hint: `Ask a question about the ${documents === 1 ? "document" : `${documents} documents`}, or type "documents" to list them. Every claim cites its source.`,
    state: ResearchState,
    graph,
    session: (threadId) => openSession({ graph, threadId, clock }),
    thread,
    clock,
    details: found,
    source(reference, quotes) {
      const passage = library.passageAt(reference);
      if (passage === null) return null;
      const { document, section, line } = passage;
      const [cited, ...following] = section.blocks.slice(section.blocks.findIndex((block) => block.line === line));
      const lists = quotes.some((quote) => quote.endsWith(":") && cited?.text.endsWith(quote) === true);
      const listed = cited !== undefined && lists ? introduced(following, cited.kind) : [];
      const blocks = document.sections.flatMap((part, at): readonly SourceBlock[] => {
        const titles = part.page === null ? openedHeadings(part, document.sections[at - 1]) : [`Page ${part.page}`];
        return [
          ...titles.map((text) => ({ text, kind: "heading" as const, marked: false })),
          ...part.blocks.map((block) => {
            const sentences = quotes.filter((quote) => block.text.includes(quote));
            const isMarked = block === cited || listed.includes(block);
            const marked = block === cited && sentences.length > 0 ? sentences : isMarked;
            const kind: SourceBlock["kind"] =
              block.kind === "prose" ? "paragraph" : block.kind === "code" ? "code" : "item";
            return { text: block.text, kind, marked };
          }),
        ];
      });
      const shown = blocks.filter(({ kind, text }) => kind !== "heading" || text !== document.title);
      return { title: document.title, place: reference, blocks: shown };
    },
  };
}

/** Headings of a section that are not those of the section before it. */
const openedHeadings = ({ heading }: Section, before: Section | undefined): readonly string[] =>
  heading.filter((_, level) => heading.slice(0, level + 1).some((text, at) => text !== before?.heading[at]));

function found(state: Partial<ResearchValue>): Found {
  const { research_outcome: outcome = null, research_sources: sources = [], control_workflow_status: status } = state;
  if (status === "awaiting_user") return { outcome: "answered", confidence: null, sources };
  if (outcome === null) return { outcome: "failed", confidence: 0, sources };
  return { outcome, confidence: state.execution_confidence_score ?? null, sources };
}
