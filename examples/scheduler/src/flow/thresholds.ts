/** How sure an agent has to be; a confidence equal to the threshold passes. */
export const confidenceThresholds = {
  /** Below it, nothing may be built on the output at all. */
  validation: 0.5,
  /** Below it, the user is asked before the workflow goes on. */
  routing: 0.7,
} as const;
