/** Key of an AI message's metadata: users may read it before its agent ends. Only the loop of an agent sets it. */
export const SHOWN = "tidemark_shown";
