import { SeedState, defineState, extendState, field, fields, initialState, type Proposal } from "@tidemark/core-state";
import { append, upsertById } from "@tidemark/reducers";
import { commit, propose } from "@tidemark/state-manager";
import { type CommitOptions, type ProposedChanges } from "@tidemark/state-manager/internal";
import { z } from "zod";

const Task = z.object({ id: z.string().min(1), status: z.string(), note: z.string().optional() });

const tripFields = fields("trip", {
  city: field({
    description: "Destination.",
    schema: z.string().min(1).nullable(),
    default: () => null,
    lifetime: "thread",
    owner: "root",
  }),
  outbound: field({
    description: "The flight out.",
    schema: z.object({ flight: z.string(), seat: z.string() }),
    default: () => ({ flight: "", seat: "" }),
    lifetime: "thread",
    owner: "root",
  }),
  notes: field({
    description: "Notes.",
    schema: z.array(z.string()).readonly(),
    default: () => [],
    lifetime: "thread",
    owner: "root",
    reducer: append<string>(),
  }),
  tasks: field({
    description: "Tasks.",
    schema: z.array(Task).readonly(),
    updateSchema: z.array(Task.partial().required({ id: true })).readonly(),
    default: () => [],
    lifetime: "thread",
    owner: "root",
    reducer: upsertById<z.infer<typeof Task>>({ key: (task) => task.id }),
  }),
  locked: field({
    description: "Owned by nobody.",
    schema: z.string(),
    default: () => "as it was",
    lifetime: "thread",
    owner: [],
  }),
});

/** Trip that a root plans, with reduced and replaced fields, and one that nobody may write. */
export const Trip = extendState(SeedState, { version: 1, fields: tripFields });

/** The same state without the bookkeeping fields of commits. */
export const BareTrip = defineState({ version: 1, fields: tripFields });

export const now = "2030-01-31T12:00:00.000Z";
export const first = initialState(Trip);

/** Proposal with these changes, from "planner" by default. */
export const proposalOf = (
  changes: ProposedChanges<typeof Trip>,
  { agent = "planner", id = agent, on = first }: { agent?: string; id?: string; on?: object } = {},
): Proposal => propose(Trip, on, { agent, changes, reason: "It was said.", now, proposalId: id });

/** A commit by the root. */
export const commitAll = (
  values: object,
  proposals: readonly unknown[],
  options: Partial<CommitOptions<typeof Trip>> = {},
) => commit(Trip, values, proposals, { decidedBy: "root", now, ...options });
