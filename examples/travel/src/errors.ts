import { defineErrors, type Errors } from "tidemark/rules";

const table = {
  invalidCatalogue: (details: { problem: string }) =>
    `The sample catalog cannot be read: ${details.problem}. Restore data/sample-catalog.json.`,

  nothingToExport: (details: { thread: string }) =>
    `Conversation "${details.thread}" has no itinerary yet, so nothing was written. Plan a trip first.`,
};

/** Errors of the travel planner. */
export const travelErrors: Errors<"travel", typeof table> = defineErrors("travel", table);
