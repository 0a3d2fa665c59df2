import { z } from "zod";
import { FactKind } from "./profile.ts";
import { BudgetLevel } from "./trip.ts";

const LocalTime = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/);

/** Changes relative to the current itinerary. */
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

/** Intents of a message. */
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
 * Contents of one message, as read by the rules or by a model. Earlier messages are not included.
 *
 * A model's answer is validated against this schema.
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
  /** Limit for the whole trip, in euros. */
  budgetTotal: z.number().positive().nullable(),
  outboundAfter: LocalTime.nullable(),
  outboundBefore: LocalTime.nullable(),
  returnAfter: LocalTime.nullable(),
  returnBefore: LocalTime.nullable(),
  changes: z.array(Change),
  /** Number of a listed alternative. */
  choice: z.number().int().min(1).max(20).nullable(),
  /** Names of sights, or kinds such as museum. */
  skip: z.array(z.string()),
  want: z.array(z.string()),
  facts: z.array(z.strictObject({ kind: FactKind, value: z.string().min(1), certainty: z.enum(["said", "guessed"]) })),
  takenBack: z.array(z.strictObject({ kind: FactKind, value: z.string().nullable() })),
  /** Short explanation of the reading. */
  reasoning: z.string(),
});
export type Reading = z.infer<typeof Reading>;

/** Reading of an empty message. */
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

/** Details found in a message, without the empty ones, for the task ledger. */
export function extractedInfo(reading: Reading): Readonly<Record<string, unknown>> {
  const { intent: _intent, reasoning: _reasoning, ...details } = reading;
  return Object.fromEntries(
    Object.entries(details).filter(([, value]) => value !== null && !(Array.isArray(value) && value.length === 0)),
  );
}
