import { defineErrors, type Errors } from "tidemark/rules";

const table = {
  nothingToExport: (details: { thread: string }) =>
    `Conversation "${details.thread}" has no itinerary yet, so nothing was written. Plan a trip first.`,
};

/** Errors of the travel planner. */
export const travelErrors: Errors<"travel", typeof table> = defineErrors("travel", table);
