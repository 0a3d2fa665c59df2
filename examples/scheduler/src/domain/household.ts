import { z } from "zod";

/** "07:30", on the wall clock of the household. */
const TimeOfDay = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/, "expected HH:MM");

/**
 * When somebody would rather have something, or rather not: on some weekdays (all when not said), from a time to another.
 *
 * It is weighed and told, and forbids nothing.
 */
const Preference = z
  .strictObject({
    rather: z.enum(["prefer", "avoid"]),
    weekdays: z
      .array(z.enum(["MO", "TU", "WE", "TH", "FR", "SA", "SU"]))
      .min(1)
      .exactOptional(),
    from: TimeOfDay.exactOptional(),
    to: TimeOfDay.exactOptional(),
  })
  .refine(({ weekdays, from, to }) => (weekdays ?? from ?? to) !== undefined, "name weekdays, a time, or both");
export type Preference = z.infer<typeof Preference>;

/** A person whose time is planned. `aliases` are other names that people type: "Em", "mom". */
const Member = z.strictObject({
  id: z.string().regex(/^[a-z][a-z0-9_-]*$/),
  name: z.string().min(1),
  aliases: z.array(z.string()),
  preferences: z.array(Preference).max(20).exactOptional(),
});
export type Member = z.infer<typeof Member>;

/** A thing that events share: a van, a kitchen. At most `capacity` events may use it at the same time. */
export const Resource = z.strictObject({
  id: z.string().regex(/^[a-z][a-z0-9_-]*$/),
  name: z.string().min(1),
  aliases: z.array(z.string()),
  capacity: z.int().min(1),
  /** What it is, "vehicle": resources of one kind can stand in for each other. Guessed from the name when not given. */
  kind: z.string().min(1).optional(),
});
export type Resource = z.infer<typeof Resource>;

/** Who lives here, what they share, when they are awake and where their clock is. */
export const Household = z.strictObject({
  name: z.string().min(1),
  timeZone: z.string().min(1),
  /** Events outside these hours are possible, but violate a constraint. */
  wakingHours: z.strictObject({ start: TimeOfDay, end: TimeOfDay }),
  members: z.array(Member).min(1),
  resources: z.array(Resource),
});
export type Household = z.infer<typeof Household>;
