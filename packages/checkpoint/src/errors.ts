import { defineErrors, type Errors } from "@tidemark/core-state";

const table = {
  unstorable: (details: { at: string; found: string }) =>
    `"${details.at}" holds ${details.found}, which no checkpoint could give back. Store JSON, dates, bytes, sets, maps or messages.`,
};

/** Every error that `@tidemark/checkpoint` throws. */
export const checkpointErrors: Errors<"checkpoint", typeof table> = /* @__PURE__ */ defineErrors("checkpoint", table);
