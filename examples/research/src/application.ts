import type { TerminalApplication } from "@tidemark/terminal";
import type { WebApplication } from "@tidemark/web";
import { type Clock, openSession } from "tidemark";
import type { Place } from "./domain/evidence.ts";
import type { ResearchGraph } from "./graph.ts";
import type { Library } from "./library/library.ts";
import { ResearchState, type ResearchValue } from "./state.ts";

/** What a turn has found. */
export interface Found {
  /** `notContained`: the documents contain no answer. */
  readonly outcome: "answered" | "notContained" | "failed";
  /** Probability that the first source is correct, from 0 to 1; null for a clarification, and for an answer of a model. */
  readonly confidence: number | null;
  /** Places in the message, in the order of their numbers: the cited ones, or the closest ones without an answer. */
  readonly sources: readonly Place[];
}

/** The research assistant as the page and the terminal need it. */
export function researchApplication(
  graph: ResearchGraph,
  { clock, library }: { readonly clock: Clock; readonly library: Library },
  thread: string,
): TerminalApplication<ResearchValue, Found> & WebApplication {
  return {
    title: "Research assistant",
    intro: "What would you like to know?",
    hint: `Ask a question about the ${library.report.documents} documents, or type "documents" to list them. Every claim cites its source.`,
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
      const at = document.sections.indexOf(section);
      const around = document.sections.slice(Math.max(0, at - 1), at + 2);
      const blocks = around.flatMap((part) => {
        const heading = part.page === null ? (part.heading.at(-1) ?? document.title) : `Page ${part.page}`;
        const shown = part.blocks.map(({ kind, text, line: start }) => {
          const cited = quotes.filter((quote) => text.includes(quote));
          const isCited = part === section && start === line;
          return {
            text,
            kind: kind === "prose" ? ("paragraph" as const) : kind === "code" ? ("code" as const) : ("item" as const),
            marked: isCited && cited.length > 0 ? cited : isCited,
          };
        });
        const title = heading === document.title ? [] : [{ text: heading, kind: "heading" as const, marked: false }];
        return [...title, ...shown];
      });
      return { title: document.title, place: reference, blocks };
    },
  };
}

function found(state: Partial<ResearchValue>): Found {
  const { research_outcome: outcome = null, research_sources: sources = [], control_workflow_status: status } = state;
  if (status === "awaiting_user") return { outcome: "answered", confidence: null, sources };
  if (outcome === null) return { outcome: "failed", confidence: 0, sources };
  return { outcome, confidence: state.execution_confidence_score ?? null, sources };
}
