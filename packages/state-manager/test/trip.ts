import { AgentState, defineState, extendState, field, fields, initialState, type Proposal } from "@tidemark/core-state";
import { append, upsertById } from "@tidemark/reducers";
import { commit, type CommitOptions, propose, type ProposedChanges } from "@tidemark/state-manager";
import { z } from "zod";

const Task = z.object({ id: z.string().min(1), status: z.string(), note: z.string().optional() });

const tripFields = fields("trip", {
  city: field({
    doc: "Where to.",
    schema: z.string().min(1).nullable(),
    initial: () => null,
    lifetime: "thread",
    writer: "root",
  }),
  outbound: field({
    doc: "The flight out.",
    schema: z.object({ flight: z.string(), seat: z.string() }),
    initial: () => ({ flight: "", seat: "" }),
    lifetime: "thread",
    writer: "root",
  }),
  notes: field({
    doc: "Notes.",
    schema: z.array(z.string()).readonly(),
    initial: () => [],
    lifetime: "thread",
    writer: "root",
    reduce: append<string>(),
  }),
  tasks: field({
    doc: "Tasks.",
    schema: z.array(Task).readonly(),
    update: z.array(Task.partial().required({ id: true })).readonly(),
    initial: () => [],
    lifetime: "thread",
    writer: "root",
    reduce: upsertById<z.infer<typeof Task>>({ key: (task) => task.id }),
  }),
  locked: field({ doc: "Nobody's.", schema: z.string(), initial: () => "as it was", lifetime: "thread", writer: [] }),
});

/** A journey that a root plans, with fields that fold and that do not, and one that nobody may write. */
export const Trip = extendState(AgentState, { version: 1, fields: tripFields });

/** The same without the fields in which commits keep their books. */
export const BareTrip = defineState({ version: 1, fields: tripFields });

export const now = "2030-01-31T12:00:00.000Z";
export const first = initialState(Trip);

/** A proposal on these values; name only what matters. */
export const wish = (
  changes: ProposedChanges<typeof Trip>,
  { agent = "planner", id = agent, on = first }: { agent?: string; id?: string; on?: object } = {},
): Proposal => propose(Trip, on, { agent, changes, reason: "It was said.", now, proposalId: id });

/** A commit by the root. */
export const commitAll = (
  values: object,
  proposals: readonly unknown[],
  options: Partial<CommitOptions<typeof Trip>> = {},
) => commit(Trip, values, proposals, { decidedBy: "root", now, ...options });
