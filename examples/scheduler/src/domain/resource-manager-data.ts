import { z } from "zod";

/** How one resource stands at the proposed time; `currentCapacity` is how many uses are still free at the tightest moment. */
export const ResourceAvailability = z.strictObject({
  resourceId: z.string(),
  resourceName: z.string(),
  available: z.boolean(),
  currentCapacity: z.int().min(0),
  maxCapacity: z.int().min(1),
  /** Ids of the events that hold it. */
  conflicts: z.array(z.string()),
});
export type ResourceAvailability = z.infer<typeof ResourceAvailability>;

/** What the `resource_manager` agent found. */
export const ResourceManagerData = z.strictObject({
  resourceAvailability: z.array(ResourceAvailability),
  allResourcesAvailable: z.boolean(),
});
export type ResourceManagerData = z.infer<typeof ResourceManagerData>;
