import { SeedState, defineState, extendState, field, fields } from "@tidemark/core-state";
import { append } from "@tidemark/reducers";
import { defineMigrations } from "@tidemark/state-manager";
import { z } from "zod";

const notes = field({
  description: "Notes.",
  schema: z.array(z.strictObject({ text: z.string() })),
  updateSchema: z.array(z.strictObject({ text: z.string() })),
  default: () => [],
  lifetime: "thread",
  reducer: append<{ text: string }>(),
});

const travelers = field({
  description: "Travelers.",
  schema: z.array(z.string()),
  default: () => [],
  lifetime: "thread",
  owner: "root",
});

/** First version: one traveler, notes of plain text. */
export const JourneyOne = extendState(SeedState, {
  version: 1,
  fields: fields("journey", {
    traveler: field({
      description: "Travelers.",
      schema: z.string(),
      default: () => "",
      lifetime: "thread",
      owner: "root",
    }),
    notes: field({
      description: "Notes.",
      schema: z.array(z.string()),
      default: () => [],
      lifetime: "thread",
      reducer: append<string>(),
    }),
    draft: field({ description: "Text being typed.", schema: z.string(), default: () => "", lifetime: "turn" }),
  }),
});

/** Second version: several travelers, notes as records. */
export const JourneyTwo = extendState(SeedState, {
  version: 2,
  fields: fields("journey", {
    travelers,
    notes,
    draft: field({ description: "Text being typed.", schema: z.string(), default: () => "", lifetime: "turn" }),
  }),
});

/** Third version: the number of travelers is stored, the draft is removed. */
export const JourneyThree = extendState(SeedState, {
  version: 3,
  fields: fields("journey", {
    travelers,
    notes,
    seats: field({ description: "Number of seats.", schema: z.int().min(0), default: () => 0, lifetime: "thread" }),
  }),
});

const records = (value: unknown) =>
  z
    .array(z.string())
    .parse(value)
    .map((text) => ({ text }));

const second = {
  to: 2,
  description: "Several travelers; notes as records.",
  rename: { journey_traveler: "journey_travelers" },
  change: { journey_travelers: (name: unknown) => (name === "" ? [] : [name]), journey_notes: records },
  changeSent: (_: string, sent: unknown) => Object.assign({}, sent, { migrated: true }),
};

const third = {
  to: 3,
  description: "Seats are booked by number.",
  add: {
    journey_seats: (values: Readonly<Record<string, unknown>>) => [values["journey_travelers"] ?? []].flat().length,
  },
  drop: ["journey_draft"],
};

export const toTwo = defineMigrations(JourneyTwo, [second]);
export const toThree = defineMigrations(JourneyThree, [second, third]);
export const fromTwoToThree = defineMigrations(JourneyThree, [third]);

/** State without the fields of an agent, so that only checkpoints contain its version. */
export const BareOne = defineState({
  version: 1,
  fields: fields("bare", {
    amount: field({ description: "Money.", schema: z.number(), default: () => 0, lifetime: "thread" }),
  }),
});
export const BareTwo = defineState({
  version: 2,
  fields: fields("bare", {
    amount: field({ description: "Cents.", schema: z.number(), default: () => 0, lifetime: "thread" }),
  }),
});
export const bareToTwo = defineMigrations(BareTwo, [
  { to: 2, description: "Cents.", change: { bare_amount: (amount) => z.number().parse(amount) * 100 } },
]);
