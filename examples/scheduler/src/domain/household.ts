import { z } from "zod";

/** Time of day such as "07:30", on the wall clock of the household. */
const TimeOfDay = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/, "expected HH:MM");

/** A person whose time is planned. `aliases` are other names for that person: "Em", "mom". */
const Member = z.strictObject({
  id: z.string().regex(/^[a-z][a-z0-9_-]*$/),
  name: z.string().min(1),
  aliases: z.array(z.string()),
});
export type Member = z.infer<typeof Member>;

/**
 * A shared resource: a van, a kitchen. At most `capacity` events may use it at the same time. One can replace another of the same
 * `kind`, such as "vehicle".
 */
export const Resource = z.strictObject({
  ...Member.shape,
  capacity: z.int().min(1),
  kind: z.string().min(1).exactOptional(),
});
export type Resource = z.infer<typeof Resource>;

/** A household: its members, shared resources, waking hours and time zone. */
export const Household = z.strictObject({
  name: z.string().min(1),
  timeZone: z.string().min(1),
  /** Hours in which free times are searched. */
  wakingHours: z.strictObject({ start: TimeOfDay, end: TimeOfDay }),
  members: z.array(Member).min(1),
  /** Names of several members together: "the kids". */
  groups: z
    .array(z.strictObject({ names: z.array(z.string().min(1)).min(1), members: z.array(z.string()).min(1) }))
    .exactOptional(),
  resources: z.array(Resource),
});
export type Household = z.infer<typeof Household>;

/** Finds a member or resource by its id, its name or an alias. */
export const findNamed = <Named extends Member>(items: readonly Named[], text: string): Named | undefined =>
  items.find(({ id, name, aliases }) => [id, name, ...aliases].some((one) => one.toLowerCase() === text.toLowerCase()));

/** Name of a member; an unknown id is returned unchanged. */
export const memberName = ({ members }: Household, id: string): string =>
  members.find((member) => member.id === id)?.name ?? id;

/** Finds a resource by id; an unknown resource has a capacity of 1. */
export const resourceOf = ({ resources }: Household, id: string): Resource =>
  resources.find((resource) => resource.id === id) ?? { id, name: id, aliases: [], capacity: 1 };

/** Minutes since midnight of a time such as "07:30". */
export const minutesOfTime = (time: string): number => Number(time.slice(0, 2)) * 60 + Number(time.slice(3, 5));
