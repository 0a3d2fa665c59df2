import { z } from "zod";

/** Availability of a resource at the proposed time; `currentCapacity` is the lowest number of uses still available. */
export const ResourceAvailability = z.strictObject({
  resourceId: z.string(),
  resourceName: z.string(),
  available: z.boolean(),
  currentCapacity: z.int().min(0),
  maxCapacity: z.int().min(1),
  /** Ids of the events that use it. */
  conflicts: z.array(z.string()),
});
export type ResourceAvailability = z.infer<typeof ResourceAvailability>;

/** Output of the `resource_manager` agent. */
export const ResourceManagerData = z.strictObject({
  resourceAvailability: z.array(ResourceAvailability),
  allResourcesAvailable: z.boolean(),
});
export type ResourceManagerData = z.infer<typeof ResourceManagerData>;
