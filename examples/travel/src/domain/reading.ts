import { z } from "zod";
import { FactKind } from "./profile.ts";
import { BudgetLevel } from "./trip.ts";

const WallTime = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/);

/** Changes of a part of the trip, relative to what is planned. */
export const Change = z.enum([
  "laterOutbound",
  "earlierOutbound",
  "laterReturn",
  "earlierReturn",
  "cheaperHotel",
  "betterHotel",
  "otherHotel",
  "longer",
  "shorter",
]);
export type Change = z.infer<typeof Change>;

/** What a message wants of the planner. */
export const Intent = z.enum([
  "plan_trip",
  "change_trip",
  "book_trip",
  "show_trip",
  "tell_profile",
  "show_profile",
  "new_trip",
  "unclear",
]);
export type Intent = z.infer<typeof Intent>;

/**
 * One message as it was understood, by rules or by a model: only what it says, nothing that was known before.
 *
 * What comes from a model is held against this schema before anything is made of it.
 */
export const Reading = z.strictObject({
  intent: Intent,
  origin: z
    .string()
    .regex(/^[A-Z]{3}$/)
    .nullable(),
  destination: z
    .string()
    .regex(/^[A-Z]{3}$/)
    .nullable(),
  startDate: z.iso.date().nullable(),
  endDate: z.iso.date().nullable(),
  nights: z.number().int().min(1).max(30).nullable(),
  travelers: z.number().int().min(1).max(9).nullable(),
  budgetLevel: BudgetLevel.nullable(),
  /** In euro, for everything. */
  budgetTotal: z.number().positive().nullable(),
  outboundAfter: WallTime.nullable(),
  outboundBefore: WallTime.nullable(),
  returnAfter: WallTime.nullable(),
  returnBefore: WallTime.nullable(),
  changes: z.array(Change),
  /** The number of an alternative that was offered. */
  choice: z.number().int().min(1).max(20).nullable(),
  /** Names, or kinds such as museum. */
  skip: z.array(z.string()),
  want: z.array(z.string()),
  facts: z.array(z.strictObject({ kind: FactKind, value: z.string().min(1), certainty: z.enum(["said", "guessed"]) })),
  takenBack: z.array(z.strictObject({ kind: FactKind, value: z.string().nullable() })),
  /** How it came to this, in a few words. */
  reasoning: z.string(),
});
export type Reading = z.infer<typeof Reading>;

/** A message that says nothing. */
export const emptyReading = (): Reading => ({
  intent: "unclear",
  origin: null,
  destination: null,
  startDate: null,
  endDate: null,
  nights: null,
  travelers: null,
  budgetLevel: null,
  budgetTotal: null,
  outboundAfter: null,
  outboundBefore: null,
  returnAfter: null,
  returnBefore: null,
  changes: [],
  choice: null,
  skip: [],
  want: [],
  facts: [],
  takenBack: [],
  reasoning: "",
});

/** What is said of the trip, by name and without what is missing: for the ledger. */
export function extractedInfo(reading: Reading): Readonly<Record<string, unknown>> {
  const { intent: _intent, reasoning: _reasoning, ...said } = reading;
  return Object.fromEntries(
    Object.entries(said).filter(([, value]) => value !== null && !(Array.isArray(value) && value.length === 0)),
  );
}
