/** Application that owns the workflows: only workers of this engine run them. */
export const APPLICATION = "tidemark";

/** Version of the workflow, which has no steps: workers of different deployments run each other's. */
export const VERSION = "1";

/** Name of the workflow of a turn. */
export const WORKFLOW = "tidemark turn";

/** Queue of the turns of a name. */
export const queueOf = (turns: string): string => `tidemark ${turns}`;
