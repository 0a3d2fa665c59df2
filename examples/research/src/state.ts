import { AgentState, extendState, field, fields } from "@tidemark/core-state";
import type { GraphValueOf } from "@tidemark/core-state/langgraph";
import { z } from "zod";
import { Evidence, Place } from "./domain/evidence.ts";

const StoredFindings = z.strictObject({
  observations: z.array(z.string()).readonly(),
  toolHistory: z.array(z.string()).readonly(),
  finalOutput: z.string(),
  complete: z.boolean(),
  failed: z.boolean(),
});

/** What the research assistant keeps beside the fields of every agent application. */
const researchFields = fields("research", {
  question: field({
    doc: "What was looked for in this turn, with the words before that it leans on; null before the search.",
    schema: z.strictObject({ text: z.string(), context: z.string() }).nullable(),
    initial: () => null,
    lifetime: "turn",
    writer: "research",
  }),
  findings: field({
    doc: "How the research went: its tools, its last words, whether it failed; null before it began.",
    schema: StoredFindings.nullable(),
    initial: () => null,
    lifetime: "turn",
    writer: "research",
  }),
  evidence: field({
    doc: "Words of the documents that speak to the question, best first, each with its place.",
    schema: z.array(Evidence).readonly(),
    initial: () => [],
    lifetime: "turn",
    writer: "research",
  }),
  sources: field({
    doc: "The places that the answer cites, in the order of their numbers.",
    schema: z.array(Place).readonly(),
    initial: () => [],
    lifetime: "turn",
    writer: "synthesis",
  }),
});

/** The state that the agents of the research assistant share. */
export const ResearchState = extendState(AgentState, { version: 1, fields: researchFields });

/** The values of {@link ResearchState} as a node gets them. */
export interface ResearchValue extends GraphValueOf<typeof ResearchState> {}
