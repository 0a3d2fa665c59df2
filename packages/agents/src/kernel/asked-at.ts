/** Key of an AI message's metadata: when the model answered. Only the loop of an agent sets it. */
export const ASKED_AT = "tidemark_asked_at";
