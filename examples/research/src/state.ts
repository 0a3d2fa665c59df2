import { AgentState, extendState, field, fieldGroups, fields, type GraphValueOf } from "tidemark";
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
    description: "What was looked for in this turn, with the words before that it leans on; null before the search.",
    schema: z.strictObject({ text: z.string(), context: z.string() }).nullable(),
    default: () => null,
    lifetime: "turn",
    owner: "research",
  }),
  findings: field({
    description: "How the research went: its tools, its last words, whether it failed; null before it began.",
    schema: StoredFindings.nullable(),
    default: () => null,
    lifetime: "turn",
    owner: "research",
  }),
  evidence: field({
    description: "Words of the documents that speak to the question, best first, each with its place.",
    schema: z.array(Evidence).readonly(),
    default: () => [],
    lifetime: "turn",
    owner: "research",
  }),
  sources: field({
    description: "The places that the answer cites, in the order of their numbers.",
    schema: z.array(Place).readonly(),
    default: () => [],
    lifetime: "turn",
    owner: "synthesis",
  }),
});

/** The state that the agents of the research assistant share. */
export const ResearchState = extendState(AgentState, {
  version: 1,
  fields: [fieldGroups.clarification, fieldGroups.report, fieldGroups.workflow, researchFields],
});

/** The values of {@link ResearchState} as a node gets them. */
export interface ResearchValue extends GraphValueOf<typeof ResearchState> {}
