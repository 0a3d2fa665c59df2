import { defineErrors, type Errors } from "@tidemark/core-state";

const table = {
  invalidTurnOption: (details: { field: string; option: string }) =>
    `${details.option} names "${details.field}", which is no turn field of the state, so a new turn leaves it alone. ` +
    `Name turn fields only.`,
};

/** Every error that `@tidemark/state-manager` throws. */
export const stateManagerErrors: Errors<"state-manager", typeof table> = /* @__PURE__ */ defineErrors(
  "state-manager",
  table,
);
