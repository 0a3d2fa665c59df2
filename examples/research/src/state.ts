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

/** Fields that the research assistant adds to those of `AgentState`. */
const researchFields = fields("research", {
  question: field({
    description: "The question of this turn, with the earlier messages it refers to; null before the search.",
    schema: z.strictObject({ text: z.string(), context: z.string() }).nullable(),
    default: () => null,
    lifetime: "turn",
    ui: true,
    owner: "research",
  }),
  findings: field({
    description: "Outcome of the research: tools used, final message, and whether it failed; null before it starts.",
    schema: StoredFindings.nullable(),
    default: () => null,
    lifetime: "turn",
    owner: "research",
  }),
  evidence: field({
    description: "Passages that may answer the question, best first, each with its place.",
    schema: z.array(Evidence).readonly(),
    default: () => [],
    lifetime: "turn",
    ui: true,
    owner: "research",
  }),
  sources: field({
    description: "Places that the answer names, in the order of their numbers.",
    schema: z.array(Place).readonly(),
    default: () => [],
    lifetime: "turn",
    ui: true,
    owner: "synthesis",
  }),
  outcome: field({
    description: "Whether the documents contain an answer; null before the answer is written, and after a failure.",
    schema: z.enum(["answered", "notContained"]).nullable(),
    default: () => null,
    lifetime: "turn",
    ui: true,
    owner: "synthesis",
  }),
});

/** State shared by the agents of the research assistant. */
export const ResearchState = extendState(AgentState, {
  version: 1,
  fields: [fieldGroups.clarification, fieldGroups.report, fieldGroups.workflow, researchFields],
});

/** Values of {@link ResearchState} in a compiled graph. */
export interface ResearchValue extends GraphValueOf<typeof ResearchState> {}
